import Foundation
import Paceline
import PacelineAPI
import PacelineTestSupport
import Testing

@testable import PacelineReplica

@Suite("What is published, edited or deleted again before it is sent")
struct PublishedAgainTests {
    private let mine = FeedItem.ID.numbered(10)

    private func store() async throws -> ReplicaStore {
        try await ReplicaStore.ana(
            [.numbered(10, by: 1, kudos: 3, comments: 1), .numbered(11, by: 2)],
            comments: [.numbered(20, on: 10, by: 2)])
    }

    @Test("a workout under the id of a deleted one has nothing of it, until the server has the new one")
    func restarted() async throws {
        let store = try await store()
        _ = try await store.queue(try .delete(Workout.ID(mine.uuid)), at: .now)
        #expect(try await store.publish(.rowing(), as: Workout.ID(mine.uuid)).status == .created)
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
        let first = try await store.publish(.rowing(), as: id)
        let later = SyncTime(device: .now + 60_000, server: .now + 60_000)
        let again = try #require(try await store.queue(try .publish(.rowing(), as: id), at: later))
        let second = try PublishedWorkout.read(again.response)
        #expect(first.status == .created && second.status == .unchanged)
        #expect(second.workout == first.workout)
        #expect(try await store.outbox().commands.count == 1)
    }

    @Test("what cannot be deleted is said at once, and is not queued")
    func deletions() async throws {
        let store = try await store()
        let other = try QueuedRequest.delete(Workout.ID.numbered(11))
        #expect(try await code { _ = try await store.queue(other, at: .now) } == .notAllowed)
        let own = try QueuedRequest.delete(Workout.ID(mine.uuid))
        _ = try await store.queue(own, at: .now)
        #expect(try await code { _ = try await store.queue(own, at: .now) } == .workoutNotFound)
        #expect(try await store.outbox().commands.count == 1)
    }
}
