import Foundation
import Paceline
import PacelineDatabase

/// Records which of the viewer's workouts look impossible or unusual, in a transaction.
struct Anomalies: FeatureStore {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    /// Judges workouts that were published or edited, after they were settled; and others that count or earn XP since
    /// then, such as a copy whose original was deleted.
    /// - Returns: the anomalies of the workouts that were published or edited.
    func record(
        _ changes: [ItemChange<StoredWorkout>], settled outcome: AwardOutcome
    ) throws -> [Workout.ID: StoredAnomaly] {
        var anomalies: [Workout.ID: StoredAnomaly] = [:]
        var ids: Set<Workout.ID> = []
        for change in changes {
            guard let new = change.new, let award = outcome.awards[new.workout.id] ?? new.award else {
                continue
            }
            ids.insert(new.workout.id)
            let hasStarted = change.old?.anomaly == nil && outcome.hints.started.contains(new.workout.id)
            let hasChanged = hasStarted || outcome.hints.changedSpeedOfDay.contains(new.workout.id)
            let isJudged = !hasChanged && change.old.map { $0.isJudged(like: new.workout) } ?? false
            anomalies[new.workout.id] =
                isJudged
                ? change.old?.anomaly
                : try judge(new, award, replacing: change.old?.anomaly, settled: outcome)
        }
        try judgeStarted(besides: ids, settled: outcome)
        return anomalies
    }

    /// Judges other workouts that count or earn XP now and did not before, unless they have been judged; and those that
    /// the speed of their day holds or releases.
    private func judgeStarted(besides ids: Set<Workout.ID>, settled outcome: AwardOutcome) throws {
        let changed = outcome.hints.changedSpeedOfDay
        for id in outcome.hints.started.union(changed).subtracting(ids).sorted() {
            guard let stored = try connection.workout(id), stored.anomaly == nil || changed.contains(id),
                let award = stored.award
            else { continue }
            _ = try judge(stored, award, replacing: stored.anomaly, settled: outcome)
        }
    }

    func judge(
        _ stored: StoredWorkout, _ award: StoredAward, replacing old: StoredAnomaly?,
        settled outcome: AwardOutcome
    ) throws -> StoredAnomaly? {
        let workout = stored.workout
        var limits =
            try award.limitsExceeded(by: workout) + limitsOfOthersExceeded(by: award, settled: outcome)
        if stored.overlapsExclusion { limits.append(.excludedBefore) }
        guard let state = award.state(exceeding: limits, replacing: old?.state) else {
            if old != nil { try connection.deleteAnomaly(of: workout.id) }
            return nil
        }
        let isExcluded = state.withheldStatus == .excluded
        let anomaly = StoredAnomaly(
            state: state, limits: limits, at: old?.next(at: now) ?? now.roundedToMilliseconds,
            reason: isExcluded ? old?.reason : nil, decidedAt: isExcluded ? old?.decidedAt : nil,
            hasAppealed: isExcluded && old?.hasAppealed == true)
        try connection.save(anomaly, of: workout.id)
        if state == .held, old?.state.withheldStatus != .held {
            try transaction.log(.heldWorkout, item: workout.id.uuid, seenBy: ItemVisibility.private)
        }
        return anomaly
    }

    /// The limits that depend on the owner's other workouts. They are not judged again when only the others change.
    private func limitsOfOthersExceeded(
        by award: StoredAward, settled outcome: AwardOutcome
    ) throws -> [PlausibilityLimit] {
        let hints = outcome.hints
        guard hints.judged.contains(award.workout) else { return [] }
        let isTooFast = hints.fastTogether.contains(award.workout)
        var exceeded: [PlausibilityLimit] = isTooFast ? [.speedOfDay] : []
        // Late ones earn nothing, but count on boards and for badges.
        guard [.eligible, .late].contains(award.eligibility) else { return exceeded }
        if hints.overlappingOthers.contains(award.workout) { exceeded.append(.overlap) }
        if !hints.unremarkable.contains(award.workout),
            try exceedsYearsBest(award, besides: hints.originals[award.workout])
        {
            exceeded.append(.yearsBest)
        }
        return exceeded
    }

