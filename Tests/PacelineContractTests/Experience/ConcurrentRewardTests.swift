import Foundation
import Paceline
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Rewards that are redeemed at once")
struct ConcurrentRewardTests {
    private static let bottle = RewardOffer("bottle", 100)
    private static let towel = RewardOffer("towel", 300, stock: 1, limit: 1)

    @Test("an idempotency key pays once", .world, arguments: engines)
    func idempotency(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.runs(5)
        var environment = world.engine.environment
        environment.rewards = try RewardCatalogue([Self.bottle])
        let session = try await PacelineEngine.Engine(database: world.database, environment: environment)
            .session(for: ana.id)
        let outcomes = await concurrently(
            (0..<8).map { _ in
                {
                    try await session.withIdempotencyKey("once", fingerprint: [1])
                        .redeem(Self.bottle.id, at: 100)
                }
            })
        #expect(try Set(outcomes.values().map(\.id)).count == 1)
        #expect(try await ana.balance() == 245)
        await expectError(.idempotencyKeyReused) {
            try await session.withIdempotencyKey("once", fingerprint: [2]).redeem(Self.bottle.id, at: 100)
        }
    }

    @Test("of 64 members who want the last one, one gets it", arguments: Implementation.allCases)
    func lastOne(_ implementation: Implementation) async throws {
        try await implementation.run(offering: [Self.towel]) { world in
            let crowd = try await world.crowd(64)
            for member in crowd { try await member.runs(5) }
            let outcomes = await concurrently(
                crowd.map { member in { try await member.services.redeem(Self.towel.id, at: 300) } })
            #expect(outcomes.filter(\.isSuccess).count == 1)
            #expect(outcomes.filter { $0.rejection == .soldOut }.count == 63)
            #expect(try await world.engine.memberRedemptions(in: .redeemed).count == 1)
        }
    }

    @Test("a balance is not spent twice at once, nor a code shown twice", arguments: Implementation.allCases)
    func atOnce(_ implementation: Implementation) async throws {
        let ticket = RewardOffer("ticket", 100, codes: (0..<8).map { "T-\($0)" })
        try await implementation.run(offering: [ticket]) { world in
            let ana = try await world.person("ana")
            try await ana.runs(5)
            let outcomes = await concurrently(
                (0..<16).map { _ in { try await ana.services.redeem(ticket.id, at: 100) } })
            let redeemed = outcomes.compactMap { try? $0.get() }
            #expect(redeemed.count == 3)
            #expect(outcomes.filter { $0.rejection == .insufficientXP }.count == 13)
            #expect(try await ana.balance() == 45)
            let shown = await concurrently(
                (redeemed + redeemed).map { one in { try await ana.services.showCode(of: one.id) } })
            let codes = try shown.values().map { $0.code ?? "" }
            #expect(Set(codes).count == 3 && codes.prefix(3) == codes.suffix(3))
        }
    }

    private static let engines = Implementation.allCases.filter { $0 != .remote }
}
