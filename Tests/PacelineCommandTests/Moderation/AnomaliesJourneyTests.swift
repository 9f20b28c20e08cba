import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Held workouts on the command line") struct AnomaliesJourneyTests {
    @Test("The operator excludes a held workout, its owner appeals, and the operator approves it")
    func journey() async throws {
        let data = try await SmallCommunity.copy()
        let admin = Terminal(home: data, context: ["--data", data.path])
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let listed = try await admin.run("anomalies")
        #expect(listed.status == 0 && listed.output.contains("@demi"), "\(listed.messages)")
        #expect(listed.output.contains("a heart rate above 220"))
        let held = try #require(try await admin.json("anomalies").items.first)
        let workout = try #require(held["workout"] as? [String: Any])
        let id = workout.text("id")
        let shown = try await demi.run("workouts", "show", "demi/\(id)").output
        #expect(shown.contains("held until a moderator has decided"), "\(shown)")

        #expect(try await admin.run("anomalies", "exclude", id).status == 64)
        let excluded = try await admin.run(
            "anomalies", "exclude", String(id.suffix(8)), "--reason", "Loose strap.")
        #expect(excluded.status == 0, "\(excluded.messages)")
        #expect(try await demi.run("workouts", "show", "demi/\(id)").output.contains("Loose strap."))
        let appeal = try await demi.json("workouts", "review", id)
        let experience = try #require(appeal["experience"] as? [String: Any])
        let review = try #require(experience["review"] as? [String: Any])
        #expect(review.text("state") == "appealed")
        let approved = try await admin.json("anomalies", "approve", id, "--reason", "Corrected.")
        #expect(approved.text("state") == "approved")
        #expect(try await admin.json("anomalies", "--state", "approved").items.count == 1)
        #expect(try await admin.run("xp", "verify").status == 0)
        #expect(try await admin.run("check").status == 0)
    }

    @Test("A wrong state and two addresses are refused")
    func misuse() async throws {
        let data = try await SmallCommunity.copy()
        let admin = Terminal(home: data, context: ["--data", data.path])
        #expect(try await admin.run("anomalies", "--state", "unusual").status == 0)
        #expect(try await admin.run("anomalies", "--state", "lost").status == 64)
        #expect(try await admin.run("anomalies", "--server", "http://127.0.0.1:1").status == 64)
    }
}
