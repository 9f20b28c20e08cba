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
    /// Whether people wait for what it makes: see ``Engine/followLog()``.
    var isPrompt: Bool { get }
    /// Where it starts when it has no place in the log yet.
    var start: LogStart { get }

    /// Does what follows from the events, which stand in the order of the log.
    func follow(_ events: [LoggedEvent], _ log: FollowerContext) throws
}

/// Where a follower starts that is new to a community.
enum LogStart {
    /// At the oldest event that is kept: what it makes is to be there also for what happened before.
    case beginning
    /// Behind what happened before there was such a follower.
    case end
}

/// What a follower works with: one transaction, and the log itself.
struct FollowerContext {
    let connection: any Connection
    let now: Date
    let environment: EngineEnvironment
    /// Whether the events come after others that happened later.
    var isRetry = false

    /// Appends something that follows from what happened.
    func append(_ entry: LogEntry) throws {
        try connection.append(entry, at: now)
    }
}

extension Engine {
    /// The log's end, once the event belongs to it: on PostgreSQL that may stand behind transactions that have not
    /// ended. They are waited for, but no longer than the environment's patience.
    func stableEnd(of event: LogPosition) async throws -> LogPosition {
        let deadline = ContinuousClock.now + environment.logTimeout
        return try await translatingErrors {
            while true {
                let end = try await database.read { try $0.logEnd() }
                guard end < event, ContinuousClock.now < deadline else { return end }
                try await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    /// Everything that is made from the log: first what people wait for.
    static let followers = promptFollowers + EngineFeature.all.flatMap(\.followers).filter { !$0.isPrompt }
    private static let promptFollowers = EngineFeature.all.flatMap(\.followers).filter(\.isPrompt)

    /// Does what people wait for of all that follows from the log. A server calls it whenever something has changed.
    ///
    /// An event that cannot be followed is tried again, and at last parked: see ``LogProgress``.
    @discardableResult
    public func followLog() async throws -> LogProgress {
        try await translatingErrors {
            let retried = Self.followers.filter { pump.hasRetry($0) }
            try await pump.run(Self.promptFollowers + retried.filter { !$0.isPrompt }, for: .worker)
            let count = try await database.read { try $0.parkedEventCount() }
            return LogProgress(
                parked: pump.takeParked(), parkedCount: count,
                retryAfter: pump.nextRetry.map { max(1, $0.timeIntervalSince(environment.now())) })
        }
    }

    /// Lets every follower do everything that had happened when this was called, also what ``followLog()`` leaves for
    /// later.
    func followWholeLog() async throws {
        try await translatingErrors { try await pump.run(Self.followers, for: .worker) }
    }

    /// Lets the follower do everything that had happened when this was called, and then answers someone who wants to see
    /// it. An event that holds it up is tried again behind the answer, once it is due.
    func catchUp<Answer>(
        _ follower: any LogFollower, beforeAnswering answer: () async throws -> Answer
    ) async throws -> Answer {
        try await translatingErrors { try await pump.run([follower], for: .reader) }
        defer { pump.retryInBackground(follower) }
        return try await answer()
    }
}

extension Connection {
    /// Gives those of the followers a place that start at the log's end and have none yet.
    func registerFollowers(_ followers: [any LogFollower]) throws {
        for follower in followers where follower.start == .end {
            let end = try logEnd()
            try send(
                """
                INSERT INTO log_positions (name, tx, sequence)
                VALUES (\(follower.name), \(end.transaction), \(end.sequence))
                ON CONFLICT (name) DO NOTHING
                """)
        }
    }
}

/// How far those who follow the log have come.
public struct LogProgress: Sendable {
    /// The events that were parked since this was asked last.
    public let parked: [ParkedEvent]
    /// How many events are parked in all.
    public let parkedCount: Int
    /// Seconds until an event that has failed is to be tried again; nil when there is none.
    public let retryAfter: TimeInterval?
}
