import Paceline
import PacelineEngine
import Synchronization
import Testing

@Suite("Rewards that administrators hand over")
struct AdministeredRewardTests {
    private static let bottle = RewardOffer("bottle", 100)
    private static let towel = RewardOffer("towel", 300, stock: 1, limit: 1)

    @Test("administrators hand over and refund, others do not", arguments: Implementation.allCases)
    func administrators(_ implementation: Implementation) async throws {
        try await implementation.run(offering: [Self.bottle]) { world in
            let ana = try await world.person("ana")
            let chief = try await world.staffMember("chief")
            try await ana.runs(5)
            let redemption = try await ana.redeems(Self.bottle)
            let listed = try await chief.staffServices.memberRedemptions(in: .redeemed, .whole).items
            #expect(listed.map(\.id) == [redemption.id] && listed.map(\.person) == [ana.id])
            #expect(
                try await chief.staffServices.fulfilRedemption(redemption.id).redemption.state == .fulfilled)
            #expect(try await ana.notified() == ["rewardFulfilled ana"])
            #expect(
                try await chief.staffServices.refundRedemption(redemption.id).redemption.state == .refunded)
            #expect(try await ana.balance() == 345)
            await expectError(.staffOnly) {
                try await ana.staffServices.memberRedemptions(in: .redeemed, .whole)
            }
            await expectError(.staffOnly) { try await ana.staffServices.fulfilRedemption(redemption.id) }
            await expectError(.staffOnly) { try await ana.staffServices.refundRedemption(redemption.id) }
        }
    }

    @Test(
        "administrators serve neither themselves nor people whom they know, and the log names who did it",
        arguments: Implementation.allCases)
    func impartial(_ implementation: Implementation) async throws {
        let log = Mutex<[String]>([])
        let catalogue = try RewardCatalogue([Self.bottle])
        try await implementation.run(configuring: { environment in
            environment.rewards = catalogue
            environment.redemptionLog = { redemption, state, person in
                log.withLock {
                    $0.append("\(redemption) \(state.rawValue) \(person?.description ?? "operator")")
                }
            }
        }) { world in
            let ana = try await world.person("ana")
            let (chief, deputy) = (
                try await world.staffMember("chief"), try await world.staffMember("deputy")
            )
            for member in [ana, chief] { try await member.runs(5) }
            func expectRefused(_ redemption: Redemption, to administrator: Member) async throws {
                let services = try administrator.staffServices
                await expectError(.notFound) { try await services.fulfilRedemption(redemption.id) }
                await expectError(.notFound) { try await services.refundRedemption(redemption.id) }
                let listed = try await services.memberRedemptions(in: .redeemed, .whole).items
                #expect(!listed.contains { $0.id == redemption.id })
            }
            let own = try await chief.redeems(Self.bottle)
            for administrator in [chief, deputy] { try await expectRefused(own, to: administrator) }
            let redemption = try await ana.redeems(Self.bottle)
            try await chief.follows(ana)
            try await expectRefused(redemption, to: chief)
            try await chief.services.unfollow(ana.reference)
            try await ana.blocks(chief)
            try await expectRefused(redemption, to: chief)
            #expect(log.withLock { $0 } == [])
            _ = try await deputy.staffServices.fulfilRedemption(redemption.id)
            _ = try await world.engine.refundRedemption(own.id)
            #expect(
                log.withLock { $0 } == [
                    "\(redemption.id) fulfilled \(deputy.id)", "\(own.id) refunded operator",
                ])
        }
    }

    @Test(
        "a refund of what was received returns neither the stock nor the limit",
        arguments: Implementation.allCases)
    func usedUp(_ implementation: Implementation) async throws {
        let ticket = RewardOffer("ticket", 10, stock: 3, limit: 1, codes: ["A-1", "B-2", "C-3"])
        try await implementation.run(offering: [Self.towel, ticket]) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            for member in [ana, ben] { try await member.runs(5) }
            let towel = try await ana.redeems(Self.towel)
            _ = try await world.engine.fulfilRedemption(towel.id)
            _ = try await world.engine.refundRedemption(towel.id)
            #expect(try await ana.balance() == 345)
            await expectError(.limitReached) { try await ana.redeems(Self.towel) }
            await expectError(.soldOut) { try await ben.redeems(Self.towel) }
            let shown = try await ana.redeems(ticket)
            _ = try await ana.services.showCode(of: shown.id)
            _ = try await world.engine.refundRedemption(shown.id)
            await expectError(.limitReached) { try await ana.redeems(ticket) }
            #expect(try await ben.services.rewards().last?.remaining == 2)
            // The operator can also refund what was not received, which is in stock again.
            let waiting = try await ben.redeems(ticket)
            _ = try await world.engine.refundRedemption(waiting.id)
            #expect(try await ben.services.rewards().last?.remaining == 2)
            #expect(try await ben.redeems(ticket).state == .redeemed)
            #expect(try await world.rows(of: "rewards WHERE id = 'towel' AND redeemed = 1") == 1)
        }
    }
}
