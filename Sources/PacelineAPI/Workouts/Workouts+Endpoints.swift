import Paceline

extension API {
    public static let publishWorkout = Endpoint<WorkoutPath, NoParameters, WorkoutDraft, PublishedWorkout>(
        .put, "/v1/workouts/{id}", id: "publishWorkout", .workouts, "Publish or replace a workout",
        notes: """
            The client chooses the id, so retries are safe. If another person's item has or had it, the workout gets \
            another `id`, and yours becomes its `clientId`. You can use both in all requests.
            """,
        headers: .ifMatch,
        errors: [.ageRestricted, .birthDateRequired, .workoutNotFound, .limitReached, .quotaExceeded],
        queueing: .always,
        .member { try await $0.publish($1.body, as: $1.path.id, ifMatch: $1.version) })

    public static let editWorkout = Endpoint<WorkoutPath, NoParameters, WorkoutChanges, PublishedWorkout>(
        .patch, "/v1/workouts/{id}", id: "editWorkout", .workouts, "Edit fields of a workout",
        notes: """
            Absent fields do not change; `cleared` lists fields to clear. Without `endedAt`, the end moves with the \
            start and the duration.
            """,
        headers: .ifMatch,
        errors: [.ageRestricted, .birthDateRequired, .workoutNotFound, .limitReached, .quotaExceeded],
        queueing: .always,
        .member { try await $0.edit($1.path.id, $1.body, ifMatch: $1.version) })

    public static let publishBatch = Endpoint<NoParameters, NoParameters, WorkoutBatch, BatchResults>(
        .post, "/v1/workouts/batch", id: "publishBatch", .workouts, "Publish up to 100 workouts",
        notes: """
            Each workout succeeds or fails on its own; none is published if too many are new today. As a command, \
            those beyond the day's number are rejected with `rate_limited`.
            """,
        isIdempotent: true, queueing: .always,
        .member { BatchResults(results: try await $0.publish($1.body.workouts)) })

    public static let workout = Endpoint<WorkoutPath, NoParameters, EmptyBody, Workout>(
        .get, "/v1/workouts/{id}", id: "workout", .workouts, "Get a workout with its details",
        headers: .ifNoneMatch, errors: [.workoutNotFound],
        .member { try await $0.workout($1.path.id) })

    public static let deleteWorkout = Endpoint<WorkoutPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/workouts/{id}", id: "deleteWorkout", .workouts,
        "Delete a workout with its photo, kudos and comments", errors: [.workoutNotFound], queueing: .always,
        .member { try await $0.deleteWorkout($1.path.id) })

    public static let workouts = Endpoint<PersonPath, PageQuery, EmptyBody, Page<Workout>>(
        .get, "/v1/people/{person}/workouts", id: "workouts", .workouts,
        "List a person's workouts, newest first",
        errors: [.personNotFound],
        .member { try await $0.workouts(of: $1.path.person, $1.query.page) })

    public static let setPhoto = Endpoint<WorkoutPath, NoParameters, ImageBytes, NoContent>(
        .put, "/v1/workouts/{id}/photo", id: "setPhoto", .workouts, "Set a workout's photo",
        errors: [.workoutNotFound, .quotaExceeded],
        .member { try await $0.setPhoto($1.body.bytes, of: $1.path.id) })

    public static let photo = Endpoint<WorkoutPath, NoParameters, EmptyBody, StoredImage>(
        .get, "/v1/workouts/{id}/photo", id: "photo", .workouts, "Get a workout's photo",
        headers: .ifNoneMatch, errors: [.workoutNotFound, .photoNotFound],
        .member { try await $0.photo(of: $1.path.id) })

    public static let removePhoto = Endpoint<WorkoutPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/workouts/{id}/photo", id: "removePhoto", .workouts, "Remove a workout's photo",
        errors: [.workoutNotFound, .photoNotFound], queueing: .always,
        .member { try await $0.removePhoto(of: $1.path.id) })

    public static let requestReview = Endpoint<WorkoutPath, NoParameters, EmptyBody, Workout>(
        .post, "/v1/workouts/{id}/review", id: "requestReview", .workouts,
        "Ask moderators to review your workout",
        notes: """
            For a workout that is held and was published late (`experience.review.state` is `late`), or an appeal \
            against its exclusion (`excluded`): once, within 180 days. While 20 of your workouts wait for a decision, \
            you can only appeal.
            """,
        errors: [.workoutNotFound, .notAllowed, .limitReached],
        .member { try await $0.requestReview(of: $1.path.id) })
}

/// `{id}`: a workout's id.
public typealias WorkoutPath = IDPath<Workout>
