import Paceline
import PacelineDatabase

/// The row that a write locks first, to serialize with other writes that lock the same row.
enum Lock: Sendable {
    /// The item with the id, or the one for which the viewer's client chose it.
    case item(FeedItem.ID)
    /// The item that the comment belongs to.
    case itemOf(Comment.ID)
    /// The item that the write reads first, with a query that ends in ``SQL/forNoKeyUpdate(of:)``.
    case itemReadFirst
    /// The viewer's scores.
    case scores
    /// The viewer's scores, in a write that also reads other people's scores without locking them.
    case scoresBesideOthers

    /// Whether the write changes only the viewer's own data, which the lock alone protects.
    var isViewer: Bool {
        switch self {
        case .scores: true
        case .item, .itemOf, .itemReadFirst, .scoresBesideOthers: false
        }
    }
}

extension Connection {
    /// Takes the lock at the start of a write by the viewer.
    func take(_ lock: Lock?, for viewer: Person.ID) throws {
        switch lock {
        case .item(let item):
            try beginReadCommitted()
            try lockRow("items WHERE id = \(SQL.requestedItem(item.uuid, by: viewer))")
        case .itemOf(let comment):
            try beginReadCommitted()
            try lockRow("items WHERE id = (SELECT item FROM comments WHERE id = \(comment))")
        case .itemReadFirst: try beginReadCommitted()
        case .scores:
            try beginReadCommitted()
            try lockPlayer(viewer)
        case .scoresBesideOthers: try lockPlayer(viewer)
        case nil: break
        }
    }

    /// Locks a person before their items or standings change.
    func lockPerson(_ person: Person.ID) throws {
        try lockRow("people WHERE id = \(person)")
    }

    /// Locks a person before their scores change. Also makes a concurrent serializable write retry if it rebuilds the
    /// standings without having seen these scores.
    func lockPlayer(_ person: Person.ID) throws {
        try touchRow("people SET updated_at = updated_at WHERE id = \(person)")
    }
}
