import Paceline
import Testing

@testable import PacelineReplica

extension ReplicaStore {
    /// Queues a publication.
    /// - Returns: the answer that the app receives at once.
    func publish(
        _ draft: WorkoutDraft, as id: Workout.ID, at time: SyncTime = .now
    ) async throws -> PublishedWorkout {
        let answer = try #require(try await queue(try .publish(draft, as: id), at: time))
        return try PublishedWorkout.read(answer.response)
    }
}
