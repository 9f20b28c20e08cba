import Foundation
import Paceline
import PacelineDatabase

/// Something that is made from the log, some time after what happened: notifications, the change feed, who is active.
///
/// It keeps its place in the log in the transaction in which it does its work, so that it sees everything exactly
/// once, on however many servers it runs.
protocol LogFollower: Sendable {
    /// What its place in the log is kept under.
    var name: String { get }

    /// Does what follows from the events, which stand in the order of the log.
    func follow(_ events: [LoggedEvent], _ log: FollowedLog) throws
}

/// What a follower works with: one transaction, and the log itself.
struct FollowedLog {
    let connection: any Connection
    let now: Date
    let environment: Environment

    /// Appends something that follows from what happened.
    func append(_ entry: LogEntry) throws {
        try connection.append(entry, at: now)
    }
}

extension Engine {
    /// The log's end, once the event belongs to it: on PostgreSQL that may stand behind transactions that have not
    /// ended. They are waited for, but no longer than the environment's patience.
    func settledEnd(of event: LogPosition) async throws -> LogPosition {
        let giveUp = ContinuousClock.now + environment.logPatience
        return try await translatingErrors {
            while true {
                let end = try await database.read { try $0.logEnd() }
                guard end < event, ContinuousClock.now < giveUp else { return end }
                try await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    /// What is made from the log as soon as something has happened.
    private static let promptFollowers: [any LogFollower] = [NotificationFollower(), ChangeFollower()]
    /// Everything that is made from the log.
    static let followers = promptFollowers + [ActivityFollower()]

    /// Does what people wait for of all that follows from the log. A server calls it whenever something has changed.
    public func followLog() async throws {
        for follower in Self.promptFollowers { try await catchUp(follower) }
    }

    /// Lets the follower do everything that had happened when this was called.
    func catchUp(_ follower: any LogFollower) async throws {
        try await translatingErrors {
            let (start, newest) = try await database.read { connection in
                (
                    try connection.logPosition(named: follower.name) ?? .start,
                    try connection.newestEvent() ?? .start
                )
            }
            let giveUp = ContinuousClock.now + environment.logPatience
            var place = start
            while place < newest {
                let next = try await advance(follower)
                if next == place {
                    // Something that began before has not ended; what is behind it is read later, when it takes long.
                    guard ContinuousClock.now < giveUp else { return }
                    try await Task.sleep(for: .milliseconds(2))
                }
                place = next
            }
        }
    }

    /// The log is read in a transaction of its own: where all see to it that their writes could have come one after
    /// the other, one that has read the log's end would be in the way of everybody who appends to it.
    ///
    /// - Returns: where the follower is then.
    private func advance(_ follower: any LogFollower) async throws -> LogPosition {
        let now = environment.now()
        let (place, slice) = try await database.read { connection in
            let place = try connection.logPosition(named: follower.name) ?? .start
            return (place, try connection.log(after: place, atMost: LogSlice.followed))
        }
        guard slice.end > place else { return place }
        return try await database.write { connection in
            let current = try connection.lockedPlace(of: follower)
            guard current == place else { return current }
            try connection.setLogPosition(slice.end, named: follower.name)
            try follower.follow(
                slice.events, FollowedLog(connection: connection, now: now, environment: environment))
            return slice.end
        }
    }
}

extension LogSlice {
    /// How many events a follower is given at once: writers wait while it works.
    fileprivate static let followed = 50
}

extension Connection {
    /// The follower's place, which nobody else moves until this transaction ends.
    fileprivate func lockedPlace(of follower: any LogFollower) throws -> LogPosition {
        try send(
            """
            INSERT INTO log_positions (name, tx, sequence) VALUES (\(follower.name), 0, 0)
            ON CONFLICT (name) DO NOTHING
            """)
        return try fetchFirst(
            """
            SELECT \(SQL.logPosition)
            FROM log_positions
            WHERE name = \(follower.name)\(.forDialect(sqlite: .empty, postgres: " FOR UPDATE"))
            """
        ) { LogPosition(transaction: $0[0], sequence: $0[1]) } ?? .start
    }
}
