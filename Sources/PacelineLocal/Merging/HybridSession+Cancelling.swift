import Foundation
import Paceline
import PacelineClient
import PacelineEngine
import PacelineReplica

extension HybridSession {
    /// Makes a community that is being merged local again, unless the server has received something of it. What waits
    /// leaves the outbox.
    ///
    /// An active session sends what waits by itself, also right after the next start of the app. So that a person can
    /// decide at a start before anything is sent, open the session suspended, and resume it after their answer:
    ///
    /// ```swift
    /// let ana = try await HybridSession(
    ///     at: url, token: signedIn.token, of: signedIn.person.id, in: folder, isActive: false)
    /// if await confirm("Keep your workouts on this device?") { try await ana.cancelMerge(of: community) }
    /// try await ana.resume()
    /// ```
    ///
    /// While the session is suspended, this opens the file until it returns. It syncs only if the device does not know
    /// what has arrived. End the steps of the merge first: those that go on throw ``SocialError/Code/notAllowed``. If the
    /// account was deleted, use ``LocalCommunity/reopen()``.
    /// - Throws: ``SocialError/Code/notAllowed`` if something has arrived, or if the community is being merged into
    ///   another account; merge it again to finish. ``SocialError/Code/offline`` or another error of the connection if
    ///   the device has tried to send something, and does not know whether it arrived: try again with a connection.
    ///   `CancellationError` if the task is cancelled while it waits for a step of the merge; nothing changes then.
    public func cancelMerge(of community: LocalCommunity) async throws {
        try await community.mergeWork.run {
            // To its end, also if the caller's task is cancelled: half of it would leave the merge withdrawn.
            try await Task { try await cancel(community) }.value
        }
        await runner.noteChange()
    }

    private func cancel(_ community: LocalCommunity) async throws {
        guard let merge = try await community.engine.merge() else { return }
        guard (merge.account, merge.server) == (person, server.address) else {
            throw SocialError.mergesIntoAnotherAccount
        }
        guard !merge.isMoved,
            try await !community.engine.mergeOutcomes().values.contains(where: \.isInAccount)
        else { throw SocialError.hasArrived }
        try await translatingStoreErrors {
            try await inBackground {
                do {
                    try await withdraw(merge.id)
                } catch {
                    await resume(merge.id)
                    throw error
                }
                try await community.engine.cancelMerge()
            }
        }
    }

    /// Takes back what a merge has queued.
    /// - Throws: an error if some of it is in the account, or may be.
    private func withdraw(_ merge: UUID) async throws {
        if try await store.withdrawMerge(merge) { await runner.syncNow(.refresh) }
        switch try await store.removeMerge(merge) {
        case .removed: break
        case .isUnanswered: throw await runner.delay
        case .hasArrived: throw SocialError.hasArrived
        }
    }

    /// Lets a merge go on that could not be cancelled.
    private func resume(_ merge: UUID) async {
        do {
            try await store.resumeMerge(merge)
        } catch {
            // The next run of the merge does the same.
        }
    }
}

extension MergeOutcome {
    fileprivate var isInAccount: Bool { self != .refused }
}
