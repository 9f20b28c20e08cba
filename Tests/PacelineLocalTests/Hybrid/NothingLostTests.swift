import Foundation
import PacelineLocal
import PacelineTestSupport
import Testing

@Suite("What users of other stores lost", .timeLimit(.minutes(5)))
struct NothingLostTests {
    @Test(
        "a workout that is deleted and published again under its id is the new one, with what was done to it")
    func madeAgain() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen(hoursAgo: 2, "first")
        let id = Workout.ID(item.uuid)
        try await scene.withPhone { phone in
            _ = try await phone.services.giveKudos(to: item, big: false)
            _ = try await phone.services.comment(CommentDraft(text: "Nice"), on: item)
            try await phone.sync()
            try await scene.ben.deleteWorkout(id)
            _ = try await scene.ben.publish(.hoursAgo(2, "second"), as: id, ifMatch: nil)
            try await phone.sync()
            let shown = try #require(try await phone.services.homeWorkouts().first)
            #expect(shown.id == item && shown.workout?.title == "second")
            #expect(shown.kudosCount == 0 && !shown.hasKudos && shown.commentCount == 0)
            #expect(try await phone.services.comments(on: item, PageRequest()).items == [])
            scene.server.network = .isGone
            #expect(try await phone.services.comments(on: item, PageRequest()).items == [])
            _ = try await phone.services.comment(CommentDraft(text: "Again"), on: item)
            scene.server.network = .works
            #expect(try await phone.sync().status.refused == 0)
            let comments = try await scene.ben.comments(on: item, PageRequest()).items
            #expect(comments.map(\.text) == ["Again"])
        }
    }

    @Test("an own workout that is deleted and published again offline arrives as the new one")
    func madeAgainOffline() async throws {
        let scene = try await HybridScene()
        let id = Workout.ID(UUID())
        _ = try await scene.online.publish(.hoursAgo(2, "first"), as: id, ifMatch: nil)
        _ = try await scene.ben.giveKudos(to: id.item, big: false)
        try await scene.withPhone { phone in
            scene.server.network = .isGone
            try await phone.services.deleteWorkout(id)
            let again = try await phone.services.publish(.hoursAgo(1, "second"), as: id, ifMatch: nil)
            #expect(again.status == .created)
            #expect(try await phone.services.item(id.item).kudosCount == 0)
            scene.server.network = .works
            #expect(try await phone.sync().status.refused == 0)
            #expect(try await scene.online.workout(id).title == "second")
            #expect(try await phone.services.item(id.item) == scene.online.item(id.item))
            _ = try await scene.ben.giveKudos(to: id.item, big: false)
            try await phone.sync()
            #expect(try await phone.services.item(id.item).kudosCount == 1)
        }
    }

    @Test("no count is above the truth after lost answers, restarts and reads that ask the server")
    func counts() async throws {
        try await HybridScene.run { scene in
            let item = try await scene.workoutOfBen()
            var phone = try await scene.phone()
            try await phone.sync()
            for round in 0..<8 {
                let isGiven = round.isMultiple(of: 2)
                scene.server.network = .isGone
                if isGiven {
                    _ = try await phone.services.giveKudos(to: item, big: round == 4)
                } else {
                    _ = try await phone.services.withdrawKudos(from: item)
                }
                scene.server.network = .losesAnswers
                if round % 3 != 1 { try await phone.sync() }
                #expect(try await code { _ = try await phone.confirming.item(item) } == .offline)
                #expect(try await phone.services.item(item).kudosCount == (isGiven ? 1 : 0), "round \(round)")
                if round % 3 != 2 {
                    try await phone.close()
                    phone = try await scene.phone()
                }
                #expect(try await phone.services.item(item).kudosCount == (isGiven ? 1 : 0), "round \(round)")
                scene.server.network = .works
                if round % 4 > 1 { _ = try await phone.confirming.item(item) } else { try await phone.sync() }
                let truth = try await scene.online.item(item)
                #expect(try await phone.services.item(item) == truth, "round \(round)")
                #expect(truth.kudosCount == (isGiven ? 1 : 0))
            }
            try await phone.close()
        }
    }

    @Test("a server that fails as a whole refuses nothing, and what waits is sent once it works")
    func failingServer() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            _ = try await phone.services.giveKudos(to: item, big: false)
            scene.server.network = .answersItself(
                EncodedResponse(status: 500, contentType: "text/plain", body: Array("Error".utf8)))
            for _ in 0..<5 {
                guard case .offline = try await phone.sync().status.phase else {
                    Issue.record("a server that fails as a whole refuses nothing")
                    return
                }
            }
            #expect(try await phone.waitingChanges().map(\.kind) == [.giveKudos])
            scene.server.network = .works
            #expect(try await phone.sync().status.refused == 0)
            #expect(try await scene.ben.item(item).kudosCount == 1)
        }
    }

    @Test(
        "however settings change meanwhile, no workout has a wider audience than was shown when it was queued",
        arguments: 1...(6 as UInt64))
    func audiences(_ seed: UInt64) async throws {
        let scene = try await HybridScene()
        var random = SeededRandom(seed: seed)
        try await scene.withPhone { phone in
            var shown: [Workout.ID: ItemVisibility] = [:]
            for step in 0..<40 {
                let visibility = ItemVisibility.allCases.randomElement(using: &random) ?? .private
                let changes = SettingsChanges(workoutVisibility: visibility)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: scene.server.network = .isGone
                case 1:
                    scene.server.network = .works
                    try await phone.sync()
                case 2: _ = try await scene.online.update(changes)
                case 3: _ = try await phone.services.update(changes)
                case 4: scene.server.network = .losesAnswers
                default:
                    let isNew = shown.isEmpty || Bool.random(using: &random)
                    let id = isNew ? Workout.ID(UUID()) : shown.keys.sorted()[0]
                    var draft = WorkoutDraft.hoursAgo(Double(step + 1), "\(step)")
                    draft.visibility = Bool.random(using: &random) ? visibility : nil
                    do {
                        let workout = try await phone.services.publish(draft, as: id, ifMatch: nil).workout
                        shown[id] = workout.visibility
                    } catch let error as SocialError where error.code == .offline {
                        // Without the settings, the device cannot say who will see it, and queues nothing.
                    }
                }
            }
            scene.server.network = .works
            #expect(try await phone.sync().status.waiting == 0)
            #expect(try await phone.refusedChanges() == [])
            for (id, visibility) in shown {
                #expect(try await scene.online.workout(id).visibility <= visibility, "seed \(seed)")
            }
        }
    }
}
