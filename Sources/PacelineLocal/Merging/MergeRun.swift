import Foundation
import Paceline
import PacelineAPI
import PacelineClient
import PacelineEngine
import PacelineReplica

/// One run of a merge. Each step changes one of the two files, or the server, so that a kill between two steps repeats
/// nothing: what is queued is recorded in the device's store in the same transaction, and outcomes are copied to the
/// community's file, which is deleted last.
struct MergeRun: Sendable {
    let session: HybridSession
    let community: LocalCommunity
    let person: Person.ID
    let visibility: ItemVisibility
    let discardsRefusedPictures: Bool
    /// The most commands in the outbox.
    var queueLimit = ReplicaStore.mergeLimit
    var report = MergeReport()
    private(set) var friends: [LocalFriend] = []
    /// The friends that could not be asked in this run, by code.
    var unasked: [FriendCode: SocialError] = [:]
    private var begun: (merge: UUID, contents: MergeableContents)?
    private(set) var outcomes: [String: MergeOutcome] = [:]
    private var refusedPictures: [String: RefusedPicture] = [:]
    private var isOver = false

    init(
        session: HybridSession, community: LocalCommunity, person: Person.ID, visibility: ItemVisibility,
        discardsRefusedPictures: Bool
    ) {
        self.session = session
        self.community = community
        self.person = person
        self.visibility = visibility
        self.discardsRefusedPictures = discardsRefusedPictures
    }

    /// - Returns: false if nothing is left to do.
    /// - Throws: ``SocialError``. The step can be repeated, unless the merge was cancelled.
    mutating func step() async throws -> Bool {
        guard !isOver else { return false }
        return try await community.mergeWork.run { try await nextStep() }
    }

    private mutating func nextStep() async throws -> Bool {
        guard let (id, contents) = begun else {
            try await begin()
            return true
        }
        // The person may have cancelled it since the last step, and begun another one.
        guard let merge = try await community.engine.merge(), merge.id == id else {
            throw SocialError.mergeCancelled
        }
        var queued: [String: QueuedOutcome] = [:]
        if !merge.isMoved {
            queued = try await translatingStoreErrors { try await session.store.queuedOutcomes(of: merge.id) }
            try await recordOutcomes(
                queued.compactMapValues { if case .settled(let outcome) = $0 { outcome } else { nil } })
            if try await queue(contents, queued, of: merge) { return true }
            if queued.values.contains(.waiting) || contents.needsQueueing(besides: queued, outcomes) {
                try await send(queued, of: merge)
                return true
            }
            if try await sendPicture(of: contents) { return true }
        }
        if try await claimCard() { return true }
        if try await askFriend() { return true }
        try await end(merge, refused: queued.filter { $0.value == .refused })
        return true
    }

    private mutating func begin() async throws {
        let merge = try await community.engine.begin(
            CommunityMerge(of: person, to: session.person, on: session.server.address, visibility: visibility)
        )
        // The app may have been killed while it cancelled the merge.
        try await translatingStoreErrors { try await session.store.resumeMerge(merge.id) }
        let contents = try await community.engine.mergeableContents(of: person)
        outcomes = try await community.engine.mergeOutcomes()
        friends = try await community.engine.session(for: person).localFriends()
        begun = (merge.id, contents)
        report.total = contents.names.count
        count()
    }

    /// Records outcomes in the community's file.
    mutating func recordOutcomes(_ new: [String: MergeOutcome]) async throws {
        let new = new.filter { outcomes[$0.key] == nil }
        guard let merge = begun?.merge, !new.isEmpty else { return }
        try await community.engine.recordOutcomes(new, of: merge)
        outcomes.merge(new) { first, _ in first }
        count()
    }

    mutating func count(refusedNow: Int = 0) {
        let things = outcomes.filter { !$0.key.hasPrefix(Self.friendPrefix) && $0.key != Self.card }.values
        report.moved = things.count { $0 == .moved }
        report.kept = things.count { $0 == .kept }
        report.refused = things.count { $0 == .refused } + refusedPictures.count + refusedNow
        report.refusedPictures = refusedPictures.sorted { $0.key < $1.key }.map(\.value)
        report.askedFriends = friends.filter { outcomes[Self.name(of: $0)] != nil }
        report.unaskedFriends = friends.filter { outcomes[Self.name(of: $0)] == nil }
            .map { UnaskedFriend(friend: $0, error: unasked[$0.code]) }
    }

    private mutating func end(_ merge: CommunityMerge, refused: [String: QueuedOutcome]) async throws {
        guard refused.isEmpty, refusedPictures.isEmpty else {
            count(refusedNow: refused.count)
            isOver = true
            return
        }
        try await community.engine.finish(merge.id)
        try await translatingStoreErrors { try await session.store.forgetMerge(merge.id) }
        try await community.delete()
        report.isFinished = true
        isOver = true
    }
}

