import Foundation
import Paceline
import PacelineDatabase
import Synchronization

/// Records when sessions are used, and writes that in the background, so that reads do not wait for a commit.
///
/// A use takes effect in this process immediately. Failed writes are retried with the next use. A use that is lost when
/// the process ends is recorded again by the next request.
final class SessionUse: Sendable {
    private struct State {
        /// Uses that are not written yet.
        var pending: [SignedIn.ID: Date] = [:]
        var isWriting = false
    }

    private let database: any Database
    private let members: SessionTerm
    private let staff: SessionTerm
    /// How long access tokens last.
    let accessTokens: SessionTerm
    private let state = Mutex(State())

    init(_ database: any Database, lifetime: TimeInterval) {
        self.database = database
        members = .members(lifetime)
        staff = .staff(lifetime)
        accessTokens = .accessTokens(lifetime)
    }

    /// The uses that a read starting now may miss in the database.
    var pending: [SignedIn.ID: Date] { state.withLock { $0.pending } }

    /// How long the sessions of a person with the role last.
    func term(of role: StaffRole?) -> SessionTerm { role == nil ? members : staff }

    /// Updates the session's last use and expiry if the use is newer.
    func updating(_ session: ActiveSession, of role: StaffRole?, with use: Date?) -> ActiveSession {
        guard let use, use > session.lastUsedAt else { return session }
        var session = session
        session.lastUsedAt = use
        session.expiresAt = term(of: role).end(after: use, startedAt: session.createdAt)
        return session
    }

    /// Records a use and starts writing unless a write is in progress.
    func record(_ session: SignedIn.ID, at instant: Date) {
        let mustWrite = state.withLock { state in
            state.pending[session] = instant
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustWrite { Task { await writeAll() } }
    }

    /// Writes pending uses in batches until there are none.
    private func writeAll() async {
        while let batch = nextBatch() {
            do {
                try await write(batch)
            } catch {
                // The next use retries.
                return state.withLock { $0.isWriting = false }
            }
            removePending(batch)
        }
    }

    private func nextBatch() -> [(key: SignedIn.ID, value: Date)]? {
        state.withLock { state in
            // A fixed order avoids deadlocks between servers.
            let batch = state.pending.prefix(Self.batchSize).sorted { $0.key < $1.key }
            if batch.isEmpty { state.isWriting = false }
            return batch.isEmpty ? nil : batch
        }
    }

    private func write(_ batch: [(key: SignedIn.ID, value: Date)]) async throws {
        let (members, staff, accessTokens) = (members, staff, accessTokens)
        try await database.write { connection in
            for (session, instant) in batch {
                try connection.send(
                    """
                    UPDATE sessions
                    SET last_used_at = \(instant),
                        expires_at = CASE WHEN scopes IS NOT NULL THEN \(accessTokens.end(after: instant))
                            WHEN EXISTS (
                                SELECT 1
                                FROM accounts
                                WHERE accounts.person = sessions.person AND accounts.role IS NOT NULL)
                            THEN \(staff.end(after: instant)) ELSE \(members.end(after: instant)) END
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

    /// Small, because other writers wait for a batch.
    private static let batchSize = 200
}

/// How long sessions and access tokens last.
struct SessionTerm: Sendable {
    /// How long an unused session stays valid, in seconds.
    let unused: TimeInterval
    /// How long a session lasts even if it is used, in seconds.
    let longest: TimeInterval
    /// How old the stored last use may become, in seconds, so that most reads cause no write.
    let precision: TimeInterval

    private static let day: TimeInterval = 86_400

    /// - Parameter lifetime: see ``EngineEnvironment/sessionLifetime``.
    static func members(_ lifetime: TimeInterval) -> SessionTerm {
        SessionTerm(unused: lifetime, longest: 365 * day, precision: 3_600)
    }

    /// A year and a day, so that a script's owner can replace a token on the same date each year.
    static func accessTokens(_ lifetime: TimeInterval) -> SessionTerm {
        SessionTerm(unused: lifetime, longest: 366 * day, precision: 3_600)
    }

    /// A session of the staff that was stolen is soon of no use.
    static func staff(_ lifetime: TimeInterval) -> SessionTerm {
        SessionTerm(unused: min(lifetime, day / 2), longest: 30 * day, precision: 300)
    }

    /// The expiry of a session that was last used at the instant.
    func end(after instant: Date, startedAt start: Date) -> Date {
        min(instant.addingTimeInterval(unused), start.addingTimeInterval(longest))
    }

    /// The same expiry as an expression on a row of `sessions`.
    fileprivate func end(after instant: Date) -> SQL {
        let end = instant.addingTimeInterval(unused)
        let latest = Int64(longest * 1_000)
        return "CASE WHEN created_at + \(latest) < \(end) THEN created_at + \(latest) ELSE \(end) END"
    }
}
