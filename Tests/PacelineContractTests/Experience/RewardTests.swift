import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Rewards")
struct RewardTests {
    private static let bottle = RewardOffer("bottle", 100)
    private static let towel = RewardOffer("towel", 300, stock: 1, limit: 1)

    @Test("a reward is paid from the balance, and a refund gives it back", arguments: Implementation.allCases)
    func redeeming(_ implementation: Implementation) async throws {
        try await implementation.run(offering: [Self.bottle, Self.towel]) { world in
            let ana = try await world.person("ana")
            // 5 × 57 + 30 × 2.
            try await ana.runs(5)
            let before = try await ana.services.experience()
            #expect(before.balance == 345)
            let redemption = try await ana.redeems(Self.towel)
            #expect(redemption.title == "Towel" && redemption.price == 300)
            #expect(redemption.state == .redeemed && redemption.code == nil)
            #expect(redemption.redeemedAt == world.clock.now)
            #expect(redemption.refundableUntil == world.clock.now.addingTimeInterval(86_400))
            let after = try await ana.services.experience()
            #expect(after.balance == 45 && after.lifetime == 345 && after.level == before.level)
            #expect(try await ana.services.redemptions(.whole).items == [redemption])
            #expect(try await ana.obstacles() == ["bottle": "insufficientXP", "towel": "limitReached"])

            let refunded = try await ana.services.refund(redemption.id)
            #expect(refunded.state == .refunded && refunded.stateChangedAt == world.clock.now)
            #expect(refunded.refundableUntil == nil)
            #expect(try await ana.services.experience() == before)
            await expectError(.notRefundable) { try await ana.services.refund(redemption.id) }
            let entries = try await ana.entries()
            #expect(entries.map(\.summary) == ["earned 345", "redeemed -300", "refunded 300"])
            #expect(entries.map(\.lifetime) == [345, 345, 345])
            #expect(entries.map(\.redemption) == [nil, redemption.id, redemption.id])
            #expect(entries[1].workout == nil && entries[1].policy == nil)
            // It is in stock again.
            #expect(try await ana.redeems(Self.towel).id != redemption.id)
            #expect(try await walk(inPagesOf: 1) { try await ana.services.redemptions($0) }.count == 2)
        }
    }

