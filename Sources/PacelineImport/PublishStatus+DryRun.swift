import Paceline

extension WorkoutService {
    /// Reads all workouts of the signed-in person without detail, for a dry run of an import: by ``Workout/id`` and by
    /// ``Workout/clientID``.
    /// - Throws: the errors of the service.
    public func allOwnWorkouts() async throws -> [Workout.ID: Workout] {
        var (found, request) = ([Workout.ID: Workout](), PageRequest(limit: PageRequest.limits.upperBound))
        while true {
            let page = try await workouts(of: .me, request)
            for workout in page.items {
                found[workout.id] = workout
                if let clientID = workout.clientID { found[clientID] = workout }
            }
            guard let next = page.next else { return found }
            request.cursor = next
        }
    }
}

extension IdentifiedDraft {
    /// The workout that publishing the draft would replace; nil if there is none.
    /// - Parameter known: the workouts of ``WorkoutService/allOwnWorkouts()``.
    public func replaced(among known: [Workout.ID: Workout]) -> Workout? {
        known[id] ?? formerID.flatMap { known[$0] }
    }
}

extension WorkoutDraft {
    /// Predicts the result of publishing the draft.
    ///
    /// Drafts that differ only in notes or intervals count as unchanged, since lists omit these.
    /// - Parameter known: the workout that it replaces; nil if there is none.
    public func publishStatus(replacing known: Workout?) -> PublishStatus {
        guard let known else { return .created }
        let isSame =
            type == known.type && title == known.title && startedAt == known.startedAt
            && endedAt == known.endedAt && duration == known.duration && measures == known.measures
            && (isErgTest ?? false) == known.isErgTest && source == known.source
            && (visibility ?? known.visibility) == known.visibility
        return isSame ? .unchanged : .updated
    }
}
