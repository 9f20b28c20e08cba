import Foundation
import Paceline
import PacelineDatabase
import Synchronization

/// Reads the log for those who follow it, and lets no event stop them.
///
/// A slice that fails is halved until the event at fault is alone. That one is tried again after 1, 5 and 25 seconds;
/// when it still fails it is parked, and the follower goes on.
final class LogPump: Sendable {
    /// What becomes of an event that is due for another try.
    enum Caller {
        /// A request that reads what followers made: it neither waits for the event nor tries it.
        case reader
        /// The background job: it tries the event once it is due.
        case worker
    }

    /// An event that has failed and is to be tried again.
    private struct PendingRetry {
        let position: LogPosition
        var failures: Int
        var next: Date
    }

    private let database: any Database
    private let environment: EngineEnvironment
    /// By the follower's name.
    private let pendingRetries = Mutex<[String: PendingRetry]>([:])
    private let parked = Mutex<[ParkedEvent]>([])
    /// What is tried behind the answers of readers, by the follower's name.
    private let backgroundRetries = Mutex<[String: Task<Void, Never>]>([:])

    init(_ database: any Database, _ environment: EngineEnvironment) {
        self.database = database
        self.environment = environment
    }

    /// When the next event is to be tried again; nil when none is.
    var nextRetry: Date? { pendingRetries.withLock { $0.values.map(\.next).min() } }

    /// The events that were parked here since this was asked last.
    func takeParked() -> [ParkedEvent] {
        parked.withLock { parked in
            defer { parked = [] }
            return parked
        }
    }

