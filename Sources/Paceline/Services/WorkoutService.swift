/// Workouts and their photos.
///
/// ```swift
/// var draft = WorkoutDraft(type: .rowing, title: "2000m", startedAt: start, duration: 412.3)
/// draft.distance = 2_000
/// let published = try await session.publish(draft, as: id, ifMatch: nil)
/// ```
public protocol WorkoutService: Sendable {
    /// Publishes a workout under an id chosen by the client, or replaces it.
    ///
    /// If another person's item has the id or had it, the workout gets an id of its own, and the chosen one becomes its
    /// ``Workout/clientID``. The viewer can use both in all requests, and their own workout comes first.
    /// - Parameter version: replaces only if the workout still has this version; nil to replace in any case.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field, ``SocialError/Code/workoutNotFound`` when there is
    ///   none to replace, ``SocialError/Code/birthDateRequired`` if a person of unknown age would show it to more than
    ///   friends, ``SocialError/Code/ageRestricted`` if a child would, ``SocialError/Code/preconditionFailed``,
    ///   ``SocialError/Code/limitReached`` for more than ``ExperienceLimits/workoutsPerDay`` on a day, or more than
    ///   1,000 that overlap each other, directly or through others, ``SocialError/Code/quotaExceeded`` if its detail
    ///   does not fit in the viewer's storage, or if it was queued and is beyond the day's limit of new workouts, or
    ///   ``SocialError/Code/unavailable`` while the server is short of disk space.
    func publish(
        _ draft: WorkoutDraft, as id: Workout.ID, ifMatch version: Version?
    ) async throws -> PublishedWorkout
    /// Edits some fields of a workout and keeps the others, so that the app need not load its ``Workout/detail``.
    /// - Parameter version: edits it only if it still has this version; nil to edit it in any case.
    /// - Throws: ``SocialError/Code/workoutNotFound``, also after it was deleted, and the errors of
    ///   ``publish(_:as:ifMatch:)``.
    func edit(
        _ id: Workout.ID, _ changes: WorkoutChanges, ifMatch version: Version?
    ) async throws -> PublishedWorkout
    /// Publishes up to 100 workouts. Each succeeds or fails independently; repeating the call changes nothing.
    /// - Throws: ``SocialError/Code/invalidValue`` for an empty list or more than 100 workouts,
    ///   ``SocialError/Code/rateLimited`` after too many new workouts in a day: none of the list is published then, and
    ///   the same call can be repeated later. If the call was queued on a device, only those that are too many are
    ///   rejected, with the same code.
    func publish(_ drafts: [IdentifiedDraft]) async throws -> [BatchResult]
    /// One workout, with its ``Workout/detail``.
    /// - Throws: ``SocialError/Code/workoutNotFound``, also for workouts the viewer may not see.
    func workout(_ id: Workout.ID) async throws -> Workout
    /// Deletes the workout with its detail, photo, kudos and comments.
    /// - Throws: ``SocialError/Code/workoutNotFound``.
    func deleteWorkout(_ id: Workout.ID) async throws
    /// A person's workouts, newest first, without detail.
    /// - Throws: ``SocialError/Code/personNotFound``.
    func workouts(of person: PersonReference, _ page: PageRequest) async throws -> Page<Workout>

    /// Sets a workout's photo.
    /// - Parameter bytes: a JPEG, PNG or WebP file of at most 15 MB. Its metadata is removed.
    /// - Throws: ``SocialError/Code/workoutNotFound``, ``SocialError/Code/imageInvalid``,
    ///   ``SocialError/Code/tooLarge``, ``SocialError/Code/unsupportedMediaType``,
    ///   ``SocialError/Code/quotaExceeded``, or ``SocialError/Code/unavailable`` while the server is short of disk
    ///   space.
    func setPhoto(_ bytes: [UInt8], of id: Workout.ID) async throws
    /// A workout's photo.
    /// - Throws: ``SocialError/Code/workoutNotFound`` or ``SocialError/Code/photoNotFound``.
    func photo(of id: Workout.ID) async throws -> StoredImage
    /// Removes a workout's photo.
    /// - Throws: ``SocialError/Code/workoutNotFound`` or ``SocialError/Code/photoNotFound``.
    func removePhoto(of id: Workout.ID) async throws
}
