import Paceline
import PacelineDatabase

/// A period of the log between two restores from a copy.
struct LogEpoch {
    /// The random name that clients get with every position.
    let name: String
    /// The position at which the epoch began.
    let start: LogPosition
}

/// The log's epochs, oldest first.
///
/// A copy of a community has the same log as the original up to the time of the copy, and different events at the same
/// positions after it. A stored position therefore includes the name of its epoch.
struct LogEpochs {
    fileprivate let epochs: [LogEpoch]

    /// The name of the current epoch.
    var current: String? { epochs.last?.name }

    /// Returns the position without its epoch, or nil if it does not belong to this log.
    ///
    /// A position does not belong to this log if its epoch, or that part of the epoch, exists only in another copy.
    /// Positions without an epoch are older than epochs.
    func resolve(_ position: LogPosition) -> LogPosition? {
        guard let index = position.epoch.map({ name in epochs.lastIndex { $0.name == name } }) ?? 0 else {
            return nil
        }
        let resolved = position.inEpoch(nil)
        let end = epochs.dropFirst(index + 1).map(\.start).min()
        return end.map { resolved <= $0 } ?? true ? resolved : nil
    }
}

extension LogPosition {
    /// The same position in the named epoch.
    func inEpoch(_ name: String?) -> LogPosition {
        LogPosition(transaction: transaction, sequence: sequence, epoch: name)
    }
}

extension LiveEvent {
    /// The same event with its position in the named epoch.
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

    /// Begins a new epoch when there is none, or the current one began in another database.
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

    /// Makes the next engine that opens the database begin a new epoch.
    func markAsFork() throws {
        try send("UPDATE log_names SET origin = ''")
    }
}

extension Engine {
    /// Marks a community as a copy. When the copy replaces the original, its log begins a new epoch, and clients that
    /// were ahead of the copy must reload.
    ///
    /// Call this last: opening the copy turns it into a community of its own.
    /// - Throws: ``SocialError/Code/unavailable`` when the database fails.
    public func markAsFork() async throws {
        try await translatingErrors {
            try await database.write { try $0.markAsFork() }
        }
    }
}

extension LogEpoch {
    /// Short, since every event of a stream carries it; long enough to be unique among a community's copies.
    fileprivate static func randomName() -> String {
        let letters = Array("0123456789abcdefghijklmnopqrstuvwxyz")
        var random = SystemRandomNumberGenerator()
        return String((0..<8).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
    }
}
