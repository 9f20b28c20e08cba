import Foundation
import Paceline
import PacelineReplica

// Calls that wait for the server.
extension SyncRunner {
    /// Sends the queued commands, before a request that must follow them.
    /// - Throws: ``SocialError/Code/offline`` if the server cannot be reached, ``SocialError/Code/busy`` while another
    ///   process sends them.
    func sendQueued() async throws {
        guard try await store.progress().waiting > 0 else { return }
        await syncNow(.refresh)
        guard try await store.progress().waiting > 0 else { return }
        throw delay
    }

    /// Brings the store up to date.
    /// - Throws: ``SocialError/Code/offline`` if the server cannot be reached.
    func catchUp() async throws {
        await syncNow(.refresh)
        switch failure {
        case .noAnswer?, .busy?: throw unsent
        // The request itself will get the server's error.
        case .unauthenticated?, .changesExpired?, .deviceReused?, .stopped?, nil: break
        }
    }

    /// Why nothing is sent or received now; nil while the session is active.
    private var stopReason: SocialError? {
        if store.isSignedOut { return .signedOut }
        if isClosed { return .storageClosed }
        return isSuspended ? .suspended : nil
    }

    /// Why the server has not answered commands that waited for it.
    var delay: SocialError { stopReason ?? (failure == nil ? .sendsElsewhere : unsent) }

    /// Why the queued commands were not sent.
    private var unsent: SocialError {
        if let stopReason { return stopReason }
        return switch failure {
        case .stopped(let error)?: error
        case .busy(let retryAfter)?:
            SocialError(.busy, "The server is busy. Try again later.", retryAfter: retryAfter)
        case .unauthenticated?: .sessionEnded
        default: .offline
        }
    }

    /// Sends a command, and waits for the server's answer.
    /// - Throws: ``SocialError/Code/offline`` if the server cannot be reached, ``SocialError/Code/busy`` if another
    ///   process sends it; the command stays queued.
    func confirm(_ position: Int64) async throws -> CommandResult {
        answers.updateValue(nil, forKey: position)
        defer { answers.removeValue(forKey: position) }
        for _ in 0..<Self.attempts {
            await syncNow(.refresh)
            if let answer = answers[position] ?? nil { return answer }
            if try await store.outbox()[position] == nil {
                let refusals = try await store.refusals()
                throw refusals.first { $0.position == position }?.error ?? delay
            }
            if failure != nil { break }
        }
        throw delay
    }

    /// Commands on the same thing are sent one after the other.
    private static var attempts: Int { 5 }

    /// Syncs, and returns at a deadline at the latest.
    func sync(until deadline: ContinuousClock.Instant?) async throws -> SyncReport {
        if let stopReason { throw stopReason }
        let (sentBefore, receivedBefore) = (sent, received)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let pass = Task {
            await self.syncNow(.refresh)
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
            } else if let offlineSince = isFollowing ? progress.offlineSince : offlineSince {
                .offline(since: offlineSince)
            } else if let syncedAt = isFollowing ? progress.syncedAt : syncedAt, running == nil,
                progress.waiting == 0, progress.loads == 0
            {
                .synced(at: syncedAt)
            } else {
                .syncing
            }
        return SyncStatus(
            phase: phase, waiting: progress.waiting, refused: progress.refused,
            sharing: try await store.sharing().map { SyncStatus.Sharing($0) })
    }

    private var stopped: SocialError? {
        switch failure {
        case .unauthenticated?: .sessionEnded
        case .stopped(let error)?: error
        default: machine.stoppedBy
        }
    }

    /// Sends the status to all listeners.
    func publishStatus() async {
        guard !listeners.isEmpty else { return }
        do {
            let status = try await status()
            for listener in listeners.values { listener.yield(status) }
        } catch {
            // The store is closed or suspended.
        }
    }

    func listen(_ listener: AsyncStream<SyncStatus>.Continuation, as id: UUID) async {
        guard !isClosed else { return listener.finish() }
        listeners[id] = listener
        await publishStatus()
    }

    func stopListening(_ id: UUID) { listeners[id] = nil }
}

extension SocialError {
    fileprivate static let sessionEnded = SocialError(
        .unauthenticated, "Your session has ended. Sign in again.")
    /// Another process of the app holds the lease, or other commands go first.
    fileprivate static let sendsElsewhere = SocialError(
        .busy, "Other changes are being sent first. Try again shortly.", retryAfter: 2)
}
