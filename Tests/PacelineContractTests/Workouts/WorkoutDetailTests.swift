import Paceline
import Testing

@Suite("Workout detail")
struct WorkoutDetailTests {
    private static let detail = WorkoutDetail(
        intervals: [
            Interval(
                index: 0, duration: 240, distance: 1_003.2, split: 119.6, strokeRate: 28, heartRate: 158,
                restDuration: 180,
                confidence: Interval.Confidence(
                    duration: 0.99, distance: 0.98, split: 0.9, strokeRate: 0.5, heartRate: 0)),
            Interval(index: 1, duration: 240, distance: 1_001),
        ],
        sets: [
            ExerciseSet(exercise: "Squat", index: 0, repetitions: 5, weight: 82.5, duration: 40, distance: 0)
        ],
        ocrConfidence: 0.93, wasManuallyEdited: true, notes: "Into the wind.\nThen back.")

    @Test(
        "intervals, sets and confidences can be read back",
        arguments: Implementation.withHybrid)
    func roundTrip(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let draft = WorkoutDraft.sample(visibility: .public, detail: Self.detail)
            let workout = try await ana.services.publish(draft, as: .random(), ifMatch: nil).workout
            #expect(workout.detail == Self.detail)
            #expect(try await ana.services.workout(workout.id).detail == Self.detail)
            #expect(try await ben.services.workout(workout.id).detail == Self.detail)
        }
    }

    @Test("intervals are sorted", arguments: Implementation.withHybrid)
    func order(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let intervals = [2, 0, 1].map { Interval(index: $0, distance: Double($0)) }
            let draft = WorkoutDraft.sample(detail: WorkoutDetail(intervals: intervals))
            let workout = try await ana.services.publish(draft, as: .random(), ifMatch: nil).workout
            #expect(workout.detail?.intervals.map(\.index) == [0, 1, 2])
        }
    }

    @Test("lists leave out the detail", arguments: Implementation.withHybrid)
    func singleOnly(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let draft = WorkoutDraft.sample(visibility: .public, detail: Self.detail)
            let workout = try await ana.services.publish(draft, as: .random(), ifMatch: nil).workout
            #expect(try await ana.services.workouts(of: .me, .whole).items.map(\.detail) == [nil])
            #expect(try await ana.services.feed(FeedQuery(), .whole).items.map(\.workout?.detail) == [nil])
            #expect(try await ana.card(of: workout).workout?.detail == nil)
        }
    }

    @Test("detail can be changed and removed", arguments: Implementation.withHybrid)
    func changing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let id = Workout.ID.random()
            var draft = WorkoutDraft.sample(detail: Self.detail)
            _ = try await ana.services.publish(draft, as: id, ifMatch: nil)
            #expect(try await ana.services.publish(draft, as: id, ifMatch: nil).status == .unchanged)
            draft.detail?.intervals[1].heartRate = 170
            #expect(try await ana.services.publish(draft, as: id, ifMatch: nil).status == .updated)
            #expect(try await ana.services.workout(id).detail?.intervals[1].heartRate == 170)
            draft.detail = nil
            #expect(try await ana.services.publish(draft, as: id, ifMatch: nil).status == .updated)
            #expect(try await ana.services.workout(id).detail == nil)
        }
    }
}
