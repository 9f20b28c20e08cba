import Paceline
import PacelineDatabase

/// What a write locks before all else, so that others who lock the same come before it or after it, whole.
enum Lock: Sendable {
    case item(FeedItem.ID)
    /// The item that the comment stands under.
    case itemOf(Comment.ID)
    /// The item that the write looks at first, with a query that ends in ``SQL/forNoKeyUpdate(of:)``.
    case itemReadFirst
    /// The viewer's scores.
    case scores
    /// The viewer's scores, in a write that also relies on those of others, which it does not lock.
    case scoresBesideOthers

    /// Whether what is changed is the viewer's own, and decided by the lock alone.
    var isViewer: Bool {
        switch self {
        case .scores: true
        case .item, .itemOf, .itemReadFirst, .scoresBesideOthers: false
        }
    }
}

extension Connection {
    /// Takes the lock, for a write of the viewer's that begins with it.
    func take(_ lock: Lock?, for viewer: Person.ID) throws {
        switch lock {
        case .item(let item):
            try beginReadCommitted()
            try lockRow("items WHERE id = \(item)")
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

    /// Locks a person whose items or standings change.
    func lockPerson(_ person: Person.ID) throws {
        try lockRow("people WHERE id = \(person)")
    }

    /// Locks a person whose scores change. A serializable write that makes their standings anew, and has not seen these
    /// scores, runs again.
    func lockPlayer(_ person: Person.ID) throws {
        try touchRow("people SET updated_at = updated_at WHERE id = \(person)")
    }
}
