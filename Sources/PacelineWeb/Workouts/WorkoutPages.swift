import Paceline

/// What an owner does with a workout, and its photo.
enum WorkoutPages {
    static func photo(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        .image(try await caller.session.photo(of: try visit.id()))
    }

    static func changeVisibility(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let id: Workout.ID = try visit.id()
        guard let visibility = visit.form["visibility"].flatMap({ ItemVisibility($0) }) else {
            throw SocialError(.invalidValue, visit.wording("visibility.choose"), field: "visibility")
        }
        let workout = try await caller.session.workout(id)
        guard workout.owner == caller.account.id else {
            throw SocialError(.notAllowed, visit.wording("visibility.notYours"))
        }
        var draft = WorkoutDraft(workout)
        draft.visibility = visibility
        let changed = try await caller.session.publish(draft, as: id, ifMatch: workout.version).workout
        guard visit.wantsFragment else {
            return .redirect(to: "/workouts/\(id)").setting(visit.cookies.noting("workoutChanged"))
        }
        return .fragment("Workouts/visibility", VisibilityView(changed, visit.wording).view)
    }

    static func confirmDeletion(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let id: Workout.ID = try visit.id()
        let workout = try await caller.session.workout(id)
        return Confirmation(
            heading: visit.wording("workout.deleteTitle", ["title": workout.title]),
            text: visit.wording("workout.deleteText"), button: visit.wording("workout.delete"),
            action: "/workouts/\(id)/delete", back: LocalPath("/workouts/\(id)")
        ).page
    }

    static func delete(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.deleteWorkout(try visit.id())
        return .redirect(to: "/").setting(visit.cookies.noting("workoutDeleted"))
    }
}

extension WorkoutDraft {
    /// The workout as it is, to be published again with something changed.
    fileprivate init(_ workout: Workout) {
        self.init(
            type: workout.type, title: workout.title, startedAt: workout.startedAt, endedAt: workout.endedAt,
            duration: workout.duration, measures: workout.measures, isErgTest: workout.isErgTest,
            volume: workout.volume, exerciseCount: workout.exerciseCount, isCompleted: workout.isCompleted,
            source: workout.source, visibility: workout.visibility, detail: workout.detail)
    }
}