// Workouts and scores.
extension MergeRun {
    /// Queues the next things that have no outcome and were not queued before.
    /// - Returns: false if there are none, or no room for them.
    private func queue(
        _ contents: MergeableContents, _ queued: [String: QueuedOutcome], of merge: CommunityMerge
    ) async throws -> Bool {
        func isNew(_ name: String) -> Bool { queued[name] == nil && outcomes[name] == nil }
        let batch: MergeBatch
        let workouts = contents.workouts.lazy.filter { isNew(MergeBatch.name(of: $0)) }
            .prefix(IdentifiedDraft.batchLimit)
        if !workouts.isEmpty {
            batch = try MergeBatch(workouts: try await drafts(of: workouts, in: merge))
        } else if let day = contents.scores.first(where: { isNew($0.name) })?.day {
            let scores = try await scores(on: day, of: merge)
                .filter { isNew(MergeBatch.name(ofScoreIn: $0.game, on: day)) }
                .prefix(DailyScore.batchLimit)
            batch = try MergeBatch(scores: Array(scores), on: day)
        } else {
            return false
        }
        let queueing = try await translatingStoreErrors {
            try await session.store.queue(
                batch, of: merge.id, madeAt: session.server.clock.device.milliseconds, limit: queueLimit)
        }
        if queueing == .queued { await session.runner.noteChange() }
        return queueing != .isFull
    }

    /// The drafts of the first of these workouts, as many as fit in one command. Details can be long.
    private func drafts(
        of workouts: some Sequence<Workout.ID>, in merge: CommunityMerge
    ) async throws -> [IdentifiedDraft] {
        var (drafts, size) = ([] as [IdentifiedDraft], 0)
        for id in workouts {
            let draft = try await draft(of: id, in: merge)
            size += try draft.json().count
            guard drafts.isEmpty || size <= SyncRequest.byteLimit else { break }
            drafts.append(draft)
        }
        return drafts
    }

    private func draft(of id: Workout.ID, in merge: CommunityMerge) async throws -> IdentifiedDraft {
        let workout = try await community.session(for: person).workout(id)
        let changes = WorkoutChanges(visibility: min(workout.visibility, merge.visibility))
        return IdentifiedDraft(id: id, draft: changes.applied(to: workout))
    }

    private func scores(on day: Day, of merge: CommunityMerge) async throws -> [DailyScore] {
        let services = community.session(for: person)
        var (scores, page) = ([] as [DailyScore], PageRequest(limit: DailyScore.batchLimit))
        repeat {
            let found = try await services.scores(of: .me, from: day, to: day, page)
            scores += found.items.map { score in
                DailyScore(
                    game: score.game,
                    draft: ScoreDraft(
                        score: score.score, maximum: score.maximum, isCompleted: score.isCompleted,
                        isHardMode: score.isHardMode, puzzle: score.puzzle, grid: score.grid,
                        visibility: min(score.visibility, ScoreVisibility(merge.visibility)), ifAbsent: true))
            }
            page.cursor = found.next
        } while page.cursor != nil
        return scores
    }

    /// Sends what waits.
    private func send(_ queued: [String: QueuedOutcome], of merge: CommunityMerge) async throws {
        await session.runner.syncNow(.refresh)
        let (store, runner) = (session.store, session.runner)
        let left = try await translatingStoreErrors { try await store.queuedOutcomes(of: merge.id) }
        func waiting(_ outcomes: [String: QueuedOutcome]) -> Int { outcomes.values.count { $0 == .waiting } }
        let isStuck =
            waiting(queued) > 0
            ? waiting(left) >= waiting(queued)
            : try await translatingStoreErrors { try await store.outbox().commands.count >= queueLimit }
        guard isStuck else { return }
        throw await runner.delay
    }
}

// Pictures. They stay in the community's file until the server has them. Sending one twice changes nothing.
extension MergeRun {
    /// Sends the next picture that has no outcome.
    /// - Returns: false if there is none.
    private mutating func sendPicture(of contents: MergeableContents) async throws -> Bool {
        let next = contents.pictures.first { picture in
            guard outcomes[picture.name] == nil, refusedPictures[picture.name] == nil else { return false }
            // A photo follows its workout.
            guard case .photo(let workout) = picture else { return true }
            return outcomes[MergeBatch.name(of: workout)] != nil
        }
        guard let next else { return false }
        if case .photo(let workout) = next, outcomes[MergeBatch.name(of: workout)] == .refused {
            try await recordOutcomes([next.name: .refused])
            return true
        }
        let outcome: MergeOutcome
        do {
            outcome = try await send(next)
        } catch let error as SocialError {
            try error.throwIfTemporary()
            switch error.code {
            // The person has deleted the workout in the account.
            case .workoutNotFound, .itemNotFound: outcome = .kept
            case _ where discardsRefusedPictures: outcome = .refused
            default:
                refusedPictures[next.name] = RefusedPicture(workout: next.workout, error: error)
                count()
                return true
            }
        }
        try await recordOutcomes([next.name: outcome])
        return true
    }

    private func send(_ picture: MergedPicture) async throws -> MergeOutcome {
        let (local, server) = (community.session(for: person), session.server.session)
        switch picture {
        case .photo(let workout):
            try await server.setPhoto(try await local.photo(of: workout).bytes, of: workout)
            return .moved
        case .avatar:
            let image = try await local.avatar(of: .me)
            guard try await server.me().avatarURL == nil else {
                return try await server.avatar(of: .me) == image ? .moved : .kept
            }
            _ = try await server.setAvatar(image.bytes)
            return .moved
        case .header:
            let image = try await local.header(of: .me)
            guard try await server.me().headerURL == nil else {
                return try await server.header(of: .me) == image ? .moved : .kept
            }
            _ = try await server.setHeader(image.bytes)
            return .moved
        }
    }
}
