import Foundation
import Paceline
import PacelineClient

extension HybridSession {
    /// Brings into this account what a person did on the device before they had one: workouts with their photos,
    /// scores, and the pictures of the profile. Kudos and comments are not merged. Friends who were added with their
    /// cards are asked to be friends in the account, too. The scores that you pasted for friends are deleted with the
    /// community: the account's boards begin with what they publish there.
    ///
    /// ```swift
    /// for try await progress in ana.merge(community, of: localPerson) {
    ///     show("\(progress.report.done) of \(progress.report.total)")
    /// }
    /// ```
    ///
    /// From the first step on, the services of the community are read-only, and everything is queued once, which needs
    /// no connection. When each thing has an outcome and none is refused, the community's file is deleted. To resume,
    /// also after the app was killed, merge the same community again: see ``LocalCommunity/mergeState``.
    ///
    /// - A workout keeps its id. If the account has one with this id, it is replaced.
    /// - A score or a picture of the profile that the account has already stays: see ``MergeReport/kept``.
    /// - Refused workouts and scores are in ``refusedChanges()``, and refused pictures in
    ///   ``MergeReport/refusedPictures``. The community stays until the person has retried or discarded these.
    /// - The account takes over the person's ``FriendCard``: friends who have it, and merge later, ask by it. Those who
    ///   have not merged yet cannot be asked: see ``MergeReport/unaskedFriends``.
    ///
    /// ``cancelMerge(of:)`` makes the community local again, as long as nothing has arrived.
    /// - Parameters:
    ///   - community: the community of the device.
    ///   - person: the person in it. No one else, except local friends, may have workouts or scores there.
    ///   - visibility: who may see merged workouts and scores at most; those that fewer people could see stay so. A
    ///     merge that is resumed keeps its first visibility.
    ///   - discardsRefusedPictures: whether to do without the pictures that the server refuses, which are deleted with
    ///     the community.
    ///   - retry: how often, and after which pauses, to continue while the server is busy.
    /// - Returns: the steps. The sequence throws ``SocialError/Code/offline`` without a connection,
    ///   ``SocialError/Code/notAllowed`` if the merge was cancelled, if the community is being merged into another
    ///   account, or if other people, who are no local friends, have items in it,
    ///   ``SocialError/Code/unauthenticated`` if the session has ended, and ``SocialError/Code/busy`` if the server is
    ///   busy for longer than `retry` allows. It also throws what keeps the account from taking over the card or from
    ///   asking friends, until the person has changed that: ``SocialError/Code/usernameRequired``,
    ///   ``SocialError/Code/limitReached`` or ``SocialError/Code/quotaExceeded``. What was queued stays so.
    public func merge(
        _ community: LocalCommunity, of person: Person.ID, visibility: ItemVisibility = .private,
        discardingRefusedPictures discardsRefusedPictures: Bool = false, retry: RetryPolicy = .history
    ) -> AccountMerge {
        AccountMerge(
            MergeRun(
                session: self, community: community, person: person, visibility: visibility,
                discardsRefusedPictures: discardsRefusedPictures), retry: retry)
    }
}

/// The steps of merging a local community into an account, from
/// ``HybridSession/merge(_:of:visibility:discardingRefusedPictures:retry:)``.
///
/// ```swift
/// let report = try await ana.merge(community, of: localPerson).finish()
/// ```
public struct AccountMerge: AsyncSequence, Sendable {
    private let run: MergeRun
    private let retry: RetryPolicy

    init(_ run: MergeRun, retry: RetryPolicy) {
        self.run = run
        self.retry = retry
    }

    public func makeAsyncIterator() -> Iterator { Iterator(run, retry) }

    /// Takes all steps.
    /// - Returns: the report of the last one.
    /// - Throws: see ``Iterator/next()``.
    public func finish() async throws -> MergeReport {
        var report = MergeReport()
        for try await progress in self { report = progress.report }
        return report
    }

    /// Takes one step after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private var run: MergeRun
        private let retry: RetryPolicy
        private var attempt = 0
        private var pause: HistoryProgress.Pause?

        fileprivate init(_ run: MergeRun, _ retry: RetryPolicy) {
            self.run = run
            self.retry = retry
        }

