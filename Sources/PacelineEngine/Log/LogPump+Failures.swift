import Foundation
import Paceline
import PacelineDatabase

// Failing events.
extension LogPump {
    /// Seconds until the retry after each failure.
    private static let pauses: [TimeInterval] = [1, 5, 25]

    func mayRun(_ consumer: any LogConsumer, for runner: Runner) -> Bool {
        let now = environment.now()
        return pendingRetries.withLock { pendingRetries in
            guard let retry = pendingRetries[consumer.name] else { return true }
            return runner == .worker && retry.next <= now
        }
    }

    /// Starts a background retry if one is due. Reads call it, since an embedded engine may run no periodic jobs.
    func retryInBackground(_ consumer: any LogConsumer) {
        let now = environment.now()
        let isDue = pendingRetries.withLock { $0[consumer.name].map { $0.next <= now } ?? false }
        guard isDue else { return }
        backgroundRetries.withLock { backgroundRetries in
            guard backgroundRetries[consumer.name] == nil else { return }
            backgroundRetries[consumer.name] = Task { [self] in
                // If the database fails, the next read starts another retry.
                try? await run([consumer], for: .worker)
                self.backgroundRetries.withLock { $0[consumer.name] = nil }
            }
        }
    }

    /// Waits for all background retries to finish.
    func waitForRetries() async {
        for task in backgroundRetries.withLock({ Array($0.values) }) { await task.value }
    }

    /// Whether the consumer has a pending retry.
    func hasRetry(_ consumer: any LogConsumer) -> Bool {
        pendingRetries.withLock { $0[consumer.name] != nil }
    }

    func hasRetry(after position: LogPosition, of consumer: any LogConsumer) -> Bool {
        pendingRetries.withLock { $0[consumer.name].map { $0.position > position } ?? false }
    }

    func clearRetry(of consumer: any LogConsumer, upTo position: LogPosition) {
        pendingRetries.withLock { pendingRetries in
            if let retry = pendingRetries[consumer.name], retry.position <= position {
                pendingRetries[consumer.name] = nil
            }
        }
    }

    /// Whether the event caused the error, not an unavailable, full or busy database. A timeout, or damage of the file,
    /// counts as caused by the event if the database responds.
    func isCausedByEvent(_ error: any Error) async -> Bool {
        guard isDatabaseFailure(error) else { return true }
        switch error as? DatabaseError {
        case .unavailable, .damaged: break
        default: return false
        }
        do {
            try await database.ping()
            return true
        } catch {
            return false
        }
    }

    /// Whether the error is temporary and independent of the event, or a cancellation.
    private func isDatabaseFailure(_ error: any Error) -> Bool {
        guard !(error is CancellationError) else { return true }
        return switch error as? DatabaseError {
        case .busy, .full, .outcomeUnknown, .unavailable, .damaged: true
        case .unique, .foreignKey, .check, .notNull, .decoding, .unknownMigration, .sql, nil: false
        }
    }

    /// Records the failure, and parks the event after the last retry.
    ///
    /// - Returns: whether the consumer may continue.
    func recordFailure(
        _ error: any Error, at position: LogPosition, of consumer: any LogConsumer,
        after previous: LogPosition
    ) async throws -> Bool {
        let now = environment.now()
        let mustPark = pendingRetries.withLock { pendingRetries in
            var retry =
                pendingRetries[consumer.name] ?? PendingRetry(position: position, failures: 0, next: now)
            if retry.position != position { retry = PendingRetry(position: position, failures: 0, next: now) }
            // Another task has just retried it.
            guard retry.next <= now else { return false }
            guard retry.failures < Self.pauses.count else { return true }
            retry.next = now.addingTimeInterval(Self.pauses[retry.failures])
            retry.failures += 1
            pendingRetries[consumer.name] = retry
            return false
        }
        guard mustPark else { return false }
        let event = ParkedEvent(consumer: consumer.name, position: position, error: error, at: now)
        let isParked = try await database.write { connection in
            guard try connection.lockedPosition(of: consumer) == previous else { return false }
            try connection.park(event)
            try connection.setLogPosition(position, named: consumer.name)
            return true
        }
        clearRetry(of: consumer, upTo: position)
        if isParked { parked.withLock { $0.append(event) } }
        return isParked
    }
}
