import Paceline
import PacelineDatabase

/// What events have changed of what is kept in memory.
struct Invalidated {
    /// Whose items are others than before, or are seen by others.
    private(set) var owners: Set<Person.ID> = []
    private(set) var items: Set<FeedItem.ID> = []
    private(set) var people: Set<Person.ID> = []
    /// Whether boards may show other people, or others in another order.
    private(set) var allBoards = false

    fileprivate mutating func add(_ event: CacheInvalidation.Event) {
        // An unknown kind is a newer program's, and may mean anything.
        let invalidated = event.kind?.traits.invalidates ?? [.timelines, .boards, .people]
        if let item = event.item { items.insert(item) }
        if invalidated.contains(.timelines) { owners.insert(event.topic) }
        if invalidated.contains(.boards) { allBoards = true }
        guard invalidated.contains(.people) else { return }
        people.formUnion([event.person, event.topic])
        if let other = event.other { people.insert(other) }
    }
}

/// What has been logged behind a place, as a snapshot has it.
struct CacheInvalidation {
    /// All that is logged before this can be seen, and nothing can come to stand there any more.
    let mark: Int64
    /// What was changed before the mark.
    var settled = Invalidated()
    /// What was changed behind the mark and is seen already: PostgreSQL's transactions end in another order than they
    /// begin.
    var pending = Invalidated()
    /// Whether this is all, which it is not when there is too much, a row cannot be decoded, or the log does not reach
    /// back.
    let isComplete: Bool

    /// An event as it is looked through here.
    fileprivate struct Event {
        let mark: Int64
        /// Nil for what a newer program has written and this one does not know.
        let kind: EventKind?
        let person: Person.ID
        let topic: Person.ID
        let item: FeedItem.ID?
        let other: Person.ID?
    }
}

extension Connection {
    /// - Parameter known: the mark of the invalidation before; nil when there were none, and what is kept is nothing.
    func cacheInvalidation(since known: Int64?) throws -> CacheInvalidation {
        let ends = try fetchLater("SELECT \(SQL.logMark), \(SQL.logBeginning)") {
            (mark: $0[0] as Int64, start: $0[1] as Int64)
        }
        guard let known else { return CacheInvalidation(mark: try ends.get()?.mark ?? 0, isComplete: false) }
        let events = try fetchAllLater(
            """
            SELECT \(SQL.logMarkColumn), kind, person, topic, item, other
            FROM events
            WHERE \(SQL.logMarkColumn) >= \(known)
            LIMIT \(CacheInvalidation.maximumEvents + 1)
            """
        ) { row in
            row.attempt { row in
                CacheInvalidation.Event(
                    mark: row[0], kind: EventKind(rawValue: row[1]), person: row[2], topic: row[3],
                    item: row[4],
                    other: row[5])
            }
        }
        let (mark, start) = try ends.get() ?? (0, 0)
        let rows = try events.get()
        let readable = rows.compactMap { try? $0.get() }
        var invalidation = CacheInvalidation(
            mark: mark,
            isComplete: rows.count <= CacheInvalidation.maximumEvents && readable.count == rows.count
                && start < known)
        for event in readable {
            if event.mark < mark { invalidation.settled.add(event) } else { invalidation.pending.add(event) }
        }
        return invalidation
    }
}

extension CacheInvalidation {
    /// The most events that are looked through rather than letting go of everything.
    fileprivate static let maximumEvents = 2_000
}

extension SQL {
    /// Up to where the log has been trimmed.
    static let logBeginning: SQL =
        "COALESCE((SELECT \(logMarkColumn) FROM log_positions WHERE name = \(LogPosition.startName)), 0)"
}
