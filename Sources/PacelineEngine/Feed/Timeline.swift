import Foundation
import Paceline

/// Somebody's newest items, newest first.
struct Timeline: Sendable {
    /// How many items are kept of each person.
    static let depth = 16

    private let owner: Person.ID
    private let moments: [Moment]
    /// Whether one of them is to vanish by itself, which the log does not tell beforehand.
    private let isPassing: Bool

    /// An item in 24 bytes: there are many.
    fileprivate struct Moment: Sendable {
        /// When it was, in milliseconds, and then the kind in three bits and the visibility in two.
        let packed: Int64
        let id: FeedItem.ID

        var at: Int64 { packed >> 5 }
        var kind: FeedItem.Kind { FeedItem.Kind.allCases[Int(packed >> 2 & 7)] }
        var visibility: Int { Int(packed & 3) }

        init(_ entry: Entry, _ visibility: Visibility) {
            let kind = FeedItem.Kind.allCases.firstIndex(of: entry.kind) ?? 0
            packed = entry.at.milliseconds << 5 | Int64(kind) << 2 | Int64(visibility.rawValue)
            id = entry.id
        }
    }

    /// - Parameter newest: the owner's newest items, newest first, up to ``depth`` of them.
    init(of owner: Person.ID, newest: [(entry: Entry, visibility: Visibility, expiresAt: Date?)]) {
        self.owner = owner
        isPassing = newest.contains { $0.expiresAt != nil }
        moments = newest.map { Moment($0.entry, $0.visibility) }
    }

    /// Whether everything is kept that is at least as new as the entry; without one, everything at all.
    func reaches(back entry: Entry?) -> Bool {
        guard !isPassing else { return false }
        guard moments.count == Self.depth, let last = moments.last else { return true }
        guard let entry else { return false }
        return (last.at, last.id) <= (entry.at.milliseconds, entry.id)
    }

    /// When the newest item was that is so visible and stands before the position, in milliseconds.
    func newest(visibleAt least: Int, before start: Position?) -> Int64? {
        moments.first { $0.isVisible(at: least, before: start) }?.at
    }

    /// The items that are so visible, stand before the position and are no older than the instant, newest first.
    func entries(visibleAt least: Int, before start: Position?, since instant: Int64) -> [Entry] {
        moments.prefix { $0.at >= instant }.filter { $0.isVisible(at: least, before: start) }
            .map { Entry(owner: owner, at: Date(milliseconds: $0.at), id: $0.id, kind: $0.kind) }
    }
}

extension Timeline.Moment {
    fileprivate func isVisible(at least: Int, before start: Position?) -> Bool {
        guard visibility >= least else { return false }
        guard let start else { return true }
        return (at, id) < (start.at, FeedItem.ID(start.id))
    }
}
