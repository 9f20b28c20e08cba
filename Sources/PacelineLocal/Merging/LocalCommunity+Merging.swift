import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

extension LocalCommunity {
    /// Whether the community belongs to the device, or to an account.
    ///
    /// ```swift
    /// switch try await community.mergeState {
    /// case .local: break
    /// case .merging(let person, _, _), .moved(let person, _, _):
    ///     _ = try await ana.merge(community, of: person).finish()
    /// }
    /// ```
    public enum MergeState: Sendable, Equatable {
        /// It belongs to the device, and can be changed.
        case local
        /// What a person in it has is being merged into an account on a server, and it is read-only. Merge it again to
        /// resume: see ``HybridSession/merge(_:of:visibility:discardingRefusedPictures:retry:)``.
        case merging(of: Person.ID, into: Person.ID, on: URL)
        /// The account has all of it, and only the file was not deleted yet. Merging again deletes it.
        case moved(of: Person.ID, into: Person.ID, on: URL)
    }

    /// The state, which is kept in the community's file.
    /// - Throws: ``SocialError/Code/unavailable`` if the file cannot be read.
    public var mergeState: MergeState {
        get async throws {
            guard let merge = try await engine.merge() else { return .local }
            guard let url = URL(string: merge.server) else {
                throw SocialError(.unavailable, "The file of the community is damaged.")
            }
            return merge.isMoved
                ? .moved(of: merge.person, into: merge.account, on: url)
                : .merging(of: merge.person, into: merge.account, on: url)
        }
    }

    /// Makes the community local again, since the account that it was being merged into was deleted. Everything is
    /// still in it, and can be changed, or merged into another account.
    ///
    /// ```swift
    /// if await confirm("Keep your workouts on this device?") { try await community.reopen() }
    /// ```
    ///
    /// If the account exists, use ``HybridSession/cancelMerge(of:)``: what waits in its outbox would still be sent.
    /// - Throws: ``SocialError/Code/notAllowed`` if all of it was moved. `CancellationError` if the task is cancelled
    ///   while it waits for a step of the merge; nothing changes then.
    public func reopen() async throws {
        try await mergeWork.run {
            guard try await engine.merge()?.isMoved != true else {
                throw SocialError(
                    .notAllowed, "Everything was moved to your account. Open the account instead.")
            }
            try await engine.cancelMerge()
        }
    }

    /// Closes the community and deletes its file. The key beside it stays, since other communities may use it.
    func delete() async throws {
        try await close()
        guard let file else { return }
        try await translatingErrors { try SQLiteDatabase.removeFile(at: file.path) }
    }
}

extension SocialError.Code {
    /// The community was merged into an account, or is being merged, and can no longer be changed. Only the services of
    /// a ``LocalCommunity`` throw this error.
    public static let readOnly = communityIsReadOnly
}
