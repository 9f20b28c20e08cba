import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import PacelineTestSupport
import Testing

/// What the command line finds in a ledger that other programs have changed.
@Suite("The ledger in operation", .timeLimit(.minutes(5))) struct LedgerCommandTests {
    /// A community with a member in a data folder, as a server would leave it.
    private struct Scene {
        let folder: Folder
        let database: SQLiteDatabase
        let engine: Engine

        init() async throws {
            folder = try Folder()
            database = try SQLiteDatabase(path: folder.file("paceline.sqlite").path)
            let opened = database
            engine = try await LedgerKeyFile(folder.file("ledger.key").path).withKey { key in
                var environment = EngineEnvironment(passwordCost: .fast)
                environment.ledgerKey = key
                return try await Engine(database: opened, environment: environment)
            }
            _ = try await engine.signUp(
                SignUp(
                    username: "ana", password: "correct horse battery",
                    birthDate: try #require(Day(number: 1990_05_17))))
        }

        /// Publishes a workout of 20 XP.
        func publish(daysAgo: Double) async throws {
            let draft = WorkoutDraft(
                type: .yoga, title: "Stretching", startedAt: Date().addingTimeInterval(-daysAgo * 86_400),
                duration: 600)
            _ = try await engine.session(named: "ana").publish(draft, as: Workout.ID(UUID()), ifMatch: nil)
        }

        func run(_ arguments: String...) async throws -> PacelineProcess {
            try await PacelineProcess.run(arguments + ["--data", folder.path], home: folder)
        }
    }

    @Test("A ledger is correct until an entry is changed, and the fault names entry and person")
    func changedEntry() async throws {
        let scene = try await Scene()
        for day in 1...3 { try await scene.publish(daysAgo: Double(day)) }
        let correct = try await scene.run("xp", "verify")
        #expect(correct.status == 0, "\(correct.messages)")
        #expect(
            correct.output.isEmpty && correct.messages.contains("Verified 3 entries of 1 account."))
        try await scene.database.write {
            try $0.send("UPDATE ledger_entries SET amount = amount + 1 WHERE sequence = 2")
        }
        let wrong = try await scene.run("xp", "verify")
        #expect(wrong.status == 1 && wrong.messages.contains("fault"))
        let line = try #require(wrong.output.split(separator: "\n").first { $0.contains("changed entry") })
        #expect(line.contains("@ana") && line.contains("2"))
        let report = try #require(
            JSONSerialization.jsonObject(
                with: Data(try await scene.run("xp", "verify", "--json").output.utf8)) as? [String: Any])
        let faults = try #require(report["faults"] as? [[String: Any]])
        #expect(
            faults.contains { $0["kind"] as? String == "changedEntry" && $0["person"] as? String == "ana" })
        try await scene.database.close()
    }

    @Test("Only an anchor reveals that the database was replaced by an older one")
    func anchor() async throws {
        let scene = try await Scene()
        try await scene.publish(daysAgo: 2)
        let (backup, anchor) = (scene.folder.file("backup.sqlite"), scene.folder.file("anchor").path)
        #expect(try await scene.run("backup", backup.path).status == 0)
        try await scene.publish(daysAgo: 1)
        #expect(try await scene.run("xp", "anchor", anchor).status == 0)
        #expect(try Data(contentsOf: URL(filePath: anchor)).count == 56)
        let again = try await scene.run("xp", "anchor", anchor)
        #expect(again.status == 1 && again.messages.contains("already exists"))
        #expect(try await scene.run("xp", "verify", "--anchor", anchor).status == 0)
        try await scene.database.close()
        for ending in ["", "-wal", "-shm"] {
            let file = scene.folder.file("paceline.sqlite\(ending)")
            if FileManager.default.fileExists(atPath: file.path) {
                try FileManager.default.removeItem(at: file)
            }
        }
        try FileManager.default.copyItem(at: backup, to: scene.folder.file("paceline.sqlite"))
        #expect(try await scene.run("xp", "verify").status == 0)
        let found = try await scene.run("xp", "verify", "--anchor", anchor)
        #expect(found.status == 1 && found.output.contains("older than the anchor"))
        try scene.folder.write("no anchor", to: "anchor")
        let malformed = try await scene.run("xp", "verify", "--anchor", anchor)
        #expect(malformed.status == 1 && malformed.messages.contains("not an anchor"))
    }

    @Test("Without its key, a community can be checked and backed up, but neither served nor verified")
    func missingKey() async throws {
        let scene = try await Scene()
        try await scene.publish(daysAgo: 1)
        try await scene.database.close()
        let key = scene.folder.file("ledger.key")
        try FileManager.default.removeItem(at: key)
        for arguments in [["xp", "verify"], ["serve", "--port", "0"], ["feed", "--as", "ana"]] {
            let run = try await PacelineProcess.run(
                arguments + ["--data", scene.folder.path], home: scene.folder)
            #expect(run.status == 1, "\(arguments): \(run.messages)")
            #expect(run.messages.contains("ledger.key"), "\(run.messages)")
            #expect(!FileManager.default.fileExists(atPath: key.path))
        }
        #expect(try await scene.run("check").status == 0)
        #expect(try await scene.run("backup", scene.folder.file("backup.sqlite").path).status == 0)
        #expect(!FileManager.default.fileExists(atPath: key.path))
    }

    @Test("The key can be in a file that the settings name")
    func configuredFile() async throws {
        let scene = try await Scene()
        try await scene.publish(daysAgo: 1)
        let moved = scene.folder.file("keys/crew.key")
        try FileManager.default.createDirectory(
            at: moved.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: scene.folder.file("ledger.key"), to: moved)
        try scene.folder.write(#"{"ledgerKeyFile": "\#(moved.path)"}"#, to: "paceline.json")
        #expect(try await scene.run("xp", "verify").status == 0)
        #expect(!FileManager.default.fileExists(atPath: scene.folder.file("ledger.key").path))
        try await scene.database.close()
    }

    @Test("Of several processes that create the key at once, all get the same one")
    func concurrentCreation() async throws {
        let folder = try Folder()
        let keys = try await withThrowingTaskGroup(of: LedgerKey.self) { group in
            for _ in 0..<16 {
                group.addTask { try await LedgerKeyFile(folder.file("new/ledger.key").path).withKey { $0 } }
            }
            return try await group.reduce(into: [LedgerKey]()) { $0.append($1) }
        }
        #expect(keys.count == 16 && keys.allSatisfy { $0 == keys[0] })
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("new").path) == ["ledger.key"])
    }
}
