import Foundation
import Paceline
import PacelineAPI
import PacelineTestSupport
import Testing

@testable import PacelineReplica

@Suite("Predicted answers")
struct PredictionTests {
    private let mine = FeedItem.ID.numbered(10)

    private func store() async throws -> ReplicaStore {
        try await ReplicaStore.ana(
            [.numbered(10, by: 1, kudos: 3, comments: 1), .numbered(11, by: 2)],
            comments: [.numbered(20, on: 10, by: 2)])
    }

    @Test("values are shown as the server stores them, and invalid edits are refused at once")
    func normalized() async throws {
        let store = try await store()
        let sets = [ExerciseSet(exercise: " Squat ", index: 0, repetitions: 5, weight: 80)]
        var draft = WorkoutDraft.rowing()
        (draft.title, draft.type, draft.detail) = (" Legs ", .strength, WorkoutDetail(sets: sets))
        let workout = try await store.publish(draft, as: .numbered(30)).workout
        #expect(workout.title == "Legs" && workout.volume == 400 && workout.exerciseCount == 1)
        #expect(workout.detail?.sets.first?.exercise == "Squat")
        let edit = try QueuedRequest(
            API.editWorkout, WorkoutPath(.numbered(30)), WorkoutChanges(title: " "))
        #expect(try await code { _ = try await store.queue(edit, at: .now) } == .invalidValue)
        #expect(try await store.outbox().commands.count == 1)

        _ = try await store.queue(try .comment(" Windy ", as: .numbered(40), on: mine), at: .now)
        #expect(try await store.comments(on: mine).map(\.text) == ["Text 20", "Windy"])
    }

    @Test("an edit that changes no text is none")
    func sameText() async throws {
        let store = try await ReplicaStore.ana(
            [.numbered(10, by: 1, comments: 1)], comments: [.numbered(20, on: 10, by: 1)])
        _ = try await store.queue(try .edit(.numbered(20), " Text 20 "), at: .now)
        #expect(try await store.comments(on: mine).first?.editedAt == nil)
    }

    @Test("a reply belongs to the item of what it answers")
    func reply() async throws {
        let store = try await store()
        let reply = try QueuedRequest.comment(
            "?", as: .numbered(40), on: .numbered(11), replyingTo: .numbered(20))
        #expect(try await code { _ = try await store.queue(reply, at: .now) } == .commentNotFound)
    }
}
