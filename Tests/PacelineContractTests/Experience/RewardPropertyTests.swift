import Foundation
import Paceline
import PacelineTestSupport
import Testing

/// Random members earn, redeem, refund and delete, and a model without SQL says what must be the case.
@Suite("Rewards in random histories")
struct RewardPropertyTests {
    private static let seeds = 1...Repetitions.count(3 as UInt64, deep: 60)

    private static let rewards = [
        RewardOffer("cheap", 40), RewardOffer("rare", 60, stock: 3), RewardOffer("once", 90, limit: 1),
        RewardOffer("ticket", 50, limit: 3, codes: (0..<5).map { "CODE-\($0)" }),
        RewardOffer("high", 30, minimumLevel: 2),
    ]

    @Test(
        "balances are sums, and stock, limits and codes hold",
        arguments: Implementation.allCases, seeds)
    func histories(_ implementation: Implementation, _ seed: UInt64) async throws {
        try await implementation.run(offering: Self.rewards) { world in
            var history = RewardHistory(
                rewards: Self.rewards, members: try await world.crowd(4), world: world, seed: seed)
            for step in 1...60 { try await history.act("seed \(seed), step \(step)") }
            try await history.check("seed \(seed)")
        }
    }
}

private struct RewardHistory {
    let rewards: [RewardOffer]
    var members: [Member]
    let world: World
    var random: SeededRandom
    private var workouts: [Int: [Workout.ID]] = [:]
    private var redeemed: [KnownRedemption] = []

    /// A redemption as the model knows it.
    private struct KnownRedemption {
        let id: Redemption.ID
        let owner: Int
        let offer: RewardOffer
        let at: Date
        var state = RedemptionState.redeemed
        var code: String?
        var wasReceived = false
    }

    init(rewards: [RewardOffer], members: [Member], world: World, seed: UInt64) {
        (self.rewards, self.members, self.world) = (rewards, members, world)
        random = SeededRandom(seed: seed)
    }

    mutating func act(_ place: Testing.Comment) async throws {
        let who = Int.random(in: members.indices, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2: try await earn(who)
        case 3...6: try await redeem(who, place)
        case 7: try await refund(place)
        case 8: try await showCode(place)
        case 9: try await operate(place)
        case 10: world.clock.advance(by: .random(in: 3_600...40_000, using: &random))
        default: try await delete(who)
        }
        let paid = paid(by: who)
        let experience = try await members[who].services.experience()
        #expect(experience.balance == experience.lifetime - paid, place)
    }

    private func paid(by who: Int) -> Int {
        redeemed.filter { $0.owner == who && $0.state != .refunded }.reduce(0) { $0 + $1.offer.price }
    }

    private mutating func earn(_ who: Int) async throws {
        world.clock.advance(by: 7_200)
        let kilometres = Double.random(in: 0.5...3, using: &random)
        workouts[who, default: []].append(try await members[who].runs(kilometres, minutes: 10).id)
    }

    private mutating func delete(_ who: Int) async throws {
        guard let workout = workouts[who]?.randomElement(using: &random) else { return }
        workouts[who]?.removeAll { $0 == workout }
        try await members[who].services.deleteWorkout(workout)
    }

    private mutating func redeem(_ who: Int, _ place: Testing.Comment) async throws {
        guard let offer = rewards.randomElement(using: &random) else { return }
        let isAgreed = Int.random(in: 0..<8, using: &random) > 0
        let expected = isAgreed ? try await refusal(of: offer, for: who) : .priceChanged
        world.clock.tick()
        do {
            let redemption = try await members[who].services.redeem(
                offer.id, at: isAgreed ? offer.price : offer.price + 1)
            #expect(expected == nil, place)
            redeemed.append(KnownRedemption(id: redemption.id, owner: who, offer: offer, at: world.clock.now))
        } catch let error as SocialError {
            #expect(error.code == expected, place)
        }
    }

    /// The error that redeeming the reward must cause.
    private func refusal(of offer: RewardOffer, for who: Int) async throws -> SocialError.Code? {
        let known = redeemed.filter { $0.offer.id == offer.id }
        let usedUp = known.filter { $0.state != .refunded || $0.wasReceived }
        if let limit = offer.limit, usedUp.count(where: { $0.owner == who }) >= limit { return .limitReached }
        if let stock = offer.stock, usedUp.count >= stock { return .soldOut }
        if let codes = offer.codes {
            let used = known.count { $0.code != nil || $0.state == .redeemed }
            if used >= codes.count { return .soldOut }
        }
        let experience = try await members[who].services.experience()
        if let level = offer.minimumLevel, experience.level < level { return .notAllowed }
        return experience.lifetime - paid(by: who) < offer.price ? .insufficientXP : nil
    }

    private mutating func refund(_ place: Testing.Comment) async throws {
        guard let index = redeemed.indices.randomElement(using: &random) else { return }
        let known = redeemed[index]
        let mayRefund =
            known.state == .redeemed && world.clock.now < known.at.addingTimeInterval(Redemption.refundPeriod)
        do {
            try await members[known.owner].services.refund(known.id)
            #expect(mayRefund, place)
            redeemed[index].state = .refunded
        } catch let error as SocialError {
            #expect(!mayRefund && error.code == .notRefundable, place)
        }
    }

    private mutating func showCode(_ place: Testing.Comment) async throws {
        guard let index = redeemed.indices.randomElement(using: &random) else { return }
        let known = redeemed[index]
        let hasCode = known.offer.codes != nil && known.state != .refunded
        // Showing a code needs a recent sign-in.
        let signedIn = try await world.community.signIn(
            with: .password(username: members[known.owner].username, password: World.password))
        members[known.owner] = try await world.member(signingIn: signedIn)
        do {
            let code = try await members[known.owner].services.showCode(of: known.id).code
            #expect(hasCode && code != nil && (known.code == nil || known.code == code), place)
            redeemed[index].code = code
            redeemed[index].state = .fulfilled
            redeemed[index].wasReceived = true
        } catch let error as SocialError {
            #expect(!hasCode && error.code == .notAllowed, place)
        }
    }

    /// The operator hands a redemption over, or refunds it.
    private mutating func operate(_ place: Testing.Comment) async throws {
        guard let index = redeemed.indices.randomElement(using: &random) else { return }
        let known = redeemed[index]
        guard known.state != .refunded else {
            await expectError(.notRefundable) { try await world.engine.refundRedemption(known.id) }
            return
        }
        if Bool.random(using: &random), known.offer.codes == nil {
            _ = try await world.engine.fulfilRedemption(known.id)
            redeemed[index].state = .fulfilled
            redeemed[index].wasReceived = true
        } else {
            _ = try await world.engine.refundRedemption(known.id)
            redeemed[index].state = .refunded
        }
    }

    /// Compares everything at the end.
    func check(_ place: Testing.Comment) async throws {
        let codes = redeemed.compactMap(\.code)
        #expect(Set(codes).count == codes.count, place)
        for (who, member) in members.enumerated() {
            let entries = try await member.entries()
            let balance = try await member.balance()
            #expect(entries.reduce(0) { $0 + $1.amount } == balance, place)
            let spent = entries.filter { $0.redemption != nil }.reduce(0) { $0 + $1.amount }
            #expect(spent == -paid(by: who), place)
            let listed = try await walk(inPagesOf: 7) { try await member.services.redemptions($0) }
            let known = redeemed.filter { $0.owner == who }
            #expect(Set(listed.map(\.id)) == Set(known.map(\.id)) && listed.count == known.count, place)
            let states = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0.state) })
            #expect(listed.allSatisfy { states[$0.id] == $0.state }, place)
        }
    }
}
