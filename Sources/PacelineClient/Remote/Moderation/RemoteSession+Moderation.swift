import Paceline
import PacelineAPI

extension RemoteSession: ModerationService {
    public func anomalies(in state: AnomalyState, _ page: PageRequest) async throws -> Page<WorkoutAnomaly> {
        try await client.call(API.anomalies, query: AnomaliesQuery(state, page))
    }

    @discardableResult
    public func decide(
        _ workout: Workout.ID, _ decision: WorkoutDecisionDraft, ifMatch version: Version
    ) async throws -> WorkoutAnomaly {
        try await client.call(
            API.decideWorkout, WorkoutPath(workout), body: decision, ifMatch: version)
    }
}
