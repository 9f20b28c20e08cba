import Paceline
import PacelineAPI

extension RemoteSession {
    public func publish(
        _ draft: WorkoutDraft, as id: Workout.ID, ifMatch version: Version?
    ) async throws -> PublishedWorkout {
        try await client.call(API.publishWorkout, WorkoutPath(id), body: draft, ifMatch: version)
    }

    public func edit(
        _ id: Workout.ID, _ changes: WorkoutChanges, ifMatch version: Version?
    ) async throws -> PublishedWorkout {
        try await client.call(API.editWorkout, WorkoutPath(id), body: changes, ifMatch: version)
    }

    public func publish(_ drafts: [IdentifiedDraft]) async throws -> [BatchResult] {
        try await client.call(API.publishBatch, body: WorkoutBatch(workouts: drafts)).results
    }

    public func workout(_ id: Workout.ID) async throws -> Workout {
        try await client.call(API.workout, WorkoutPath(id))
    }

    public func deleteWorkout(_ id: Workout.ID) async throws {
        _ = try await client.call(API.deleteWorkout, WorkoutPath(id))
    }

    public func workouts(of person: PersonReference, _ page: PageRequest) async throws -> Page<Workout> {
        try await client.call(API.workouts, PersonPath(person), query: PageQuery(page))
    }

    public func setPhoto(_ bytes: [UInt8], of id: Workout.ID) async throws {
        _ = try await client.call(API.setPhoto, WorkoutPath(id), body: ImageBytes(bytes))
    }

    public func photo(of id: Workout.ID) async throws -> StoredImage {
        try await client.call(API.photo, WorkoutPath(id))
    }

    public func removePhoto(of id: Workout.ID) async throws {
        _ = try await client.call(API.removePhoto, WorkoutPath(id))
    }
}
