import Foundation
import Paceline
import PacelineReplica

// What sessions wait for.
extension SyncRunner {
    /// Sends what waits, before a request that must come after it.
    /// - Throws: ``SocialError/Code/offline`` if the server cannot be reached.
    func sendWaiting() async throws {
        guard try await store.progress().waiting > 0 else { return }
        await pass(.refresh)
        guard try await store.progress().waiting > 0 else { return }
        throw unsent
    }

    /// Brings the store up to date.
    /// - Throws: ``SocialError/Code/offline`` if the server cannot be reached.
    func catchUp() async throws {
        await pass(.refresh)
        switch failure {
        case .noAnswer?, .busy?: throw unsent
        // The server will say it to the request itself.
        case .unauthenticated?, .changesExpired?, .deviceReused?, .stopped?, nil: break
        }
    }

    /// Why what waits was not sent.
    private var unsent: SocialError {
        switch failure {
        case .stopped(let error)?: error
        case .busy(let retryAfter)?:
            SocialError(.busy, "The server cannot take this now. Try again later.", retryAfter: retryAfter)
        case .unauthenticated?: .signedOut
        default: .offline
        }
    }

    /// Sends a command, and waits for the server's answer.
    /// - Throws: ``SocialError/Code/offline`` if the server cannot be reached; the command waits then.
    func confirm(_ position: Int64) async throws -> CommandResult {
        answers.updateValue(nil, forKey: position)
        defer { answers.removeValue(forKey: position) }
        for _ in 0..<Self.attempts {
            await pass(.refresh)
            if let answer = answers[position] ?? nil { return answer }
            if try await store.outbox()[position] == nil {
                let refusals = try await store.refusals()
                throw refusals.first { $0.position == position }?.error ?? unsent
            }
            if failure != nil { break }
        }
        throw unsent
    }

    /// A command may wait for others on the same thing.
    private static var attempts: Int { 5 }

    /// Syncs, until a deadline at most.
    func sync(until deadline: ContinuousClock.Instant?) async throws -> SyncReport {
        let (sentBefore, receivedBefore) = (sent, received)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let pass = Task {
            await self.pass(.refresh)
            end.finish()
        }
        let limit = Task {
            guard let deadline else { return }
            do {
                try await Task.sleep(until: deadline, clock: .continuous)
                end.finish()
            } catch {
                // The sync ended first.
            }
        }
        for await _ in ends {}
        limit.cancel()
        if deadline == nil { await pass.value }
        return SyncReport(
            status: try await status(), sent: sent - sentBefore, received: received - receivedBefore)
    }
}

// The status.
extension SyncRunner {
    func status() async throws -> SyncStatus {
        let progress = try await store.progress()
        let phase: SyncStatus.Phase =
            if let stopped {
                .stopped(stopped)
            } else if let offlineSince {
                .offline(since: offlineSince)
            } else if let syncedAt, running == nil, progress.waiting == 0, progress.loads == 0 {
                .synced(at: syncedAt)
            } else {
                .syncing
            }
        return SyncStatus(phase: phase, waiting: progress.waiting, refused: progress.refused)
    }

    private var stopped: SocialError? {
        switch failure {
        case .unauthenticated?: .signedOut
        case .stopped(let error)?: error
        default: machine.stoppedBy
        }
    }

    /// Tells the status to all who listen.
    func tellStatus() async {
        guard !listeners.isEmpty else { return }
        do {
            let status = try await status()
            for listener in listeners.values { listener.yield(status) }
        } catch {
            // The store is closed.
        }
    }

    func listen(_ listener: AsyncStream<SyncStatus>.Continuation, as id: UUID) async {
        guard !isClosed else { return listener.finish() }
        listeners[id] = listener
        await tellStatus()
    }

    func stopListening(_ id: UUID) { listeners[id] = nil }
}

extension SocialError {
    static let signedOut = SocialError(.unauthenticated, "Your session has ended. Sign in again.")
}
