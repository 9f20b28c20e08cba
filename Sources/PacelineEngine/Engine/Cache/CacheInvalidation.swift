import Paceline
import PacelineDatabase

/// The cached values that events have invalidated.
struct Invalidated {
    /// People whose timelines changed or became visible to others.
    private(set) var owners: Set<Person.ID> = []
    private(set) var items: Set<FeedItem.ID> = []
    /// People all of whose cards changed.
    private(set) var authors: Set<Person.ID> = []
    private(set) var people: Set<Person.ID> = []
    /// Whether any board may have changed.
    private(set) var allBoards = false

    fileprivate mutating func add(_ event: CacheInvalidation.Event) {
        // Events of unknown kinds come from a newer version and may affect anything.
        let invalidated = event.kind?.traits.invalidates ?? [.timelines, .boards, .people, .cards]
        if let item = event.item { items.insert(item) }
        if invalidated.contains(.timelines) { owners.insert(event.topic) }
        if invalidated.contains(.cards) { authors.insert(event.topic) }
        if invalidated.contains(.boards) { allBoards = true }
        guard invalidated.contains(.people) else { return }
        people.formUnion([event.person, event.topic])
        if let other = event.other { people.insert(other) }
    }
}

/// The cached values that events since a mark have invalidated, as seen by a snapshot.
struct CacheInvalidation {
    /// The snapshot sees every event before this mark, and no event can later appear before it.
    let mark: Int64
    /// Invalidated by events before the mark.
    var settled = Invalidated()
    /// Invalidated by visible events after the mark. Only PostgreSQL has these: its transactions commit in another
    /// order than they begin.
    var pending = Invalidated()
    /// False when there were too many events, a row could not be decoded, or the log has been purged beyond the
    /// previous mark. The cache is then emptied.
    let isComplete: Bool

    /// The part of an event that invalidation needs.
    fileprivate struct Event {
        let mark: Int64
        /// Nil for a kind that a newer version wrote.
        let kind: EventKind?
        let person: Person.ID
        let topic: Person.ID
        let item: FeedItem.ID?
        let other: Person.ID?
    }
}

extension Connection {
    /// - Parameter known: the mark of the previous invalidation; nil when the cache is still empty.
    func cacheInvalidation(since known: Int64?) throws -> CacheInvalidation {
        let ends = try fetchLater("SELECT \(SQL.logMark), \(SQL.logStartMark)") {
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
    /// The maximum number of events to read; with more, emptying the cache is cheaper.
    fileprivate static let maximumEvents = 2_000
}

extension SQL {
    /// The position up to which the log has been purged.
    static let logStartMark: SQL =
        "COALESCE((SELECT \(logMarkColumn) FROM log_positions WHERE name = \(LogPosition.startName)), 0)"
}
