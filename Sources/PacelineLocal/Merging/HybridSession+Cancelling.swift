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
    /// what has arrived. End the steps of the merge first. If the account was deleted, use ``LocalCommunity/reopen()``.
    /// - Throws: ``SocialError/Code/notAllowed`` if something has arrived, or if the community is being merged into
    ///   another account; merge it again to finish. ``SocialError/Code/offline`` or another error of the connection if
    ///   the device has tried to send something, and does not know whether it arrived: try again with a connection.
    public func cancelMerge(of community: LocalCommunity) async throws {
        guard let merge = try await community.engine.merge() else { return }
        guard (merge.account, merge.server) == (person, server.address) else {
            throw SocialError(.notAllowed, "This data is being merged into another account.")
        }
        guard !merge.isMoved,
            try await !community.engine.mergeOutcomes().values.contains(where: \.isInAccount)
        else { throw SocialError.hasArrived }
        try await translatingStoreErrors {
            try await inBackground {
                try await withdraw(merge)
                try await community.engine.cancelMerge()
            }
        }
        await runner.noteChange()
    }

    /// Removes what a merge has queued.
    private func withdraw(_ merge: CommunityMerge) async throws {
        if try await store.withdrawMerge(merge.id) {
            await runner.syncNow(.refresh)
            if try await store.withdrawMerge(merge.id) {
                try await store.resumeMerge(merge.id)
                throw await runner.failure == nil ? SocialError.sendsElsewhere : await runner.unsent
            }
        }
        let marks = try await store.mergeMarks(of: merge.id)
        guard !marks.values.contains(where: \.isInAccount) else { throw SocialError.hasArrived }
        try await store.forgetMerge(merge.id)
    }
}

extension MergeOutcome {
    fileprivate var isInAccount: Bool { self != .refused }
}

extension MergeMark {
    fileprivate var isInAccount: Bool {
        if case .settled(let outcome) = self { outcome.isInAccount } else { false }
    }
}

extension SocialError {
    fileprivate static let hasArrived = SocialError(
        .notAllowed, "Some of it is in your account already. Merge it again to finish.")
}
