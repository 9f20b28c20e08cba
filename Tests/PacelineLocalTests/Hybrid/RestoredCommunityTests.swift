import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineLocal

@Suite("A device whose server was restored from a backup", .timeLimit(.minutes(2)))
struct RestoredCommunityTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Copies the community's files as `paceline backup` does.
    private func backUp(_ scene: HybridScene, at file: URL) async throws {
        try await scene.server.community.close()
        try FileManager.default.copyItem(at: folder.file("server"), to: folder.file("backup"))
        let copy = try await LocalCommunity(at: folder.file("backup/community.sqlite"))
        try await copy.engine.markAsFork()
        try await copy.close()
        scene.server.community = try await LocalCommunity(at: file)
    }

    /// The community as it was before, which the server has from now on.
    private func restore(_ scene: HybridScene) async throws {
        try await scene.server.community.close()
        scene.server.community = try await LocalCommunity(at: folder.file("backup/community.sqlite"))
    }

    private func comments(_ services: any SocialServices, on item: FeedItem.ID) async throws -> [String] {
        try await services.comments(on: item, PageRequest()).items.map(\.text)
    }

    @Test("it shows what the server has, tells what it cannot know, and nothing happens twice")
    func restored() async throws {
        let file = folder.file("server/community.sqlite")
        let scene = try await HybridScene(of: try await LocalCommunity(at: file))
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            func comment(_ text: String) async throws {
                _ = try await phone.services.comment(CommentDraft(text: text), on: item)
            }
            try await comment("before")
            try await phone.sync()
            try await backUp(scene, at: file)
            try await comment("after the backup")
            try await phone.sync()
            scene.server.network = .isGone
            try await comment("waits")
            scene.server.network = .works
            try await restore(scene)
            for _ in 0..<2 { try await phone.sync() }

            let ben = scene.server.community.session(for: scene.benID)
            #expect(
                try await comments(ben, on: item) == ["before"], "a restored server loses what came later")
            #expect(try await comments(phone.services, on: item) == ["before"])
            #expect(try await phone.services.item(item).commentCount == 1)
            #expect(try await phone.waitingChanges() == [])
            // It was sent with a number that the backup does not know.
            let refused = try await phone.refusedChanges()
            #expect(refused.map(\.kind) == [.addComment])
            #expect(refused.map(\.reason) == [.outcomeUnknown])
            for change in refused { try await phone.retry(change.id) }
            try await phone.sync()
            #expect(try await comments(ben, on: item) == ["before", "waits"])
            #expect(try await comments(phone.services, on: item) == ["before", "waits"])
            #expect(try await phone.refusedChanges() == [])
        }
        try await scene.server.community.close()
    }
}
