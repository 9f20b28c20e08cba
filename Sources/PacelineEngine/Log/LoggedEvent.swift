import Foundation
import Paceline
import PacelineDatabase

/// An event read from the log.
@dynamicMemberLookup
struct LoggedEvent: Sendable {
    var position: LogPosition
    let at: Date
    let entry: LogEntry

    subscript<Value>(dynamicMember member: KeyPath<LogEntry, Value>) -> Value { entry[keyPath: member] }
}

extension LoggedEvent {
    /// Whether the event changes what the boards of groups count, before or after.
    var changesGroupBoards: Bool {
        switch entry.kind.traits.changes {
        case .score, .workout: (entry.visibility ?? .private) > .private
        case .groupScore: true
        default: false
        }
    }

    /// The person, other than a comment's author, whose kudos, heart or membership a reader of the change sees.
    var shownActor: Person.ID? {
        switch entry.kind.traits.changes {
        case .reaction, .commentByOther, .membership, .joining: entry.person
        case .removal, .role: entry.other
        default: nil
        }
    }
}

/// A batch of events read from the log.
struct LogBatch: Sendable {
    /// An event with its position.
    struct Entry: Sendable {
        let position: LogPosition
        /// Nil for a kind that a newer version wrote. A row that cannot be decoded is a failure of its own and does not
        /// affect the other rows.
        let event: Result<LoggedEvent?, DatabaseError>
    }

    /// In log order.
    let entries: [Entry]
    /// The position up to which the log was read.
    let end: LogPosition
    /// Whether the requested number of events was read, so that more may follow.
    let isFull: Bool
    /// Whether later events exist that cannot be read yet because an older transaction is still open.
    let isBlocked: Bool
}

extension LoggedEvent {
    fileprivate static let columns: SQL =
        "\(SQL.logPosition), kind, at, person, topic, subject, item, other, reach, amount"
}

extension LogBatch.Entry {
    /// - Parameter row: the columns of ``LoggedEvent/columns``.
    fileprivate init(_ row: inout Row) {
        let position = LogPosition(&row)
        self.position = position
        event = row.attempt { row in
            var row = row
            guard let kind = EventKind(rawValue: row.next()) else { return nil }
            return LoggedEvent(
                position: position, at: row.next(),
                entry: LogEntry(
                    kind: kind, person: row.next(), topic: row.next(), subject: row.next(), item: row.next(),
                    other: row.next(), visibility: row.next(), amount: row.next()))
        }
    }
}

extension Connection {
    /// Reads the events after the position, oldest first.
    ///
    /// No event can later appear before the end of the batch: on PostgreSQL, where transactions commit in another order
    /// than they begin, the log is read up to the oldest open transaction.
    func log(after start: LogPosition, atMost count: Int) throws -> LogBatch {
        let entries = try fetch(
            """
            SELECT \(LoggedEvent.columns)
            FROM events
            WHERE \(SQL.isLogged(after: start))
            ORDER BY \(SQL.logOrder)
            LIMIT \(count)
            """, LogBatch.Entry.init)
        let isFull = entries.count == count
        return LogBatch(
            entries: entries, end: entries.last?.position ?? start, isFull: isFull,
            isBlocked: try !isFull && isLogBlocked())
    }

    /// The event at the position; nil when it has been purged.
    func logEntry(at position: LogPosition) throws -> LogBatch.Entry? {
        try fetchFirst(
            """
            SELECT \(LoggedEvent.columns)
            FROM events
            WHERE \(SQL.logOrderColumns) = (\(position.transaction), \(position.sequence))
            """, LogBatch.Entry.init)
    }

    private func isLogBlocked() throws -> Bool {
        try !hasOneWriter && exists("SELECT 1 FROM events WHERE \(SQL.isPastLogHorizon) LIMIT 1")
    }

    /// The position up to which the log can be read now; its start when it is empty.
    func logEnd() throws -> LogPosition {
        try newestEvent(where: SQL.isLogged(after: .start)) ?? logStart()
    }

    /// The newest event, even if others can still appear before it.
    func newestEvent(where condition: SQL = "1 = 1") throws -> LogPosition? {
        try fetchFirst(
            """
            SELECT \(SQL.logPosition)
            FROM events
            WHERE \(condition)
            ORDER BY \(SQL.logOrderBackwards)
            LIMIT 1
            """
        ) { LogPosition(&$0) }
    }

    /// The position up to which the log has been purged.
    func logStart() throws -> LogPosition {
        try logPosition(named: LogPosition.startName) ?? .start
    }

    /// A stored position.
    func logPosition(named name: String) throws -> LogPosition? {
        try fetchFirst("SELECT \(SQL.logPosition) FROM log_positions WHERE name = \(name)") {
            LogPosition(transaction: $0[0], sequence: $0[1])
        }
    }

    func setLogPosition(_ position: LogPosition, named name: String) throws {
        try send(
            """
            INSERT INTO log_positions (name, tx, sequence)
            VALUES (\(name), \(position.transaction), \(position.sequence))
            ON CONFLICT (name) DO UPDATE SET tx = excluded.tx, sequence = excluded.sequence
            """)
    }
}

extension LogPosition {
    /// - Parameter row: the columns of ``SQL/logPosition``.
    init(_ row: inout Row) {
        self.init(transaction: row.next(), sequence: row.next())
    }

    /// The name under which ``Connection/logStart()`` is stored.
    static let startName = "start"
}
