import Paceline
import PacelineAPI

extension RemoteSession {
    public func experience() async throws -> Experience {
        try await client.call(API.experience)
    }

    public func ledger(_ page: PageRequest) async throws -> Page<LedgerEntry> {
        try await client.call(API.ledger, query: PageQuery(page))
    }

    public func rewards() async throws -> [Reward] {
        try await client.call(API.rewards).items
    }

    public func redeem(_ reward: Reward.ID, at price: Int) async throws -> Redemption {
        try await client.call(API.redeem, RewardPath(reward), body: RewardPrice(price: price))
    }

    public func redemptions(_ page: PageRequest) async throws -> Page<Redemption> {
        try await client.call(API.redemptions, query: PageQuery(page))
    }

    public func refund(_ redemption: Redemption.ID) async throws -> Redemption {
        try await client.call(API.refund, RedemptionPath(redemption))
    }

    public func showCode(of redemption: Redemption.ID) async throws -> Redemption {
        try await client.call(API.showRewardCode, RedemptionPath(redemption))
    }

    public func experiencePolicy() async throws -> ExperiencePolicy {
        try await client.call(API.experiencePolicy)
    }

    @discardableResult
    public func requestReview(of workout: Workout.ID) async throws -> Workout {
        try await client.call(API.requestReview, WorkoutPath(workout))
    }

    public func achievements() async throws -> [Achievement] {
        try await client.call(API.achievements).items
    }

    public func achievements(of person: PersonReference) async throws -> [EarnedAchievement] {
        try await client.call(API.earnedAchievements, PersonPath(person)).items
    }
}
