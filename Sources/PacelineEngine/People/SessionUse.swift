import Foundation
import Paceline
import PacelineDatabase
import Synchronization

/// Notes when sign-ins are used, and writes that behind the answers, so that no read waits for a commit.
///
/// A use counts in this process as soon as it is pending. What could not be written is tried again with the next use;
/// what is lost because the program ends is pending again then.
final class SessionUse: Sendable {
    private struct State {
        /// Uses that are not durable yet.
        var pending: [SignedIn.ID: Date] = [:]
        var isWriting = false
    }

    private let database: any Database
    /// How long a session lives without being used, in seconds.
    private let lifetime: TimeInterval
    private let state = Mutex(State())

    init(_ database: any Database, lifetime: TimeInterval) {
        self.database = database
        self.lifetime = lifetime
    }

    /// When the sign-in was used last, if the database does not have that yet.
    func lastUse(of session: SignedIn.ID) -> Date? { state.withLock { $0.pending[session] } }

    /// Uses that a read which begins now may not find in the database.
    var pending: [SignedIn.ID: Date] { state.withLock { $0.pending } }

    /// When a session ends that is used at the instant, and not again.
    func end(after instant: Date) -> Date { instant.addingTimeInterval(lifetime) }

    /// The sign-in as its last use makes it, if there was one that it does not show.
    func updating(_ session: ActiveSession, with use: Date?) -> ActiveSession {
        guard let use, use > session.lastUsedAt else { return session }
        var session = session
        session.lastUsedAt = use
        session.expiresAt = end(after: use)
        return session
    }

    /// Notes that the sign-in is used at the instant.
    func record(_ session: SignedIn.ID, at instant: Date) {
        let mustWrite = state.withLock { state in
            state.pending[session] = instant
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustWrite { Task { await writeAll() } }
    }

    /// Writes what is pending, in batches: what comes during one is in the next.
    private func writeAll() async {
        while let batch = nextBatch() {
            do {
                try await write(batch)
            } catch {
                // The next use tries to write them all again.
                return state.withLock { $0.isWriting = false }
            }
            removePending(batch)
        }
    }

    private func nextBatch() -> [(key: SignedIn.ID, value: Date)]? {
        state.withLock { state in
            // In one order everywhere, or two servers would wait for each other.
            let batch = state.pending.prefix(Self.batchSize).sorted { $0.key < $1.key }
            if batch.isEmpty { state.isWriting = false }
            return batch.isEmpty ? nil : batch
        }
    }

    private func write(_ batch: [(key: SignedIn.ID, value: Date)]) async throws {
        try await database.write { connection in
            for (session, instant) in batch {
                try connection.send(
                    """
                    UPDATE sessions
                    SET last_used_at = \(instant), expires_at = \(self.end(after: instant))
                    WHERE id = \(session) AND last_used_at < \(instant)
                    """)
            }
        }
    }

    private func removePending(_ batch: [(key: SignedIn.ID, value: Date)]) {
        state.withLock { state in
            for (session, instant) in batch where state.pending[session] == instant {
                state.pending[session] = nil
            }
        }
    }

    /// Writers wait for a batch.
    private static let batchSize = 200
}
