import Foundation
import PacelineLocal
import PacelineTestSupport
import Testing

/// What a person may no longer see must not be left in unused parts of the files, either.
@Suite("What a device forgets", .timeLimit(.minutes(2)))
struct ForgottenContentTests {
    /// How the person loses sight of Ben's things.
    enum Loss: CaseIterable {
        case blockedByBen, blockedByMe, muted, unfriended, narrowed, deleted

        /// Whether she may no longer see his profile, either.
        var hidesProfile: Bool { self == .blockedByBen || self == .blockedByMe }
    }

    private let texts = ["Canal at dusk", "Nobody saw this", "Sculls before breakfast"]

    /// The texts that some file of the phone contains.
    private func found(in scene: HybridScene) throws -> [String] {
        let files = try scene.databaseFiles.map { file in
            try Data(contentsOf: scene.folder.appending(path: file))
        }
        #expect(!files.isEmpty)
        return texts.filter { text in files.contains { $0.range(of: Data(text.utf8)) != nil } }
    }

    @Test("leaves nothing in its files once the app is closed", arguments: Loss.allCases)
    func files(_ loss: Loss) async throws {
        try await HybridScene.run { scene in
            let phone = try await scene.phone()
            let item = try await scene.workoutOfBen(texts[0])
            _ = try await scene.ben.comment(CommentDraft(text: texts[1]), on: item)
            _ = try await scene.ben.update(AccountChanges(bio: texts[2]), ifMatch: nil)
            try await phone.sync()
            #expect(try await phone.services.homeWorkouts().map(\.id) == [item])
            #expect(try await phone.services.comments(on: item, PageRequest()).items.count == 1)
            #expect(try await phone.services.person(.id(scene.benID)).bio == texts[2])
            try await phone.close()
            #expect(try found(in: scene) == texts)

            try await lose(loss, item, scene)
            let again = try await scene.phone()
            try await again.sync()
            #expect(try await again.services.homeWorkouts() == [])
            try await again.close()
            #expect(try found(in: scene).filter { $0 != texts[2] || loss.hidesProfile } == [])
        }
    }

    private func lose(_ loss: Loss, _ item: FeedItem.ID, _ scene: HybridScene) async throws {
        let (ana, ben) = (PersonReference.id(scene.ana.id), PersonReference.id(scene.benID))
        switch loss {
        case .blockedByBen: try await scene.ben.block(ana)
        case .blockedByMe: try await scene.online.block(ben)
        case .muted: try await scene.online.mute(ben)
        case .unfriended: try await scene.ben.unfriend(ana)
        case .narrowed:
            _ = try await scene.ben.edit(
                Workout.ID(item.uuid), WorkoutChanges(visibility: .private), ifMatch: nil)
        case .deleted: try await scene.ben.deleteWorkout(Workout.ID(item.uuid))
        }
    }
}
