import Foundation
import Paceline
import PacelineAPI
import Testing

@testable import PacelineReplica

@Suite("What is published, edited or deleted again before it is sent")
struct PublishedAgainTests {
    private let mine = FeedItem.ID.numbered(10)
    private let time = SyncTime(device: .now, server: .now)

    private func store() async throws -> ReplicaStore {
        try await ReplicaStore.ana(
            [.numbered(10, by: 1, kudos: 3, comments: 1), .numbered(11, by: 2)],
            comments: [.numbered(20, on: 10, by: 2)])
    }

    private func published(
        _ draft: WorkoutDraft, as id: Workout.ID, in store: ReplicaStore
    ) async throws -> PublishedWorkout {
        let answer = try #require(try await store.queue(try .publish(draft, as: id), at: time))
        return try PublishedWorkout.read(answer.response)
    }

    private func code(_ body: () async throws -> Void) async throws -> SocialError.Code? {
        do {
            try await body()
            return nil
        } catch let error as SocialError {
            return error.code
        }
    }

    @Test("a workout under the id of a deleted one has nothing of it, until the server has the new one")
    func restarted() async throws {
        let store = try await store()
        _ = try await store.queue(try .delete(Workout.ID(mine.uuid)), at: time)
        #expect(try await published(.rowing(), as: Workout.ID(mine.uuid), in: store).status == .created)
        for item in [try await store.item(mine), try await store.view().items[mine]] {
            #expect(item?.kudosCount == 0 && item?.commentCount == 0)
        }
        #expect(try await store.comments(on: mine) == [])
        _ = try await store.prepareSync(at: SyncTime(device: .now))
        #expect(try await store.item(mine)?.kudosCount == 0, "what the truth has was read before it was sent")
        // Both are answered, and the changes have the new workout, with the first kudos to it.
        for _ in 0..<3 {
            try await store.sync {
                .page([.item(.numbered(10, by: 1, kudos: 1))], results: $0.successes, isSettled: false)
            }
        }
        #expect(try await store.item(mine)?.kudosCount == 1)
    }

    @Test("publishing the same again changes nothing")
    func unchanged() async throws {
        let store = try await store()
        let id = Workout.ID.numbered(30)
        let first = try await published(.rowing(), as: id, in: store)
        let later = SyncTime(device: .now + 60_000, server: .now + 60_000)
        let again = try #require(try await store.queue(try .publish(.rowing(), as: id), at: later))
        let second = try PublishedWorkout.read(again.response)
        #expect(first.status == .created && second.status == .unchanged)
        #expect(second.workout == first.workout)
        #expect(try await store.outbox().commands.count == 1)
    }

    @Test("values are shown as the server stores them, and invalid edits are refused at once")
    func normalized() async throws {
        let store = try await store()
        let sets = [ExerciseSet(exercise: " Squat ", index: 0, repetitions: 5, weight: 80)]
        var draft = WorkoutDraft.rowing()
        (draft.title, draft.type, draft.detail) = (" Legs ", .strength, WorkoutDetail(sets: sets))
        let workout = try await published(draft, as: .numbered(30), in: store).workout
        #expect(workout.title == "Legs" && workout.volume == 400 && workout.exerciseCount == 1)
        #expect(workout.detail?.sets.first?.exercise == "Squat")
        let edit = try QueuedRequest(
            API.editWorkout, WorkoutPath(.numbered(30)), WorkoutChanges(title: " "))
        #expect(try await code { _ = try await store.queue(edit, at: time) } == .invalidValue)
        #expect(try await store.outbox().commands.count == 1)

        _ = try await store.queue(try .comment(" Windy ", as: .numbered(40), on: mine), at: time)
        #expect(try await store.comments(on: mine).map(\.text) == ["Text 20", "Windy"])
    }

    @Test("an edit that changes no text is none")
    func sameText() async throws {
        let store = try await ReplicaStore.ana(
            [.numbered(10, by: 1, comments: 1)], comments: [.numbered(20, on: 10, by: 1)])
        _ = try await store.queue(try .edit(.numbered(20), " Text 20 "), at: time)
        #expect(try await store.comments(on: mine).first?.editedAt == nil)
    }

    @Test("what cannot be deleted is said at once, and is not queued")
    func deletions() async throws {
        let store = try await store()
        let other = try QueuedRequest.delete(Workout.ID.numbered(11))
        #expect(try await code { _ = try await store.queue(other, at: time) } == .notAllowed)
        let own = try QueuedRequest.delete(Workout.ID(mine.uuid))
        _ = try await store.queue(own, at: time)
        #expect(try await code { _ = try await store.queue(own, at: time) } == .workoutNotFound)
        #expect(try await store.outbox().commands.count == 1)
    }

    @Test("a reply belongs to the item of what it answers")
    func reply() async throws {
        let store = try await store()
        let reply = try QueuedRequest.comment(
            "?", as: .numbered(40), on: .numbered(11), replyingTo: .numbered(20))
        #expect(try await code { _ = try await store.queue(reply, at: time) } == .commentNotFound)
    }

    @Test("remembered answers show relationships and read notifications as they will be")
    func recalled() async throws {
        let store = try await store()
        let three = try Person.numbered(3, relationship: .following).json()
        let read = try ReadRequest("/v1/people/person3")
        try await store.remember(
            three, for: try #require(read.key), naming: [.numbered(3)], requestedAt: store.truthVersion(),
            readAt: .now)
        _ = try await store.queue(try .unfollow(.numbered(3)), at: time)
        let recalled = try #require(try await store.recall(read))
        #expect(try PacelineJSON.decode(Person.self, from: recalled).relationship == .notFriends)
    }
}