    /// Most workouts resemble a recent one, at which the first query stops. Index: `awards_by_start`.
    /// - Parameter original: the workout of which it is a duplicate, and to which it is not compared.
    private func exceedsYearsBest(_ award: StoredAward, besides original: Workout.ID?) throws -> Bool {
        let earliest = award.startedAt.addingTimeInterval(-ListingLimit.year)
        let ids = [award.workout, original].compactMap(\.self)
        let others: SQL = """
            SELECT 1
            FROM awards
            WHERE awards.owner = \(award.owner)
                AND awards.started_at BETWEEN \(earliest) AND \(award.startedAt)
                AND awards.type = \(award.type) AND awards.status = 0
                AND awards.workout NOT IN \(list: ids)
            """
        return try connection.exists(
            """
            SELECT 1
            WHERE NOT EXISTS (\(others) AND awards.worth * \(ListingLimit.yearsBestFactor) >= \(award.worth))
                AND (SELECT COUNT(*) FROM (\(others) LIMIT \(ListingLimit.yearsBestCount)) AS others)
                    >= \(ListingLimit.yearsBestCount)
            """)
    }
}

extension StoredAward {
    /// The state of the workout's anomaly; nil if it has none.
    fileprivate func state(
        exceeding limits: [PlausibilityLimit], replacing old: AnomalyState?
    ) -> AnomalyState? {
        switch status {
        case .held:
            if let old, old.withheldStatus == .held { return old }
            return eligibility == .late ? .late : .held
        case .excluded: return old == .appealed ? .appealed : .excluded
        case .counted, .duplicate, .unknown: return limits.isEmpty ? nil : .listed
        }
    }
}

extension StoredWorkout {
    /// An anomaly for a plausible workout that is to be excluded; nil for other decisions.
    fileprivate func unlisted(for state: AnomalyState) -> StoredAnomaly? {
        guard state == .excluded else { return nil }
        return StoredAnomaly(
            state: .listed, limits: [], at: workout.updatedAt, reason: nil, decidedAt: nil, hasAppealed: false
        )
    }

    /// Whether it has been judged, and is the same in all that decides limits, worth and badges.
    func isJudged(like other: Workout) -> Bool {
        award != nil && workout.type == other.type && workout.startedAt == other.startedAt
            && workout.endedAt == other.endedAt && workout.duration == other.duration
            && workout.measures.distance == other.measures.distance
            && workout.measures.averageHeartRate == other.measures.averageHeartRate
            && workout.measures.intensityZone == other.measures.intensityZone
            && workout.volume == other.volume && workout.isErgTest == other.isErgTest
            && workout.isCompleted == other.isCompleted
    }
}

// MARK: - Decisions