    @Test("what keeps a member from redeeming a reward has an error", arguments: Implementation.allCases)
    func refusals(_ implementation: Implementation) async throws {
        let today = try day(2026_03_01)
        let rewards = [
            Self.bottle, Self.towel, RewardOffer("crown", 1_000), RewardOffer("pass", 1, minimumLevel: 2),
            RewardOffer("beer", 1, minimumAge: 18),
            RewardOffer("today", 1, firstDay: today, lastDay: today),
            RewardOffer("past", 1, lastDay: today.adding(days: -1)),
            RewardOffer("future", 1, firstDay: today.adding(days: 1)),
        ]
        try await implementation.run(offering: rewards) { world in
            let (ana, teen) = (
                try await world.person("ana"), try await world.person("teen", born: 2012_01_01)
            )
            for member in [ana, teen] { try await member.runs(5) }
            #expect(
                try await ana.obstacles() == [
                    "bottle": "none", "towel": "none", "crown": "insufficientXP", "pass": "level",
                    "beer": "none", "today": "none",
                ])
            #expect(try await teen.obstacles()["beer"] == "age")
            let redeem: @Sendable (Member, String, Int) async throws -> Redemption = {
                try await $0.services.redeem(Reward.ID(trusted: $1), at: $2)
            }
            await expectError(.rewardNotFound) { try await redeem(ana, "nothing", 1) }
            for id in ["past", "future"] {
                await expectError(.rewardNotFound) { try await redeem(ana, id, 1) }
            }
            await expectError(.priceChanged) { try await redeem(ana, "bottle", 99) }
            await expectError(.insufficientXP) { try await redeem(ana, "crown", 1_000) }
            await expectError(.notAllowed) { try await redeem(ana, "pass", 1) }
            await expectError(.ageRestricted) { try await redeem(teen, "beer", 1) }
            _ = try await redeem(ana, "beer", 1)
            _ = try await redeem(teen, "towel", 300)
            await expectError(.soldOut) { try await redeem(ana, "towel", 300) }
            await expectError(.limitReached) { try await redeem(teen, "towel", 300) }
            #expect(try await ana.services.redemptions(.whole).items.count == 1)
            await expectError(.usernameRequired) { try await world.newcomer().services.rewards() }
        }
    }

    @Test("a minimum age needs a birth date", arguments: Implementation.allCases)
    func unknownAge(_ implementation: Implementation) async throws {
        let beer = RewardOffer("beer", 1, minimumAge: 18)
        try await implementation.run(offering: [beer]) { world in
            let newcomer = try await world.newcomer()
            _ = try await newcomer.services.setUsername("ageless")
            try await newcomer.runs(5, .friends)
            #expect(try await newcomer.obstacles() == ["beer": "birthDate"])
            await expectError(.birthDateRequired) { try await newcomer.redeems(beer) }
        }
    }

    @Test("members refund within a day, the operator always", arguments: Implementation.allCases)
    func refunds(_ implementation: Implementation) async throws {
        try await implementation.run(offering: [Self.bottle]) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.runs(5)
            let late = try await ana.redeems(Self.bottle)
            world.clock.advance(by: 86_400)
            #expect(try await ana.services.redemptions(.whole).items.first?.refundableUntil == nil)
            await expectError(.notRefundable) { try await ana.services.refund(late.id) }
            let early = try await ana.redeems(Self.bottle)
            await expectError(.notFound) { try await ben.services.refund(early.id) }
            world.clock.advance(by: 86_399)
            #expect(try await ana.services.refund(early.id).state == .refunded)

            let waiting = try await world.engine.memberRedemptions(in: .redeemed)
            #expect(waiting.map(\.id) == [late.id] && waiting.map(\.username) == ["ana"])
            #expect(try await world.engine.fulfilRedemption(late.id).redemption.state == .fulfilled)
            #expect(try await world.engine.fulfilRedemption(late.id).redemption.state == .fulfilled)
            #expect(try await ana.notified() == ["rewardFulfilled ana"])
            #expect(try await ana.inbox().items.first?.reward == NotifiedReward(id: late.id, title: "Bottle"))
            await expectError(.notRefundable) { try await ana.services.refund(late.id) }
            #expect(try await world.engine.refundRedemption(late.id).redemption.state == .refunded)
            await expectError(.notRefundable) { try await world.engine.refundRedemption(late.id) }
            await expectError(.notAllowed) { try await world.engine.fulfilRedemption(late.id) }
            await expectError(.notFound) { try await world.engine.fulfilRedemption(.random()) }
            #expect(try await ana.notified() == [])
            #expect(try await ana.balance() == 345)
        }
    }

    @Test("a code belongs to one person, and stays the same", arguments: Implementation.allCases)
    func codes(_ implementation: Implementation) async throws {
        let ticket = RewardOffer("ticket", 10, codes: ["A-1", "B-2", "C-3"])
        try await implementation.run(offering: [ticket, Self.bottle]) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            for member in [ana, ben] { try await member.runs(5) }
            let first = try await ana.redeems(ticket)
            #expect(first.hasCode && first.code == nil)
            #expect(try await ana.services.rewards().first?.remaining == 2)
            // A refund before it is shown takes no code.
            try await ana.services.refund(first.id)
            #expect(try await ana.services.rewards().first?.remaining == 3)
            await expectError(.notAllowed) { try await ana.services.showCode(of: first.id) }

            let (mine, other) = (try await ana.redeems(ticket), try await ben.redeems(ticket))
            let shown = try await ana.services.showCode(of: mine.id)
            #expect(shown.code == "A-1" && shown.state == .fulfilled && shown.refundableUntil == nil)
            #expect(try await ana.services.showCode(of: mine.id) == shown)
            #expect(try await ben.services.showCode(of: other.id).code == "B-2")
            await expectError(.notFound) { try await ben.services.showCode(of: mine.id) }
            await expectError(.notRefundable) { try await ana.services.refund(mine.id) }
            #expect(try await ana.services.redemptions(.whole).items.allSatisfy { $0.code == nil })
            #expect(try await ana.notified() == [])

            // The operator's refund does not bring the code back.
            _ = try await world.engine.refundRedemption(mine.id)
            #expect(try await ana.services.rewards().first?.remaining == 1)
            let last = try await ana.redeems(ticket)
            await expectError(.soldOut) { try await ben.redeems(ticket) }
            // It is handed over with a code that only its owner sees.
            #expect(try await world.engine.fulfilRedemption(last.id).redemption.code == nil)
            #expect(try await ana.services.showCode(of: last.id).code == "C-3")
            let plain = try await ana.redeems(Self.bottle)
            await expectError(.notAllowed) { try await ana.services.showCode(of: plain.id) }
        }
    }

    @Test("a deleted workout may make the balance negative", arguments: Implementation.allCases)
    func debt(_ implementation: Implementation) async throws {
        try await implementation.run(offering: [Self.bottle, Self.towel]) { world in
            let ana = try await world.person("ana")
            let workout = try await ana.runs(5)
            let redemption = try await ana.redeems(Self.towel)
            try await ana.services.deleteWorkout(workout.id)
            let experience = try await ana.services.experience()
            #expect(experience.balance == -300 && experience.lifetime == 0)
            await expectError(.insufficientXP) { try await ana.redeems(Self.bottle) }
            try await ana.services.refund(redemption.id)
            #expect(try await ana.balance() == 0)
        }
    }

    @Test("what was redeemed stays when the catalogue changes", .world, arguments: engines)
    func changedCatalogue(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.runs(5)
        func session(offering offers: RewardOffer...) async throws -> Session {
            var environment = world.engine.environment
            environment.rewards = try RewardCatalogue(offers)
            return try await PacelineEngine.Engine(database: world.database, environment: environment)
                .session(for: ana.id)
        }
        let ticket = RewardOffer("ticket", 10, codes: ["A-1"])
        let before = try await session(offering: ticket)
        let redemption = try await before.redeem(ticket.id, at: 10)
        let after = try await session(offering: RewardOffer("ticket", 20, codes: []))
        await expectError(.priceChanged) { try await after.redeem(ticket.id, at: 10) }
        await expectError(.soldOut) { try await after.redeem(ticket.id, at: 20) }
        await expectError(.soldOut) { try await after.showCode(of: redemption.id) }
        let none = try await session()
        #expect(try await none.rewards() == [])
        #expect(try await none.redemptions(.whole).items == [redemption])
        #expect(try await before.showCode(of: redemption.id).code == "A-1")
        #expect(try await none.showCode(of: redemption.id).code == "A-1")
        await expectError(.rewardNotFound) { try await none.redeem(ticket.id, at: 10) }
    }

    @Test("the ledger's verification compares redeemed rewards", .world, arguments: engines)
    func verification(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.runs(5)
        var environment = world.engine.environment
        environment.rewards = try RewardCatalogue([Self.bottle])
        let engine = try await PacelineEngine.Engine(database: world.database, environment: environment)
        let redemption = try await engine.session(for: ana.id).redeem(Self.bottle.id, at: 100)
        #expect(try await engine.verifyLedger().faults == [])
        for change in ["price = price + 1", "state = 'refunded'"] {
            try await world.database.write { try $0.send("UPDATE redemptions SET \(raw: change)") }
            let faults = try await engine.verifyLedger().faults
            #expect(faults.map(\.kind) == [.wrongRedemption] && faults.first?.redemption == redemption.id)
            try await world.database.write {
                try $0.send("UPDATE redemptions SET price = 100, state = 'redeemed'")
            }
        }
        #expect(try await engine.verifyLedger().faults == [])
    }

    private static let engines = Implementation.allCases.filter { $0 != .remote }
}
