import Foundation

@testable import Paceline

extension Workout {
    /// A completed workout without distance, of an hour unless its end is given.
    static func sample(
        _ type: WorkoutType = .running, from start: Date = Date(milliseconds: 1_790_000_000_000),
        to end: Date? = nil, duration: Double = 3_600, measures: WorkoutMeasures = WorkoutMeasures(),
        volume: Double? = nil, isCompleted: Bool = true, experience: WorkoutExperience? = nil
    ) -> Workout {
        var random = SeededRandom(seed: 1)
        return Workout(
            id: ID(.version4(using: &random)), owner: Person.ID(.version4(using: &random)), type: type,
            title: "Sample", startedAt: start, endedAt: end ?? start.addingTimeInterval(duration),
            duration: duration, measures: measures, isErgTest: false, volume: volume, exerciseCount: nil,
            isCompleted: isCompleted, source: nil, visibility: .public, xpEarned: 0, createdAt: start,
            updatedAt: start, experience: experience)
    }

    /// What it is worth by the current policy.
    var worth: Int { ExperiencePolicy.current.worth(of: ExperiencePolicy.Effort(self)) }
}
