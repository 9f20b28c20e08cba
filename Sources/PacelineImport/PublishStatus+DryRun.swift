import Paceline

extension WorkoutService {
    /// Every workout of the caller's own, by id, without detail: what an import is compared with beforehand.
    /// - Throws: whatever the service does.
    public func allOwnWorkouts() async throws -> [Workout.ID: Workout] {
        var (found, request) = ([Workout.ID: Workout](), PageRequest(limit: PageRequest.limits.upperBound))
        while true {
            let page = try await workouts(of: .me, request)
            for workout in page.items { found[workout.id] = workout }
            guard let next = page.next else { return found }
            request.cursor = next
        }
    }
}

extension WorkoutDraft {
    /// What publishing it would do.
    ///
    /// A workout whose notes or intervals alone differ counts as unchanged, since lists do not show those.
    /// - Parameter known: the workout of the same id as it is now; nil when there is none.
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
