/// Publishing and reading workouts (W1–W5).
public protocol WorkoutService: Sendable {
    /// Creates or replaces the workout of this id.
    /// - Parameter version: when given, it is replaced only if it still has this version.
    func publish(
        _ draft: WorkoutDraft, as id: Workout.ID, ifMatch version: Version?
    ) async throws -> PublishedWorkout
    /// Publishes up to 100; each stands alone, and sending them again changes nothing.
    func publish(_ drafts: [IdentifiedDraft]) async throws -> [BatchResult]
    /// One workout with its detail.
    func workout(_ id: Workout.ID) async throws -> Workout
    /// Deletes the workout with its detail, photo, kudos and comments.
    func deleteWorkout(_ id: Workout.ID) async throws
    /// Newest first, without detail.
    func workouts(of person: PersonReference, _ page: PageRequest) async throws -> Page<Workout>

    func setPhoto(_ bytes: [UInt8], of id: Workout.ID) async throws
    func photo(of id: Workout.ID) async throws -> StoredImage
    func removePhoto(of id: Workout.ID) async throws
}
