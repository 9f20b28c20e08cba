import Foundation
import Testing

@testable import PacelineLocal

@Suite("The key of a local community's ledger", .timeLimit(.minutes(5)))
struct LedgerKeyTests {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    /// Opens a community, and publishes a workout that earns XP.
    private func createCommunity(at file: URL) async throws {
        let community = try await LocalCommunity(at: file)
        let ana = community.session(
            for: try await community.signUp(
                SignUp(username: "ana", password: "oars-and-rowing", birthDate: Day("1990-05-01")!)
            ).person.id)
        _ = try await ana.publish(
            WorkoutDraft(
                type: .yoga, title: "Stretching", startedAt: Date().addingTimeInterval(-3_600), duration: 600),
            as: Workout.ID(UUID()), ifMatch: nil)
        #expect(try await ana.experience().lifetime == 20)
        try await community.close()
    }

    private func failure(opening file: URL) async throws -> SocialError? {
        do {
            try await LocalCommunity(at: file).close()
            return nil
        } catch let error as SocialError {
            return error
        }
    }

    @Test("a new community gets a key beside its file that only its owner can read, and keeps it")
    func creation() async throws {
        try await withFolder { folder in
            let (file, key) = (
                folder.appending(path: "app/community.sqlite"), folder.appending(path: "app/ledger.key")
            )
            try await createCommunity(at: file)
            let bytes = try Data(contentsOf: key)
            #expect(bytes.count == 32)
            let attributes = try FileManager.default.attributesOfItem(atPath: key.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: folder.appending(path: "app").path)
            #expect(names.filter { $0.contains("ledger") } == ["ledger.key"])
            let again = try await LocalCommunity(at: file)
            let ana = try await again.session(named: "ana")
            #expect(try await ana.ledger(PageRequest()).items.map(\.amount) == [20])
            try await again.close()
            #expect(try Data(contentsOf: key) == bytes)
        }
    }

    @Test("a community does not open with another key, a damaged one, or without its key")
    func wrongKeys() async throws {
        try await withFolder { folder in
            let (file, key) = (
                folder.appending(path: "community.sqlite"), folder.appending(path: "ledger.key")
            )
            try await createCommunity(at: file)
            let bytes = try Data(contentsOf: key)
            for wrong in [Data(repeating: 1, count: 32), bytes.dropLast(), Data()] {
                try Data(wrong).write(to: key)
                let failure = try #require(try await failure(opening: file))
                #expect(failure.code == .unavailable && failure.message.contains("ledger.key"))
                #expect(try Data(contentsOf: key) == Data(wrong))
            }
            try FileManager.default.removeItem(at: key)
            #expect(try await failure(opening: file)?.code == .unavailable)
            #expect(!FileManager.default.fileExists(atPath: key.path))
            try bytes.write(to: key)
            #expect(try await failure(opening: file) == nil)
        }
    }
}