    /// Lets the followers do everything that had happened when this was called, as far as nothing holds them up.
    ///
    /// - Throws: ``DatabaseError`` when the database fails, and not an event.
    func run(_ followers: [any LogFollower], for caller: Caller) async throws {
        let deadline = ContinuousClock.now + environment.logTimeout
        var newest: LogPosition?
        var waiting = followers
        while true {
            let work = try await read(for: waiting.filter { mayRun($0, for: caller) }, upTo: newest)
            newest = work.newest
            waiting = []
            var hasAdvanced = false
            for (follower, place, slice) in work.slices {
                guard let next = try await deliver(slice, to: follower, at: place) else { continue }
                if next > place { hasAdvanced = true }
                if next < work.newest { waiting.append(follower) }
            }
            guard !waiting.isEmpty else { return }
            if hasAdvanced { continue }
            // Something that began before has not ended; what is behind it is read later, when it takes long.
            guard ContinuousClock.now < deadline else { return }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// How many events a follower is given at once: writers wait while it works.
    private static let sliceLength = 50

    /// One look at the log for all followers that stand at the same place; one that is behind has a look of its own.
    ///
    /// It is a transaction of its own: where transactions are serializable, one that has read the log's end would be in the way of all that append to it.
    ///
    /// - Parameter end: what is to be reached; nil for what is newest now.
    /// - Returns: the followers that have something to do.
    private func read(
        for followers: [any LogFollower], upTo end: LogPosition?
    ) async throws -> (slices: [(any LogFollower, LogPosition, LogSlice)], newest: LogPosition) {
        guard !followers.isEmpty else { return ([], end ?? .start) }
        let length = Self.sliceLength
        return try await database.read { [self] connection in
            let newest = try end ?? connection.newestEvent() ?? .start
            var slices: [LogPosition: LogSlice] = [:]
            var work: [(any LogFollower, LogPosition, LogSlice)] = []
            for follower in followers {
                let place = try connection.logPosition(named: follower.name) ?? .start
                clearRetry(of: follower, upTo: place)
                guard place < newest else { continue }
                let slice = try slices[place] ?? connection.log(after: place, atMost: length)
                slices[place] = slice
                work.append((follower, place, slice))
            }
            return (work, newest)
        }
    }

    /// - Returns: where the follower is then; nil when an event holds it up.
    private func deliver(
        _ slice: LogSlice, to follower: any LogFollower, at start: LogPosition
    ) async throws -> LogPosition? {
        var rest = slice.entries[...]
        var place = start
        // One that is tried again is tried by itself.
        var length = hasRetry(after: start, of: follower) ? 1 : rest.count
        while let first = rest.first {
            let part = rest.prefix(length)
            let readable = part.prefix { $0.isReadable }
            do {
                if case .failure(let error) = first.event { throw error }
                let end = readable.last?.position ?? place
                let reached = try await advance(follower, from: place, to: end, readable)
                guard reached == end else {
                    // Another server has gone on with the same follower.
                    clearRetry(of: follower, upTo: reached)
                    return reached
                }
                (rest, place) = (rest.dropFirst(readable.count), end)
                clearRetry(of: follower, upTo: place)
                length = rest.count
            } catch {
                guard await isFaultOfEvent(error) else { throw error }
                if readable.count > 1 {
                    length = readable.count / 2
                } else {
                    guard try await recordFailure(error, at: first.position, of: follower, after: place)
                    else {
                        return nil
                    }
                    (rest, place) = (rest.dropFirst(), first.position)
                    length = rest.count
                }
            }
        }
        return place
    }

    /// Does the follower's work and moves its place in one transaction.
    ///
    /// - Returns: where the follower is then, which is elsewhere when it was moved meanwhile.
    private func advance(
        _ follower: any LogFollower, from place: LogPosition, to end: LogPosition,
        _ entries: ArraySlice<LogSlice.Entry>
    ) async throws -> LogPosition {
        let now = environment.now()
        let environment = environment
        return try await database.write { connection in
            let current = try connection.lockedPosition(of: follower)
            guard current == place else { return current }
            try connection.setLogPosition(end, named: follower.name)
            try follower.follow(
                entries.compactMap { try? $0.event.get() },
                FollowerContext(connection: connection, now: now, environment: environment))
            return end
        }
    }
}

// MARK: - Events at fault

extension LogPump {
    /// How long after each failure the event is tried again, in seconds.
    private static let pauses: [TimeInterval] = [1, 5, 25]

    private func mayRun(_ follower: any LogFollower, for caller: Caller) -> Bool {
        let now = environment.now()
        return pendingRetries.withLock { pendingRetries in
            guard let retry = pendingRetries[follower.name] else { return true }
            return caller == .worker && retry.next <= now
        }
    }

    /// Tries an event that is due again, behind the answer of someone who reads: inside an app no job may do so.
    func retryInBackground(_ follower: any LogFollower) {
        let now = environment.now()
        let isDue = pendingRetries.withLock { $0[follower.name].map { $0.next <= now } ?? false }
        guard isDue else { return }
        backgroundRetries.withLock { backgroundRetries in
            guard backgroundRetries[follower.name] == nil else { return }
            backgroundRetries[follower.name] = Task { [self] in
                // When the database fails, the next reader begins anew.
                try? await run([follower], for: .worker)
                self.backgroundRetries.withLock { $0[follower.name] = nil }
            }
        }
    }

    /// Returns when nothing is tried behind readers any more.
    func waitForRetries() async {
        for task in backgroundRetries.withLock({ Array($0.values) }) { await task.value }
    }

    /// Whether an event of the follower is to be tried again.
    func hasRetry(_ follower: any LogFollower) -> Bool {
        pendingRetries.withLock { $0[follower.name] != nil }
    }

    private func hasRetry(after place: LogPosition, of follower: any LogFollower) -> Bool {
        pendingRetries.withLock { $0[follower.name].map { $0.position > place } ?? false }
    }

    private func clearRetry(of follower: any LogFollower, upTo place: LogPosition) {
        pendingRetries.withLock { pendingRetries in
            if let retry = pendingRetries[follower.name], retry.position <= place {
                pendingRetries[follower.name] = nil
            }
        }
    }

    /// A database that is away, full or held by others is not a fault of the event; what times out while the database
    /// answers is.
    func isFaultOfEvent(_ error: any Error) async -> Bool {
        guard isDatabaseFailure(error) else { return true }
        guard case DatabaseError.unavailable = error else { return false }
        do {
            try await database.ping()
            return true
        } catch {
            return false
        }
    }

    /// Whether the database may do tomorrow what it could not do now, or the work was cancelled.
    private func isDatabaseFailure(_ error: any Error) -> Bool {
        guard !(error is CancellationError) else { return true }
        return switch error as? DatabaseError {
        case .busy, .full, .outcomeUnknown, .unavailable: true
        case .unique, .foreignKey, .check, .notNull, .decoding, .unknownMigration, .sql, nil: false
        }
    }

    /// Records that the event has failed, and parks it when it has failed often enough.
    ///
    /// - Returns: whether the follower may go on.
    private func recordFailure(
        _ error: any Error, at position: LogPosition, of follower: any LogFollower, after place: LogPosition
    ) async throws -> Bool {
        let now = environment.now()
        let mustPark = pendingRetries.withLock { pendingRetries in
            var retry =
                pendingRetries[follower.name] ?? PendingRetry(position: position, failures: 0, next: now)
            if retry.position != position { retry = PendingRetry(position: position, failures: 0, next: now) }
            // Someone else has tried it a moment ago.
            guard retry.next <= now else { return false }
            guard retry.failures < Self.pauses.count else { return true }
            retry.next = now.addingTimeInterval(Self.pauses[retry.failures])
            retry.failures += 1
            pendingRetries[follower.name] = retry
            return false
        }
        guard mustPark else { return false }
        let event = ParkedEvent(follower: follower.name, position: position, error: error, at: now)
        let isParked = try await database.write { connection in
            guard try connection.lockedPosition(of: follower) == place else { return false }
            try connection.park(event)
            try connection.setLogPosition(position, named: follower.name)
            return true
        }
        clearRetry(of: follower, upTo: position)
        if isParked { parked.withLock { $0.append(event) } }
        return isParked
    }
}

extension LogSlice.Entry {
    fileprivate var isReadable: Bool {
        if case .success = event { true } else { false }
    }
}

extension Connection {
    /// The follower's place, which no one else moves until this transaction ends.
    fileprivate func lockedPosition(of follower: any LogFollower) throws -> LogPosition {
        try send(
            """
            INSERT INTO log_positions (name, tx, sequence) VALUES (\(follower.name), 0, 0)
            ON CONFLICT (name) DO NOTHING
            """)
        return try fetchFirst(
            """
            SELECT \(SQL.logPosition)
            FROM log_positions
            WHERE name = \(follower.name)
            \(.forUpdate)
            """
        ) { LogPosition(&$0) } ?? .start
    }
}
