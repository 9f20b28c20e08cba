import Paceline

/// A resource with its own URL, for the `Location` header when it is created.
protocol Located {
    var location: String { get }
}

extension SignedIn: Located {
    var location: String { API.revokeSession.target(SessionPath(id), NoParameters()) }
}

extension LinkedIdentity: Located {
    var location: String { API.unlinkIdentity.target(IdentityPath(id), NoParameters()) }
}

extension SentRequest: Located {
    var location: String { API.cancelRequest.target(RequestPath(request.id), NoParameters()) }
}

extension PublishedWorkout: Located {
    var location: String { API.workout.target(WorkoutPath(workout.id), NoParameters()) }
}

extension PublishedScore: Located {
    var location: String { API.item.target(ItemPath(score.id), NoParameters()) }
}

extension Comment: Located {
    var location: String { API.editComment.target(CommentPath(id), NoParameters()) }
}