extension Anomalies {
    /// Applies a moderator's decision on whether the viewer's workout counts. Settles it, and others at the time of an
    /// exclusion, and logs the decision. Plausible workouts can be excluded, too, with their own version: an invented
    /// history need not look impossible.
    /// - Parameters:
    ///   - decider: the moderator; nil for the operator.
    ///   - mayRevise: whether it may replace an earlier decision.
    func decide(
        _ id: Workout.ID, _ decision: WorkoutDecisionDraft, by decider: Person.ID?,
        ifMatch version: Version? = nil, mayRevise: Bool = false
    ) throws {
        // Owners read the reason as it is: no filter masks it.
        try environment.requireUnfiltered(decision.reason, field: "reason")
        guard var stored = try connection.workout(id), let old = stored.award,
            let state = decision.outcome.state, let anomaly = stored.anomaly ?? stored.unlisted(for: state)
        else { throw SocialError.workoutNotFound }
        try version?.check(against: Version(changedAt: anomaly.at))
        guard anomaly.state.isOpen || mayRevise && anomaly.state != state else {
            throw SocialError(.preconditionFailed, "This workout has already been decided. Load it again.")
        }
        let before = stored
        var award = old.releasedFromDay
        award.speedOfDay = state == .approved ? .approved : .plausible
        if let status = state.withheldStatus {
            award.status = status
        } else if award.status.isWithheld {
            award.status = .counted
        }
        let isExcluded = state.withheldStatus == .excluded
        if isExcluded {
            try connection.insertExclusion(
                of: stored.workout, reason: decision.reason, at: now.roundedToMilliseconds)
        } else {
            try connection.deleteExclusions(
                liftedBy: stored.workout, wasExcluded: old.status == .excluded)
        }
        let others = try othersAffected(byDecisionAbout: stored.workout, isExcluded: isExcluded)
        let outcome = try Awards(transaction).settle(
            [AwardChange(old: old, new: award, isLimited: false)] + others.map(\.awardByDecision))
        stored.settle(outcome.awards[id] ?? award)
        try transaction.changeTotals(
            [(old: before.countedContribution, new: stored.countedContribution)]
                + others.map { $0.contribution(settled: outcome) }, outcome)
        try Achievements(transaction).narrow(
            after: [.replaced(before, by: stored)] + others, settled: outcome)
        try connection.insert(
            decision, about: id, replacing: anomaly.state, by: decider, at: now.roundedToMilliseconds)
        try connection.save(
            StoredAnomaly(
                state: state, limits: anomaly.limits, at: anomaly.next(at: now), reason: decision.reason,
                decidedAt: now.roundedToMilliseconds, hasAppealed: anomaly.hasAppealed), of: id)
        try judgeAgain(others, settled: outcome)
        try judgeStarted(besides: Set([id] + others.compactMap(\.new?.workout.id)), settled: outcome)
        // Others see a change only if the award changes, and with it whether the workout counts and what it is worth.
        try transaction.log(
            .decidedWorkout, item: id.uuid,
            seenBy: stored.award?.looks(like: old) == true
                ? ItemVisibility.private : stored.workout.visibility)
    }

    /// Asks moderators to review one of the viewer's workouts: a late one that is held, or an excluded one.
    /// - Throws: ``SocialError/Code/notAllowed`` if there is nothing to ask; ``SocialError/Code/limitReached`` while
    ///   too many of the viewer's workouts wait, except for appeals, of which there is at most one a decision.
    func requestReview(of stored: StoredWorkout) throws -> StoredWorkout {
        guard var anomaly = stored.anomaly, let review = anomaly.review, review.canAsk(at: now) else {
            throw SocialError(.notAllowed, "You cannot ask for a review of this workout.")
        }
        let isAppeal = anomaly.state == .excluded
        if !isAppeal, try connection.openReviews(of: viewer.id) >= WorkoutReview.openLimit {
            throw SocialError(
                .limitReached,
                """
                \(WorkoutReview.openLimit) of your workouts wait for a decision. Ask again after moderators have \
                decided.
                """)
        }
        anomaly.state = isAppeal ? .appealed : .held
        anomaly.hasAppealed = isAppeal
        anomaly.at = anomaly.next(at: now)
        try connection.save(anomaly, of: stored.workout.id)
        try transaction.log(
            .changedExperience, item: stored.workout.id.uuid, seenBy: ItemVisibility.private)
        var asked = stored
        asked.anomaly = anomaly
        if let award = stored.award { asked.settle(award) }
        return asked
    }
}

extension Connection {
    /// How many of the person's workouts wait for a moderator's decision.
    fileprivate func openReviews(of person: Person.ID) throws -> Int {
        try fetchFirst(
            """
            SELECT COUNT(*)
            FROM awards
            JOIN anomalies ON anomalies.workout = awards.workout
            WHERE awards.owner = \(person) AND awards.status IN (\(AwardStatus.held), \(AwardStatus.excluded))
                AND anomalies.state IN (\(AnomalyState.held), \(AnomalyState.appealed))
            """
        ) { $0[0] as Int } ?? 0
    }
}