        /// Waits for the announced pause, if there is one, and takes the next step.
        /// - Returns: nil after the last step.
        /// - Throws: the errors of
        ///   ``HybridSession/merge(_:of:visibility:discardingRefusedPictures:retry:)``, and `CancellationError`. A new
        ///   merge goes on from there.
        public mutating func next() async throws -> MergeProgress? {
            try Task.checkCancellation()
            if let pause { try await retry.sleep(pause.duration) }
            pause = nil
            do {
                guard try await run.step() else { return nil }
                attempt = 0
            } catch let error as SocialError {
                guard let duration = retry.pause(after: error, attempt: attempt) else { throw error }
                attempt += 1
                pause = HistoryProgress.Pause(duration: duration, error: error)
            }
            return MergeProgress(report: run.report, pause: pause)
        }
    }
}

/// One step of merging a local community into an account.
///
/// ```swift
/// for try await progress in ana.merge(community, of: localPerson) {
///     if let pause = progress.pause { show(pause.error.message) }
/// }
/// ```
public struct MergeProgress: Sendable, Equatable {
    /// What has been done so far.
    public var report: MergeReport
    /// The pause that follows, because the server is busy; nil if there is none.
    public var pause: HistoryProgress.Pause?

    /// Creates a step. An app needs this only in its own tests and previews.
    public init(report: MergeReport, pause: HistoryProgress.Pause? = nil) {
        self.report = report
        self.pause = pause
    }
}

/// The outcome of merging a local community into an account. Workouts, photos, scores and the pictures of the
/// profile count as one each.
///
/// ```swift
/// show("\(report.moved) moved, \(report.kept) were in your account already, \(report.refused) refused")
/// ```
public struct MergeReport: Sendable, Equatable {
    /// How many things there are.
    public var total = 0
    /// How many the account has now.
    public var moved = 0
    /// How many stayed as the account had them: scores of the same game and day, and pictures of the profile. Also
    /// photos of workouts that were deleted in the account meanwhile.
    public var kept = 0
    /// How many the server refused, whether or not the person has discarded them.
    public var refused = 0
    /// The pictures that the server refused in this run. The next run sends them again, unless it is to discard them.
    public var refusedPictures: [RefusedPicture] = []
    /// The local friends who were asked in the account, or are friends there already. They are not among the things.
    public var askedFriends: [LocalFriend] = []
    /// The local friends who were not asked, so far. When the merge is over, the account does not know them: show the
    /// person who they were.
    public var unaskedFriends: [UnaskedFriend] = []
    /// Why the account does not have the person's card, so that friends who have the card cannot ask this account by
    /// it: ``SocialError/Code/identityTaken`` if another account has it, or another final error of the server. Errors
    /// that the person can resolve, or that may pass, are thrown instead.
    public var cardError: SocialError?
    /// Whether the merge is over, and the community's file deleted.
    public var isFinished = false

    /// Creates a report. An app needs this only in its own tests and previews.
    public init() {}

    /// How many have an outcome.
    public var done: Int { moved + kept + refused }
}

/// A picture of a local community that the server refused.
///
/// ```swift
/// for picture in report.refusedPictures {
///     show("A photo could not be moved: \(picture.error.message)")
/// }
/// ```
public struct RefusedPicture: Sendable, Equatable {
    /// The workout whose photo it is; nil for a picture of the profile.
    public var workout: Workout.ID?
    /// The server's error.
    public var error: SocialError

    /// Creates a refused picture. An app needs this only in its own tests and previews.
    public init(workout: Workout.ID?, error: SocialError) {
        self.workout = workout
        self.error = error
    }
}

/// A local friend who was not asked in the account.
///
/// ```swift
/// for unasked in report.unaskedFriends where unasked.error?.code == .friendCodeNotFound {
///     show("\(unasked.friend.person.displayName) can’t be asked yet. They can ask you when they join.")
/// }
/// ```
public struct UnaskedFriend: Sendable, Equatable {
    /// The friend.
    public var friend: LocalFriend
    /// Why the friend was not asked: ``SocialError/Code/friendCodeNotFound`` if no account that the person can find has
    /// the card, ``SocialError/Code/requestsNotAllowed``, ``SocialError/Code/blockedByMe``, or another final error of
    /// the server. Errors that the person can resolve, or that may pass, are thrown instead. nil if the friend has no
    /// card, or was not asked yet.
    public var error: SocialError?

    /// Creates a friend who was not asked. An app needs this only in its own tests and previews.
    public init(friend: LocalFriend, error: SocialError?) {
        self.friend = friend
        self.error = error
    }
}
