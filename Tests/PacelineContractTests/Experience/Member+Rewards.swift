import Foundation
import Paceline
import PacelineEngine
import Testing

extension Member {
    /// Redeems the reward at its price.
    func redeems(_ offer: RewardOffer) async throws -> Redemption {
        clock.tick()
        return try await services.redeem(offer.id, at: offer.price)
    }

    func balance() async throws -> Int { try await services.experience().balance }

    /// The obstacles of the offered rewards, by id; `none` for those that the member can redeem.
    func obstacles() async throws -> [String: String] {
        let rewards = try await services.rewards()
        return Dictionary(
            uniqueKeysWithValues: rewards.map { ($0.id.description, $0.obstacle?.rawValue ?? "none") })
    }
}

extension RewardOffer {
    init(
        _ id: String, _ price: Int, stock: Int? = nil, limit: Int? = nil, minimumLevel: Int? = nil,
        minimumAge: Int? = nil, firstDay: Day? = nil, lastDay: Day? = nil, codes: [String]? = nil
    ) {
        self.init(
            id: Reward.ID(trusted: id), title: id.capitalized, price: price, stock: stock, limit: limit,
            minimumLevel: minimumLevel, minimumAge: minimumAge, firstDay: firstDay, lastDay: lastDay,
            codes: codes)
    }
}

extension Implementation {
    /// Runs a test in a community that offers the rewards.
    func run(
        offering offers: [RewardOffer], _ live: @escaping @Sendable (World) async throws -> Void
    ) async throws {
        let catalogue = try RewardCatalogue(offers)
        try await run(configuring: { $0.rewards = catalogue }, live)
    }
}
