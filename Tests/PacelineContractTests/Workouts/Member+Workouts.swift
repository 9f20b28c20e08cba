import Foundation
import Paceline

extension Member {
    /// Publishes a workout that starts at the given time; now by default.
    @discardableResult
    func publishes(
        _ title: String = "2000m", _ visibility: ItemVisibility? = .public, as id: Workout.ID = .random(),
        type: WorkoutType = .rowing, startedAt: Date? = nil, duration: Double = 450
    ) async throws -> Workout {
        clock.tick()
        let draft = WorkoutDraft.sample(
            title, type: type, startedAt: startedAt ?? clock.now, duration: duration,
            visibility: visibility)
        return try await services.publish(draft, as: id, ifMatch: nil).workout
    }

    /// A start for a workout that overlaps no other one of another hour.
    func hoursAgo(_ hours: Int) -> Date { clock.now.addingTimeInterval(Double(-hours) * 3_600) }

    func workoutTitles(of other: Member) async throws -> [String] {
        try await services.workouts(of: other.reference, .whole).items.map(\.title)
    }
}

extension WorkoutDraft {
    /// 2,000 m in 7:30 by default.
    static func sample(
        _ title: String = "2000m", type: WorkoutType = .rowing, startedAt: Date = TestClock.start,
        duration: Double = 450, distance: Double? = 2_000, visibility: ItemVisibility? = nil,
        detail: WorkoutDetail? = nil
    ) -> WorkoutDraft {
        WorkoutDraft(
            type: type, title: title, startedAt: startedAt, duration: duration,
            measures: WorkoutMeasures(distance: distance), visibility: visibility, detail: detail)
    }
}
