import Paceline
import PacelineDatabase

/// What events have changed of what is kept in memory.
struct Changed {
    /// Whose items are others than before, or are seen by others.
    private(set) var owners: Set<Person.ID> = []
    private(set) var items: Set<FeedItem.ID> = []
    private(set) var people: Set<Person.ID> = []
    /// Whether boards may show other people, or others in another order.
    private(set) var areBoards = false

    fileprivate mutating func add(_ event: LogNews.Told) {
        // An unknown kind is a newer program's, and may mean anything.
        let invalidated = event.kind?.traits.invalidates ?? [.timelines, .boards, .people]
        if let item = event.item { items.insert(item) }
        if invalidated.contains(.timelines) { owners.insert(event.topic) }
        if invalidated.contains(.boards) { areBoards = true }
        guard invalidated.contains(.people) else { return }
        people.formUnion([event.person, event.topic])
        if let other = event.other { people.insert(other) }
    }
}

/// What has been logged behind a place, as a snapshot has it.
struct LogNews {
    /// All that is logged before this can be seen, and nothing can come to stand there any more.
    let mark: Int64
    /// What was changed before the mark.
    var settled = Changed()
    /// What was changed behind the mark and is seen already: PostgreSQL's transactions end in another order than they
    /// begin.
    var pending = Changed()
    /// Whether this is all, which it is not when there is too much, a row cannot be decoded, or the log does not reach
    /// back.
    let isWhole: Bool

    /// An event as it is looked through here.
    fileprivate struct Told {
        let place: Int64
        /// Nil for what a newer program has written and this one does not know.
        let kind: EventKind?
        let person: Person.ID
        let topic: Person.ID
        let item: FeedItem.ID?
        let other: Person.ID?
    }
}

extension Connection {
    /// - Parameter known: the mark of the news before; nil when there were none, and what is kept is nothing.
    func logNews(since known: Int64?) throws -> LogNews {
        let ends = try fetchLater("SELECT \(SQL.newsMark), \(SQL.logBeginning)") {
            (mark: $0[0] as Int64, start: $0[1] as Int64)
        }
        guard let known else { return LogNews(mark: try ends.get()?.mark ?? 0, isWhole: false) }
        let events = try fetchAllLater(
            """
            SELECT \(SQL.newsPlace), kind, person, topic, item, other
            FROM events
            WHERE \(SQL.newsPlace) >= \(known)
            LIMIT \(LogNews.patience + 1)
            """
        ) { row in
            row.attempt { row in
                LogNews.Told(
                    place: row[0], kind: EventKind(rawValue: row[1]), person: row[2], topic: row[3],
                    item: row[4],
                    other: row[5])
            }
        }
        let (mark, start) = try ends.get() ?? (0, 0)
        let told = try events.get()
        let readable = told.compactMap { try? $0.get() }
        var news = LogNews(
            mark: mark,
            isWhole: told.count <= LogNews.patience && readable.count == told.count && start < known)
        for event in readable {
            if event.place < mark { news.settled.add(event) } else { news.pending.add(event) }
        }
        return news
    }
}

extension LogNews {
    /// The most events that are looked through rather than letting go of everything.
    fileprivate static let patience = 2_000
}

extension SQL {
    /// Up to where the log has been trimmed.
    static let logBeginning: SQL =
        "COALESCE((SELECT \(newsPlace) FROM log_positions WHERE name = \(LogPosition.startName)), 0)"
}
