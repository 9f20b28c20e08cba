import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Rewards on the command line") struct RewardsJourneyTests {
    private static let rewards = """
        [{"id": "bottle", "title": "Bottle", "price": 10, "stock": 2},
         {"id": "sauna", "title": "Sauna", "price": 20, "codes": ["SAUNA-1"]}]
        """

    @Test("A member redeems, refunds and shows a code, and the operator hands over and refunds")
    func journey() async throws {
        let data = try await SmallCommunity.copy()
        try data.write(Self.rewards, to: "rewards.json")
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let admin = Terminal(home: data, context: ["--data", data.path])
        let balance = try await demi.json("xp").number("balance")
        try #require(balance > 40)
        #expect(try await demi.run("rewards").output.contains("Bottle"))
        let dear = try await demi.run("rewards", "redeem", "bottle", "--price", "9")
        #expect(dear.status == 1 && dear.messages.contains("costs 10 XP now"), "\(dear.messages)")
        #expect(try await demi.run("rewards", "redeem", "crown").status == 1)
        let first = try await demi.json("rewards", "redeem", "bottle")
        #expect(try await demi.json("xp").number("balance") == balance - 10)
        #expect(try await demi.run("xp").output.contains("to spend on rewards"))
        #expect(try await demi.run("xp", "ledger", "--limit", "1").output.contains("spent on a reward"))
        #expect(try await demi.json("rewards", "refund", first.text("id")).text("state") == "refunded")

        let ticket = try await demi.json("rewards", "redeem", "sauna").text("id")
        #expect(try await demi.json("rewards", "code", ticket).text("code") == "SAUNA-1")
        #expect(try await demi.run("rewards", "refund", ticket).status == 1)
        let bottle = try await demi.json("rewards", "redeem", "bottle").text("id")
        let waiting = try await admin.run("admin", "rewards")
        #expect(waiting.output.contains("@demi") && waiting.output.contains("Bottle"), "\(waiting.messages)")
        let handedOver = try await admin.run("admin", "rewards", "fulfil", bottle)
        #expect(handedOver.messages.contains("@demi has received Bottle"), "\(handedOver.messages)")
        #expect(try await demi.run("notifications").output.contains("You received your reward: Bottle"))
        #expect(!(try await admin.run("admin", "rewards", "--state", "received").output.contains("SAUNA-1")))
        #expect(try await admin.run("admin", "rewards", "refund", ticket).status == 0)
        #expect(try await demi.json("rewards", "redeemed").items.count == 3)
        #expect(try await demi.run("rewards", "redeemed").output.contains("received"))
        #expect(try await demi.json("xp").number("balance") == balance - 10)
        #expect(try await admin.run("xp", "verify").status == 0)
        #expect(try await admin.run("check").status == 0)
    }

    @Test(
        "A wrong file is named with its field",
        arguments: [
            (#"[{"id": "bottle", "title": "Bottle", "price": 0}]"#, "rewards[0].price"),
            (#"[{"id": "Bottle", "title": "Bottle", "price": 1}]"#, "rewards[0].id"),
            (#"[{"id": "bottle", "price": 1}]"#, "rewards[0].title"),
            (
                #"[{"id": "a", "title": "A", "price": 1}, {"id": "a", "title": "B", "price": 1}]"#,
                "rewards[1].id"
            ),
            (
                #"[{"id": "a", "title": "A", "price": 1, "firstDay": 20261231, "lastDay": 20261201}]"#,
                "rewards[0].lastDay"
            ),
            (#"[{"id": "a", "title": "A", "price": 1, "codes": ["X", "X"]}]"#, "rewards[0].codes[1]"),
            ("[{", "rewards.json"),
        ])
    func wrongFiles(text: String, place: String) async throws {
        let folder = try Folder()
        let file = try folder.write(text, to: "rewards.json")
        let failure = #expect(throws: Failure.self) { _ = try RewardCatalogue(file: file.path) }
        #expect(failure?.message.contains(place) == true, "\(failure?.message ?? "")")
        #expect(throws: Failure.self) { _ = try RewardCatalogue(file: folder.file("none.json").path) }
    }

    @Test("The demo community offers three rewards")
    func demo() async throws {
        let data = try await SmallCommunity.copy()
        let offers = try RewardCatalogue(file: data.file("rewards.json").path).offers
        #expect(offers.count == 3 && offers.contains { $0.codes != nil })
    }

    @Test("The rewards are those of the setting, or of the data folder")
    func setting() async throws {
        let folder = try Folder()
        func rewards(_ path: String) async throws -> Int {
            let configuration = try await CommunityConfiguration.load(
                file: "/nowhere/paceline.json", flags: ["rewards": path], environment: [:])
            return try configuration.rewards(in: DataFolder(folder.path)).offers.count
        }
        #expect(try await rewards("") == 0)
        try folder.write(Self.rewards, to: "rewards.json")
        #expect(try await rewards("") == 2)
        let other = try folder.write("[]", to: "other.json")
        #expect(try await rewards(other.path) == 0)
    }
}
