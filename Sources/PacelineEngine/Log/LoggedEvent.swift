import Foundation
import Paceline
import PacelineDatabase

/// Something that happened, as it is read from the log.
@dynamicMemberLookup
struct LoggedEvent: Sendable {
    var position: LogPosition
    let at: Date
    let entry: LogEntry

    subscript<Value>(dynamicMember member: KeyPath<LogEntry, Value>) -> Value { entry[keyPath: member] }
}

/// A piece of the log.
struct LogSlice: Sendable {
    /// An event where it stands in the log.
    struct Entry: Sendable {
        let position: LogPosition
        /// Nil for a kind that a newer program has written and this one does not know. A row that cannot be decoded is a
        /// failure of its own, and leaves the others readable.
        let event: Result<LoggedEvent?, DatabaseError>
    }

    /// In order.
    let entries: [Entry]
    /// Up to where the log has been read.
    let end: LogPosition
    /// Whether the slice is as long as was asked for, so that there may be more.
    let isFull: Bool
    /// Whether there is more that cannot be read yet, because something that began before it has not ended.
    let isBlocked: Bool
}

extension LoggedEvent {
    fileprivate static let columns: SQL =
        "\(SQL.logPosition), kind, at, person, topic, subject, item, other, reach, amount"
}

extension LogSlice.Entry {
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
                    other: row.next(), reach: row.next(), amount: row.next()))
        }
    }
}

extension Connection {
    /// What happened after the position, oldest first.
    ///
    /// Nothing can come to stand behind the slice's end later: on PostgreSQL, where transactions end in another order
    /// than they began, the log is read up to the first transaction that has not ended.
    func log(after start: LogPosition, atMost count: Int) throws -> LogSlice {
        let entries = try fetch(
            """
            SELECT \(LoggedEvent.columns)
            FROM events
            WHERE \(SQL.isLogged(after: start))
            ORDER BY \(SQL.logOrder)
            LIMIT \(count)
            """, LogSlice.Entry.init)
        let isFull = entries.count == count
        return LogSlice(
            entries: entries, end: entries.last?.position ?? start, isFull: isFull,
            isBlocked: try !isFull && isLogBlocked())
    }

    /// What stands at the position; nil when it is no longer kept.
    func logEntry(at position: LogPosition) throws -> LogSlice.Entry? {
        try fetchFirst(
            """
            SELECT \(LoggedEvent.columns)
            FROM events
            WHERE \(SQL.logOrderColumns) = (\(position.transaction), \(position.sequence))
            """, LogSlice.Entry.init)
    }

    private func isLogBlocked() throws -> Bool {
        try !hasOneWriter && exists("SELECT 1 FROM events WHERE \(SQL.isPastLogHorizon) LIMIT 1")
    }

    /// Up to where the log can be read now; its beginning when it is empty.
    func logEnd() throws -> LogPosition {
        try newestEvent(where: SQL.isLogged(after: .start)) ?? logStart()
    }

    /// The newest event, also where something can still appear before it.
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

    /// Before this nothing is kept any more.
    func logStart() throws -> LogPosition {
        try logPosition(named: LogPosition.startName) ?? .start
    }

    /// A position that is kept under a name.
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

    /// The name that ``Connection/logStart()`` is kept under.
    static let startName = "start"
}
