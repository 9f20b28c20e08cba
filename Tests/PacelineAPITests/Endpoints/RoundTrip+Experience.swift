import Paceline
import PacelineAPI

extension RoundTrip {
    static func experience(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), EmptyBody())
        let entries = Page(
            items: [samples.ledgerEntry(), samples.ledgerEntry()], next: samples.maybe(Cursor("a+/=_-")))
        return [
            RoundTrip(API.experiencePolicy, nothing, nothing, empty, ExperiencePolicy.current),
            RoundTrip(API.experience, nothing, nothing, empty, samples.experience()),
            RoundTrip(API.ledger, nothing, PageQuery(samples.pageRequest()), empty, entries),
            RoundTrip(API.requestReview, WorkoutPath(samples.id()), nothing, empty, samples.workout()),
            RoundTrip(
                API.achievements, nothing, nothing, empty,
                AchievementList(items: [samples.achievement(), samples.achievement()])),
            RoundTrip(
                API.earnedAchievements, PersonPath(.me), nothing, empty,
                EarnedAchievementList(items: [samples.earnedAchievement()])),
        ] + rewards(&samples)
    }

    private static func rewards(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), EmptyBody())
        let page = Page(
            items: [samples.redemption(), samples.redemption()], next: samples.maybe(Cursor("a+/=_-")))
        return [
            RoundTrip(
                API.rewards, nothing, nothing, empty,
                RewardList(items: [samples.reward(), samples.reward()])),
            RoundTrip(
                API.redeem, RewardPath(Reward.ID(trusted: "bottle")), nothing,
                RewardPrice(price: samples.count()), samples.redemption()),
            RoundTrip(API.redemptions, nothing, PageQuery(samples.pageRequest()), empty, page),
            RoundTrip(API.refund, RedemptionPath(samples.id()), nothing, empty, samples.redemption()),
            RoundTrip(API.showRewardCode, RedemptionPath(samples.id()), nothing, empty, samples.redemption()),
        ]
    }

    static func memberRedemptions(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), EmptyBody())
        let query = MemberRedemptionsQuery(
            state: samples.one(of: RedemptionState.self), samples.pageRequest())
        let page = Page(items: [samples.memberRedemption()], next: samples.maybe(Cursor("a+/=_-")))
        return [
            RoundTrip(API.memberRedemptions, nothing, query, empty, page),
            RoundTrip(
                API.fulfilRedemption, RedemptionPath(samples.id()), nothing, empty,
                samples.memberRedemption()),
            RoundTrip(
                API.refundRedemption, RedemptionPath(samples.id()), nothing, empty,
                samples.memberRedemption()),
        ]
    }

    static func moderation(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), EmptyBody())
        let anomalies = Page(
            items: [samples.anomaly(), samples.anomaly()], next: samples.maybe(Cursor("a+/=_-")))
        let decisions = WorkoutDecision.Outcome.allCases.map {
            WorkoutDecisionDraft(outcome: $0, reason: samples.text())
        }
        return [
            RoundTrip(
                API.anomalies, nothing,
                AnomaliesQuery(samples.one(of: AnomalyState.self), samples.pageRequest()), empty, anomalies)
        ]
            + decisions.map {
                RoundTrip(
                    API.decideWorkout, WorkoutPath(samples.id()), nothing, $0, samples.anomaly())
            }
    }
}

extension Samples {
    mutating func experience() -> Experience {
        Experience(
            lifetime: count(), balance: count() - 50_000, level: count() + 1, nextLevel: count(),
            today: count())
    }

    mutating func workoutExperience() -> WorkoutExperience {
        WorkoutExperience(
            worth: count(), award: count(), reason: maybe(one(of: AwardReason.self)),
            status: one(of: AwardStatus.self), policy: 1, review: maybe(review()))
    }

    mutating func review() -> WorkoutReview {
        WorkoutReview(
            state: one(of: AnomalyState.self), limits: limits(), at: instant(), reason: maybe(text()),
            decidedAt: maybe(instant()), hasAppealed: bool())
    }

    mutating func anomaly() -> WorkoutAnomaly {
        WorkoutAnomaly(
            workout: workout(), owner: person(), state: one(of: AnomalyState.self), limits: limits(),
            at: instant(), decisions: [decision(), decision()])
    }

    mutating func decision() -> WorkoutDecision {
        WorkoutDecision(
            outcome: one(of: WorkoutDecision.Outcome.self), reason: text(), at: instant(),
            stateBefore: one(of: AnomalyState.self), decider: maybe(person()))
    }

    private mutating func limits() -> [PlausibilityLimit] {
        PlausibilityLimit.allCases.filter { _ in bool() }
    }

    mutating func ledgerEntry() -> LedgerEntry {
        LedgerEntry(
            sequence: Int64(count()) + 1, at: instant(), kind: one(of: LedgerEntryKind.self),
            amount: count() - 50_000, balance: count() - 50_000, lifetime: count(), workout: maybe(id()),
            redemption: maybe(id()), reason: maybe(one(of: AwardReason.self)), policy: maybe(1),
            hash: bytes())
    }

    mutating func reward() -> Reward {
        Reward(
            id: Reward.ID(trusted: "bottle_\(count())"), title: text(), price: count() + 1,
            remaining: maybe(count()), limit: maybe(count()), redeemed: count(), minimumLevel: maybe(count()),
            minimumAge: maybe(count()), lastDay: maybe(day()), hasCode: bool(),
            obstacle: maybe(one(of: RewardObstacle.self)))
    }

    mutating func redemption() -> Redemption {
        Redemption(
            id: id(), reward: Reward.ID(trusted: "bottle"), title: text(), price: count() + 1,
            state: one(of: RedemptionState.self), redeemedAt: instant(), stateChangedAt: maybe(instant()),
            hasCode: bool(), code: maybe("A-1"), refundableUntil: maybe(instant()))
    }

    mutating func memberRedemption() -> MemberRedemption {
        MemberRedemption(
            redemption: redemption(), person: id(), username: "ana_\(count())", displayName: text())
    }

    mutating func achievement() -> Achievement {
        Achievement(
            id: one(of: ["fiveK", "workouts10", "streak365"]), kind: one(of: Achievement.Kind.self),
            name: text(), task: text())
    }

    mutating func earnedAchievement() -> EarnedAchievement {
        EarnedAchievement(achievement: achievement(), at: instant())
    }

    private mutating func one(of ids: [String]) -> Achievement.ID {
        ids.randomElement(using: &random).flatMap(Achievement.ID.init) ?? Achievement.catalogue[0].id
    }
}
