import Foundation
import Testing

@testable import Paceline

@Suite struct WorkoutChangesTests {
    private static let start = Date(timeIntervalSince1970: 1_795_000_000)
    private static let measures = WorkoutMeasures(
        distance: 5_000, energy: 300, averageHeartRate: 160, averageSplit: 120, averagePower: 200,
        strokeRate: 24,
        intensityZone: 3)
    private static let newMeasures = WorkoutMeasures(
        distance: 6_000, energy: 400, averageHeartRate: 170, averageSplit: 110, averagePower: 250,
        strokeRate: 28,
        intensityZone: 4)

    /// Ends ten minutes after 20 minutes of work, as there were rests.
    private static func workout(_ detail: WorkoutDetail? = nil, volume: Double? = nil) -> Workout {
        Workout(
            id: Workout.ID(UUID()), owner: Person.ID(UUID()), type: .rowing, title: "5k", startedAt: start,
            endedAt: start + 1_800, duration: 1_200, measures: measures, isErgTest: true, volume: volume,
            exerciseCount: detail.map { Set($0.sets.map(\.exercise)).count }, isCompleted: false,
            source: "Watch", visibility: .friends, xpEarned: 0, createdAt: start, updatedAt: start,
            detail: detail)
    }

    private static func sets(_ exercises: String...) -> WorkoutDetail {
        WorkoutDetail(
            sets: exercises.enumerated().map {
                ExerciseSet(exercise: $1, index: $0, repetitions: 10, weight: 50)
            })
    }

    @Test func `an edit without changes keeps everything`() {
        let workout = Self.workout(Self.sets("Squat"), volume: 500)
        let draft = WorkoutChanges().applied(to: workout)
        #expect(
            draft
                == WorkoutDraft(
                    type: .rowing, title: "5k", startedAt: Self.start, endedAt: Self.start + 1_800,
                    duration: 1_200, measures: Self.measures, isErgTest: true, volume: 500, exerciseCount: 1,
                    isCompleted: false, source: "Watch", detail: workout.detail))
    }

    @Test func `every measure can be kept, edited and cleared`() {
        let fields = WorkoutChanges.Field.allCases
        for measures in [Self.measures, Self.newMeasures] {
            for (name, value) in Mirror(reflecting: measures).children {
                #expect("\(value)" != "nil" && fields.map(\.rawValue).contains(name ?? ""))
            }
        }
        let workout = Self.workout()
        #expect(WorkoutChanges(measures: Self.newMeasures).applied(to: workout).measures == Self.newMeasures)
        let cleared = WorkoutChanges(cleared: fields).applied(to: workout)
        #expect(cleared.measures == WorkoutMeasures() && cleared.source == nil && cleared.detail == nil)
        let both = WorkoutChanges(measures: Self.newMeasures, source: "Erg", cleared: fields)
        #expect(both.applied(to: workout).measures == Self.newMeasures)
        #expect(both.applied(to: workout).source == "Erg")
    }

    @Test func `the end moves with the start and the duration, unless it is edited`() {
        let workout = Self.workout()
        let later = WorkoutChanges(startedAt: Self.start + 60).applied(to: workout)
        #expect(later.endedAt == Self.start + 1_860 && later.duration == 1_200)
        #expect(WorkoutChanges(duration: 1_300).applied(to: workout).endedAt == Self.start + 1_900)
        let shortened = WorkoutChanges(endedAt: Self.start + 1_500).applied(to: workout)
        #expect(shortened.endedAt == Self.start + 1_500 && shortened.startedAt == Self.start)
    }

    @Test func `totals of the sets are calculated again from new sets, and others stay`() throws {
        let (old, new) = (Self.sets("Squat"), Self.sets("Squat", "Press"))
        let calculated = WorkoutChanges(detail: new).applied(to: Self.workout(old, volume: 500))
        #expect(calculated.volume == nil && calculated.exerciseCount == nil)
        #expect(try calculated.checked(now: Self.start + 1_800).volume == 1_000)
        let weighed = WorkoutChanges(detail: new).applied(to: Self.workout(old, volume: 510))
        #expect(weighed.volume == 510 && weighed.exerciseCount == nil)
        let removed = WorkoutChanges(cleared: [.detail]).applied(to: Self.workout(old, volume: 500))
        #expect(removed.volume == nil && removed.exerciseCount == nil && removed.detail == nil)
        #expect(
            WorkoutChanges(volume: 7, detail: new).applied(to: Self.workout(old, volume: 500)).volume == 7)
    }
}
