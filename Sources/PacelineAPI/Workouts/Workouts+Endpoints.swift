import Paceline

extension API {
    public static let publishWorkout = Endpoint<WorkoutPath, NoParameters, WorkoutDraft, PublishedWorkout>(
        .put, "/v1/workouts/{id}", id: "publishWorkout", .workouts, .member, "Publish or replace a workout",
        notes: "The id is the client's, so that publishing twice is publishing once.",
        headers: .ifMatch, errors: [.idTaken, .ageRestricted, .workoutNotFound])

    public static let publishBatch = Endpoint<NoParameters, NoParameters, WorkoutBatch, BatchResults>(
        .post, "/v1/workouts/batch", id: "publishBatch", .workouts, .member, "Publish up to 100 workouts",
        notes: "Each stands alone: one that is refused does not hinder the others.", isIdempotent: true)

    public static let workout = Endpoint<WorkoutPath, NoParameters, NoBody, Workout>(
        .get, "/v1/workouts/{id}", id: "workout", .workouts, .member, "One workout with its detail",
        headers: .ifNoneMatch, errors: [.workoutNotFound])

    public static let deleteWorkout = Endpoint<WorkoutPath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/workouts/{id}", id: "deleteWorkout", .workouts, .member,
        "Delete a workout with its photo, kudos and comments", errors: [.workoutNotFound])

    public static let workouts = Endpoint<PersonPath, PageQuery, NoBody, Page<Workout>>(
        .get, "/v1/people/{person}/workouts", id: "workouts", .workouts, .member,
        "Somebody's workouts, newest first", errors: [.personNotFound])

    public static let setPhoto = Endpoint<WorkoutPath, NoParameters, ImageBytes, Nothing>(
        .put, "/v1/workouts/{id}/photo", id: "setPhoto", .workouts, .member, "Set the photo of the monitor",
        errors: [.workoutNotFound])

    public static let photo = Endpoint<WorkoutPath, NoParameters, NoBody, Image>(
        .get, "/v1/workouts/{id}/photo", id: "photo", .workouts, .member, "The photo of the monitor",
        headers: .ifNoneMatch, errors: [.workoutNotFound, .photoNotFound])

    public static let removePhoto = Endpoint<WorkoutPath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/workouts/{id}/photo", id: "removePhoto", .workouts, .member, "Remove the photo",
        errors: [.workoutNotFound, .photoNotFound])
}

/// `{id}`: a workout’s.
public typealias WorkoutPath = IDPath<Workout>
