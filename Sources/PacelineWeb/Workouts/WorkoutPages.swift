import Paceline

/// The owner's actions on a workout, and its photo.
enum WorkoutPages {
    static func photo(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        .image(try await user.session.photo(of: try request.id()))
    }

    static func changeVisibility(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let id: Workout.ID = try request.id()
        guard let visibility = request.form["visibility"].flatMap({ ItemVisibility($0) }) else {
            throw SocialError(.invalidValue, request.localizer("visibility.choose"), field: "visibility")
        }
        let workout = try await user.session.workout(id)
        guard workout.owner == user.account.id else {
            throw SocialError(.notAllowed, request.localizer("visibility.notYours"))
        }
        let changed = try await user.session.edit(
            id, WorkoutChanges(visibility: visibility), ifMatch: workout.version
        ).workout
        guard request.wantsFragment else {
            return .redirect(to: "/workouts/\(id)").settingCookies(
                request.cookies.noticeCookie("workoutChanged"))
        }
        return .fragment(
            "Workouts/visibility", VisibilityView(changed, of: user.account, request.localizer).view)
    }

    static func requestReview(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let id: Workout.ID = try request.id()
        _ = try await user.session.requestReview(of: id)
        return .redirect(to: "/workouts/\(id)").settingCookies(
            request.cookies.noticeCookie("reviewRequested"))
    }

    static func confirmDeletion(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let id: Workout.ID = try request.id()
        let workout = try await user.session.workout(id)
        return Confirmation(
            heading: request.localizer("workout.deleteTitle", ["title": workout.shownTitle]),
            text: request.localizer("workout.deleteText"), button: request.localizer("workout.delete"),
            action: "/workouts/\(id)/delete", back: LocalPath("/workouts/\(id)")
        ).page
    }

    static func delete(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await user.session.deleteWorkout(try request.id())
        return .redirect(to: "/").settingCookies(request.cookies.noticeCookie("workoutDeleted"))
    }
}
