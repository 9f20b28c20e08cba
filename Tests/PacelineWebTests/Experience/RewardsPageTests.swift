import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Rewards on pages") struct RewardsPageTests {
    private static func run(_ live: @Sendable (Site, Browser) async throws -> Void) async throws {
        let catalogue = try RewardCatalogue([
            RewardOffer(id: Reward.ID(trusted: "bottle"), title: "Water <b>bottle</b>", price: 50, stock: 2),
            RewardOffer(id: Reward.ID(trusted: "sauna"), title: "Sauna", price: 10, codes: ["SAUNA-1"]),
            RewardOffer(id: Reward.ID(trusted: "crown"), title: "Crown", price: 9_000),
        ])
        try await Site.run(configuring: { $0.rewards = catalogue }) { site in
            let ana = try await site.member("ana")
            // 72 XP for the distance, and more for the time.
            try await site.publish(by: "ana")
            try await live(site, ana)
        }
    }

    @Test("A member redeems a reward after confirming it, and refunds it, without scripts")
    func redeeming() async throws {
        try await Self.run { site, ana in
            let balance = try await site.session("ana").experience().balance
            #expect(try await ana.open("/experience").text.contains("href=\"/experience/rewards\""))
            let list = try await ana.open("/experience/rewards").text
            #expect(list.contains("Water &lt;b&gt;bottle&lt;/b&gt;") && list.contains("2 left"))
            #expect(list.contains("You need more XP.") && !list.contains("What you redeemed"))
            #expect(!list.contains("SAUNA-1"))
            #expect(try await ana.open("/experience/rewards/crown").location == "/experience/rewards")
            #expect(try await ana.open("/experience/rewards/nothing").location == "/experience/rewards")

            let confirmation = try await ana.open("/experience/rewards/bottle").text
            #expect(
                confirmation.contains("It costs 50 XP.") && confirmation.contains("have \(balance - 50) XP"))
            let form = await ana.filledIn
            let redeemed = try await ana.submit("/experience/rewards/bottle", form)
            let page = try #require(redeemed.location)
            #expect(page.hasPrefix("/experience/redemptions/"))
            // Sent twice, it pays once.
            #expect(try await ana.submit("/experience/rewards/bottle", form).location == page)
            #expect(try await site.session("ana").experience().balance == balance - 50)
            let shown = try await ana.open(page).text
            #expect(shown.contains("Refund until") && !shown.contains("Show the code"))
            let ledger = try await ana.open("/experience").text
            #expect(ledger.contains("−50 XP") && ledger.contains("href=\"\(page)\""))

            #expect(try await ana.submit("\(page)/refund").location == "/experience/rewards")
            #expect(try await site.session("ana").experience().balance == balance)
            #expect(try await ana.submit("\(page)/refund").location == page)
            #expect(try await ana.open("/experience/rewards").text.contains("Refunded"))
        }
    }

    @Test("A code is shown on request, and others do not see it")
    func codes() async throws {
        try await Self.run { site, ana in
            let ben = try await site.member("ben")
            let id = try await site.session("ana").redeem(Reward.ID(trusted: "sauna"), at: 10).id
            let page = "/experience/redemptions/\(id)"
            let before = try await ana.open(page).text
            #expect(before.contains("Show the code") && !before.contains("SAUNA-1"))
            #expect(try await ben.open(page).status == 404)
            #expect(try await ben.submit("\(page)/code").status == 404)
            #expect(try await ana.submit("\(page)/code").location == page)
            for _ in 0..<2 {
                let after = try await ana.open(page).text
                #expect(after.contains("SAUNA-1") && after.contains("Received"))
                #expect(!after.contains("Show the code") && !after.contains("Refund until"))
            }
            #expect(try await !ana.open("/experience/rewards").text.contains("SAUNA-1"))
        }
    }

    @Test("A code is shown to users who have just confirmed who they are")
    func confirming() async throws {
        try await Self.run { site, ana in
            let id = try await site.session("ana").redeem(Reward.ID(trusted: "sauna"), at: 10).id
            let page = "/experience/redemptions/\(id)"
            site.clock.advance(by: 660)
            let asked = try #require(try await ana.submit("\(page)/code").location)
            #expect(asked.hasPrefix("/settings/confirm?next="))
            #expect(try await ana.open(page).text.contains("Refund until"))
            let form = ["password": Browser.password, "next": page]
            #expect(try await ana.submit("/settings/confirm", form).location == page)
            try await ana.open(page)
            #expect(try await ana.submit("\(page)/code").location == page)
            #expect(try await ana.open(page).text.contains("SAUNA-1"))
            site.clock.advance(by: 660)
            let later = try await ana.open(page).text
            #expect(later.contains("Show the code") && !later.contains("SAUNA-1"))
        }
    }

    @Test("A form with another price pays nothing")
    func price() async throws {
        try await Self.run { site, ana in
            try await ana.open("/experience/rewards/bottle")
            let form = await ana.filledIn.merging(["price": "1"]) { $1 }
            #expect(
                try await ana.submit("/experience/rewards/bottle", form).location == "/experience/rewards")
            #expect(try await ana.open("/experience/rewards").text.contains("Nothing was redeemed"))
            #expect(try await site.session("ana").redemptions(PageRequest()).items.isEmpty)
        }
    }
}
