import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("XP on the command line") struct ExperienceJourneyTests {
    @Test("A member sees level, ledger and formula, and the ledger adds up")
    func member() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let experience = try await demi.json("xp")
        let lifetime = experience.number("lifetime")
        #expect(lifetime > 0 && experience.number("balance") == lifetime)
        let entries = try await demi.json("xp", "ledger", "--limit", "1000").items
        try #require(!entries.isEmpty)
        #expect(entries.reduce(0) { $0 + $1.number("amount") } == lifetime)
        #expect(entries.first?.number("lifetime") == lifetime)
        #expect(entries.map { $0.number("sequence") } == Array((1...entries.count).reversed()))
        let shown = try await demi.run("xp")
        #expect(shown.output.contains("Level") && shown.output.contains("to go"), "\(shown.messages)")
        #expect(try await demi.run("xp", "ledger", "--limit", "3").output.contains("TOTAL"))
        let policy = try await demi.run("xp", "policy").output
        #expect(policy.contains("running") && policy.contains("10,000 XP"))
        #expect(try await demi.run("me").output.contains("level \(experience.number("level"))"))
    }

    @Test("A member sees what they and others earned, and what there is to earn")
    func achievements() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let shown = try await demi.run("achievements")
        #expect(shown.status == 0 && shown.output.contains("ACHIEVEMENT"), "\(shown.messages)")
        let all = try await demi.run("achievements", "--all").output
        #expect(all.contains("halfMarathon") && all.contains("Run 42.2 km in one workout"))
        let feed = try await demi.run("feed", "--kind", "milestone")
        #expect(feed.status == 0, "\(feed.messages)")
        let badges = try await demi.json("feed", "--kind", "badges", "--limit", "100").items
        let kinds = Set(badges.map { $0.text("kind") })
        #expect(!kinds.isEmpty && kinds.isSubset(of: ["levelUp", "achievement", "milestone"]))
        let several = try await demi.json("feed", "--kind", "levelUp,achievement,milestone", "--limit", "100")
        #expect(several.items.map { $0.text("id") } == badges.map { $0.text("id") })
        let wrong = try await demi.run("feed", "--kind", "workout,medals")
        #expect(wrong.status != 0 && wrong.messages.contains("workout,medals"))
    }

    @Test("A workout says what it earned")
    func workout() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let workout = try #require(try await demi.json("workouts", "--limit", "1").items.first)
        let shown = try await demi.json("workouts", "show", "demi/\(workout.text("id"))")
        let experience = try #require(shown["experience"] as? [String: Any])
        #expect(experience.number("award") == shown.number("xpEarned"))
        let lines = try await demi.run("workouts", "show", "demi/\(workout.text("id"))").output
        #expect(lines.split(separator: "\n").contains { $0.hasPrefix("XP ") })
    }

    @Test("The demo community's ledger is correct")
    func verification() async throws {
        let data = try await SmallCommunity.copy()
        let run = try await Terminal(home: data, context: ["--data", data.path]).run("xp", "verify")
        #expect(run.status == 0 && run.messages.contains("The ledger is correct."), "\(run.messages)")
    }
}
