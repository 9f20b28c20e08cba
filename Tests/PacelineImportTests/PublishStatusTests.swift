import Foundation
import Paceline
import PacelineImport
import Testing

@Suite struct PublishStatusTests {
    private static let start = Date(timeIntervalSince1970: 1_770_000_000)
    private static let draft = WorkoutDraft(
        type: .rowing, title: "2000m", startedAt: start, endedAt: start.addingTimeInterval(480),
        duration: 480,
        measures: WorkoutMeasures(distance: 2_000, energy: 131, averageHeartRate: 164, averageSplit: 120),
        isErgTest: false, source: "Concept2")

    /// The published workout of the draft, optionally changed since.
    private static func known(_ change: (inout Workout) -> Void = { _ in }) -> Workout {
        var workout = Workout(
            id: Workout.ID(UUID()), owner: Person.ID(UUID()), type: .rowing, title: "2000m", startedAt: start,
            endedAt: start.addingTimeInterval(480), duration: 480, measures: draft.measures, isErgTest: false,
            volume: nil, exerciseCount: nil, isCompleted: true, source: "Concept2", visibility: .friends,
            xpEarned: 0, createdAt: start, updatedAt: start)
        change(&workout)
        return workout
    }

    @Test func `a new workout is created, and an equal one unchanged`() {
        #expect(Self.draft.publishStatus(replacing: nil) == .created)
        #expect(Self.draft.publishStatus(replacing: Self.known()) == .unchanged)
        #expect(Self.draft.publishStatus(replacing: Self.known { $0.visibility = .public }) == .unchanged)
    }

    @Test func `a workout with a different measure is updated`() {
        let measures: [WritableKeyPath<WorkoutMeasures, Double?>] = [
            \.distance, \.energy, \.averageHeartRate, \.averageSplit, \.strokeRate,
        ]
        for measure in measures {
            let known = Self.known { $0.measures[keyPath: measure] = 99 }
            #expect(Self.draft.publishStatus(replacing: known) == .updated, "\(measure)")
        }
    }

    @Test func `a zone or title edited since would be overwritten`() {
        #expect(Self.draft.publishStatus(replacing: Self.known { $0.intensityZone = 4 }) == .updated)
        #expect(Self.draft.publishStatus(replacing: Self.known { $0.title = "Two k" }) == .updated)
    }
}
