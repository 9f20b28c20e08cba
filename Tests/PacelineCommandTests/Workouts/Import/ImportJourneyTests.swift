import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Importing workouts") struct ImportJourneyTests {
    @Test("A dry run publishes nothing, and repeating an import changes nothing")
    func previewAndTwice() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let before = try await demi.json("me")
        let file = try data.write(Season.csv(count: 12, hasBadRow: true), to: "season.csv").path

        let preview = try await demi.run("workouts", "import", file, "--dry-run")
        #expect(preview.status == 0, "\(preview.messages)")
        #expect(preview.output.contains("season.csv"))
        #expect(preview.output.split(separator: "\n").count { $0.contains(" 2k ") } == 10)
        #expect(preview.messages.contains("skipped season.csv:2:"))
        #expect(try await Self.workouts(demi) == Self.workouts(before))

        for (round, expected) in [("created", 12), ("unchanged", 12)].enumerated() {
            let report = try await demi.json("workouts", "import", file, "--visibility", "friends")
            #expect(report.number(expected.0) == expected.1, "round \(round)")
            #expect((report["skipped"] as? [[String: Any]])?.first?.number("line") == 2)
        }
        #expect(try await Self.workouts(demi) == Self.workouts(before) + 12)
        let after = try await demi.json("workouts", "import", file, "--dry-run")
        #expect(after.number("unchanged") == 12)
        let wider = try await demi.json("workouts", "import", file, "--dry-run", "--visibility", "public")
        #expect(wider.number("updated") == 12)
    }

    @Test("The logbook's power and the chosen visibility are imported and shown")
    func power() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let file = try data.write(Season.csv(count: 1), to: "season.csv").path
        let report = try await demi.json("workouts", "import", file, "--visibility", "private")
        #expect(report.number("created") == 1)
        let workouts = try await demi.json("workouts", "--limit", "1000")["items"] as? [[String: Any]]
        let imported = try #require(workouts?.last)
        #expect(imported.number("averagePower") == 302)
        let shown = try await demi.run("workouts", "show", imported.text("id")).output
        #expect(shown.contains("302 W") && shown.contains("private (only me)"))
    }

    @Test("A large import is published in batches and reports progress")
    func batches() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let file = try data.write(Season.csv(count: 250), to: "season.csv").path
        let run = try await demi.run("workouts", "import", file)
        #expect(run.status == 0)
        #expect(run.messages.contains("Importing: 250 of 250"))
        let check = try await PacelineProcess.run(["check", "--data", data.path], home: data)
        #expect(check.status == 0)
    }

    @Test("An unsupported or missing file is rejected")
    func unreadable() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let file = try data.write("hello\n", to: "letter.txt").path
        let unknown = try await demi.run("workouts", "import", file)
        #expect(unknown.status == 1)
        #expect(unknown.messages.contains("letter.txt"))
        #expect(try await demi.run("workouts", "import", data.file("none.csv").path).status == 1)
    }

    private static func workouts(_ terminal: Terminal) async throws -> Int {
        workouts(try await terminal.json("me"))
    }

    private static func workouts(_ account: [String: Any]) -> Int {
        (account["stats"] as? [String: Any] ?? [:]).number("workouts")
    }
}
