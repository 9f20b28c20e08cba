import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Migrating a community") struct MigrateTests {
    @Test("A copy in another file shows members the same community")
    func sqlite() async throws {
        let (data, target) = (try await SmallCommunity.copy(), try Folder())
        let original = "sqlite:\(data.file("paceline.sqlite").path)"
        let copy = "sqlite:\(target.file("paceline.sqlite").path)"
        let run = try await PacelineProcess.run(
            ["migrate", "--from", original, "--to", copy, "--json"], home: data)
        #expect(run.status == 0, "\(run.messages)")
        let counts = try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
        #expect(counts.contains { $0.text("table") == "workouts" && $0.number("rows") == 300 })
        #expect(run.messages.contains("all counters are correct") && !run.messages.contains("ledger.key"))
        try await expectSame(data, target)
        try await expectWritable(target)
    }

    @Test(
        "A copy in PostgreSQL and back shows members the same community",
        .enabled(if: TestPostgres.address != nil, "\(TestPostgres.skipReason)"))
    func postgres() async throws {
        let (data, server, back) = (try await SmallCommunity.copy(), try Folder(), try Folder())
        let original = "sqlite:\(data.file("paceline.sqlite").path)"
        try await TestPostgres.withDatabase { address in
            let there = try await PacelineProcess.run(
                ["migrate", "--from", original, "--to", address], home: data)
            #expect(there.status == 0, "\(there.messages)")
            #expect(there.messages.contains("ledger.key"))
            for folder in [server, back] {
                try FileManager.default.copyItem(at: data.file("ledger.key"), to: folder.file("ledger.key"))
            }
            try server.write(#"{"database": "\#(address)"}"#, to: "paceline.json")
            try await expectSame(data, server)
            try await expectWritable(server)
            let copy = "sqlite:\(back.file("paceline.sqlite").path)"
            let home = try await PacelineProcess.run(
                ["migrate", "--from", address, "--to", copy], home: data)
            #expect(home.status == 0, "\(home.messages)")
            try await expectSame(server, back)
        }
    }

    @Test("A target with people is rejected and not changed")
    func notEmpty() async throws {
        let (data, other) = (try await SmallCommunity.copy(), try await SmallCommunity.copy())
        let run = try await PacelineProcess.run(
            [
                "migrate", "--from", "sqlite:\(data.file("paceline.sqlite").path)",
                "--to", "sqlite:\(other.file("paceline.sqlite").path)",
            ], home: data)
        #expect(run.status == 1)
        #expect(run.messages.contains("The target is not empty"))
        let me = try await Terminal(home: other, context: ["--data", other.path, "--as", "demi"]).json("me")
        #expect(!me.isEmpty)
    }

    @Test("A target in the folder of another community's key is rejected")
    func otherKey() async throws {
        let (data, other) = (try await SmallCommunity.copy(), try Folder())
        try other.write(String(repeating: "k", count: 32), to: "ledger.key")
        let run = try await PacelineProcess.run(
            [
                "migrate", "--from", "sqlite:\(data.file("paceline.sqlite").path)",
                "--to", "sqlite:\(other.file("paceline.sqlite").path)",
            ], home: data)
        #expect(run.status == 1 && run.messages.contains("key of another community"))
        #expect(!FileManager.default.fileExists(atPath: other.file("paceline.sqlite").path))
    }

    @Test(
        "An invalid or missing source is rejected",
        arguments: [
            ("nowhere", "is not a database"), ("sqlite:/nowhere/at/all.sqlite", "There is no community at"),
        ])
    func nothingThere(from: String, message: String) async throws {
        let home = try Folder()
        let run = try await PacelineProcess.run(
            ["migrate", "--from", from, "--to", "sqlite:\(home.file("new.sqlite").path)"], home: home)
        #expect(run.status == 1)
        #expect(run.messages.contains(message))
        #expect(!FileManager.default.fileExists(atPath: home.file("new.sqlite").path))
    }

    /// Expects that the copy accepts writes and its counters stay correct.
    private func expectWritable(_ folder: Folder) async throws {
        let demi = Terminal(home: folder, context: ["--data", folder.path, "--as", "demi"])
        let item = try #require(try await demi.json("feed", "--limit", "1").items.first?.text("id"))
        let comment = try await demi.run("comment", item, "Here as there")
        #expect(comment.status == 0, "\(comment.messages)")
        let check = try await Terminal(home: folder).run("check", "--data", folder.path)
        #expect(check.status == 0, "\(check.messages)")
    }

    /// Expects the same feed, friends, requests and search results for the demo user in both, byte for byte.
    private func expectSame(_ left: Folder, _ right: Folder) async throws {
        for command in [
            ["feed", "--limit", "100"], ["friends"], ["requests"], ["people", "search", "a"], ["workouts"],
        ] {
            var outputs: [String] = []
            for folder in [left, right] {
                let run = try await PacelineProcess.run(
                    command + ["--json", "--data", folder.path, "--as", "demi"], home: folder)
                #expect(run.status == 0, "\(run.messages)")
                outputs.append(run.output.replacing(/"next(Cursor)?" ?: ?"[^"]*"/, with: ""))
            }
            #expect(outputs[0] == outputs[1], "\(command)")
            #expect(outputs[0].count > 100)
        }
    }
}
