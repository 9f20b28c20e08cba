import Paceline
import PacelineDatabase

struct LogEpoch {
    let name: String
    let start: LogPosition
}

/// What the log has been called, the newest name last.
///
/// A copy of a community tells the same as the original up to where it was made, and something else after it, at the
/// same places. Whoever keeps a place therefore keeps the log's name with it.
struct LogEpochs {
    fileprivate let epochs: [LogEpoch]

    /// What the log is called now.
    var current: String? { epochs.last?.name }

    /// The position without its name, when it is one of this log.
    ///
    /// It is not when the log of its name, or the part that it lies in, is known to another copy only. One without a name
    /// was given out before logs had any.
    func resolve(_ position: LogPosition) -> LogPosition? {
        guard let index = position.log.map({ log in epochs.lastIndex { $0.name == log } }) ?? 0 else {
            return nil
        }
        let resolved = position.inEpoch(nil)
        let end = epochs.dropFirst(index + 1).map(\.start).min()
        return end.map { resolved <= $0 } ?? true ? resolved : nil
    }
}

extension LogPosition {
    /// The same place in the log of the name.
    func inEpoch(_ name: String?) -> LogPosition {
        LogPosition(transaction: transaction, sequence: sequence, log: name)
    }
}

extension LiveEvent {
    /// The same event, standing in the log of the name.
    func inEpoch(_ name: String?) -> LiveEvent {
        LiveEvent(position: position.inEpoch(name), content: content)
    }
}

extension Connection {
    func logEpochs() throws -> LogEpochs {
        LogEpochs(
            epochs: try fetch("SELECT name, tx, sequence FROM log_names ORDER BY number") {
                LogEpoch(name: $0[0], start: LogPosition(transaction: $0[1], sequence: $0[2]))
            })
    }

    /// Begins a new name when the log has none, or was begun in another database than this one.
    func beginEpochIfNeeded() throws {
        let last = try fetchFirst(
            "SELECT number, origin, \(SQL.logOrigin) FROM log_names ORDER BY number DESC LIMIT 1"
        ) { (number: $0[0] as Int, origin: $0[1] as String, here: $0[2] as String) }
        guard last.map({ $0.origin != $0.here }) ?? true else { return }
        let start = last == nil ? .start : max(try newestEvent() ?? .start, try logStart())
        try send(
            """
            INSERT INTO log_names (number, name, origin, tx, sequence)
            VALUES (\((last?.number ?? 0) + 1), \(LogEpoch.randomName()), \(SQL.logOrigin), \(start.transaction),
                \(start.sequence))
            ON CONFLICT (number) DO NOTHING
            """)
    }

    /// Has whoever opens the database begin a new name.
    func markAsFork() throws {
        try send("UPDATE log_names SET origin = ''")
    }
}

extension Engine {
    /// Says of a community that it is a copy: each time that it is put in the original's place, its log is known to be
    /// another one from the copy's end on, and whoever was further is told to load anew.
    ///
    /// The last thing to do with a copy: opening it makes a community of its own of it.
    public func markAsFork() async throws {
        try await translatingErrors {
            try await database.write { try $0.markAsFork() }
        }
    }
}

extension LogEpoch {
    /// Short, since every event of a stream carries it; long enough not to come twice among a community's copies.
    fileprivate static func randomName() -> String {
        let letters = Array("0123456789abcdefghijklmnopqrstuvwxyz")
        var random = SystemRandomNumberGenerator()
        return String((0..<8).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
    }
}
