import Foundation
import Paceline
import Testing

@Suite("Editing a workout's fields")
struct WorkoutEditTests {
    @Test("an edit changes the given fields and keeps the others", .world, arguments: Implementation.allCases)
    func fields(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let intervals = [
            Interval(index: 0, duration: 225, distance: 1_000, restDuration: 60),
            Interval(index: 1, duration: 225, distance: 1_000),
        ]
        let draft = WorkoutDraft.sample(visibility: .private, detail: WorkoutDetail(intervals: intervals))
        let published = try await ana.services.publish(draft, as: .random(), ifMatch: nil).workout
        world.clock.tick()
        let edited = try await ana.services.edit(
            published.id, WorkoutChanges(title: "2 × 1,000 m"), ifMatch: published.version)
        #expect(edited.status == .updated)
        var expected = published
        expected.title = "2 × 1,000 m"
        expected.updatedAt = edited.workout.updatedAt
        #expect(edited.workout == expected && edited.workout.updatedAt > published.updatedAt)
        #expect(try await ana.services.workout(published.id) == expected)
        #expect(
            try await ana.services.edit(published.id, WorkoutChanges(title: "2 × 1,000 m"), ifMatch: nil)
                .status == .unchanged)
        await expectError(.preconditionFailed) {
            try await ana.services.edit(
                published.id, WorkoutChanges(title: "Again"), ifMatch: published.version)
        }
    }

    @Test("an edit can empty fields, and give one a new value", .world, arguments: Implementation.allCases)
    func clearing(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let draft = WorkoutDraft(
            type: .rowing, title: "2000m", startedAt: TestClock.start, duration: 450,
            measures: WorkoutMeasures(distance: 2_000, averageHeartRate: 170, averagePower: 250),
            source: "ErgData", detail: WorkoutDetail(notes: "Windy"))
        let published = try await ana.services.publish(draft, as: .random(), ifMatch: nil).workout
        let changes = WorkoutChanges(
            measures: WorkoutMeasures(averagePower: 240),
            cleared: [.averageHeartRate, .averagePower, .source, .detail])
        let edited = try await ana.services.edit(published.id, changes, ifMatch: nil).workout
        #expect(edited.averageHeartRate == nil && edited.source == nil && edited.detail == nil)
        #expect(edited.averagePower == 240 && edited.distance == 2_000)
        #expect(try await ana.services.workout(published.id) == edited)
    }

    @Test(
        "a moved start moves the end, and totals follow the sets unless they were given", .world,
        arguments: Implementation.allCases)
    func derived(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let squats = ExerciseSet(exercise: "Squat", index: 0, repetitions: 5, weight: 80)
        var draft = WorkoutDraft.sample(
            "Legs", type: .strength, duration: 1_800, distance: nil, detail: WorkoutDetail(sets: [squats]))
        draft.endedAt = draft.startedAt.addingTimeInterval(2_400)
        let published = try await ana.services.publish(draft, as: .random(), ifMatch: nil).workout
        #expect(published.volume == 400 && published.exerciseCount == 1)
        let earlier = published.startedAt.addingTimeInterval(-3_600)
        let moved = try await ana.services.edit(
            published.id, WorkoutChanges(startedAt: earlier, duration: 2_000), ifMatch: nil
        ).workout
        // The 600 seconds of rest stay.
        #expect(moved.endedAt == earlier.addingTimeInterval(2_600))
        let lunges = ExerciseSet(exercise: "Lunge", index: 1, repetitions: 10, weight: 20)
        let both = WorkoutDetail(sets: [squats, lunges])
        let longer = try await ana.services.edit(published.id, WorkoutChanges(detail: both), ifMatch: nil)
        #expect(longer.workout.volume == 600 && longer.workout.exerciseCount == 2)
        let given = try await ana.services.edit(published.id, WorkoutChanges(volume: 650), ifMatch: nil)
        #expect(given.workout.volume == 650 && given.workout.exerciseCount == 2)
        let without = try await ana.services.edit(
            published.id, WorkoutChanges(detail: WorkoutDetail(sets: [squats])), ifMatch: nil)
        #expect(without.workout.volume == 650 && without.workout.exerciseCount == 1)
    }

    @Test(
        "only its owner edits a workout, and a deleted one stays deleted", .world,
        arguments: Implementation.allCases)
    func refused(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let (open, closed) = (try await ana.publishes(), try await ana.publishes("Mine", .private))
        let changes = WorkoutChanges(title: "Ben's")
        await expectError(.notAllowed) { try await ben.services.edit(open.id, changes, ifMatch: nil) }
        await expectError(.workoutNotFound) { try await ben.services.edit(closed.id, changes, ifMatch: nil) }
        await expectError(.invalidValue, field: "title") {
            try await ana.services.edit(open.id, WorkoutChanges(title: " "), ifMatch: nil)
        }
        await expectError(.invalidValue, field: "startedAt") {
            try await ana.services.edit(
                open.id, WorkoutChanges(startedAt: world.clock.now.addingTimeInterval(3_600)), ifMatch: nil)
        }
        #expect(try await ana.services.workout(open.id) == open)
        try await ana.services.deleteWorkout(open.id)
        await expectError(.workoutNotFound) { try await ana.services.edit(open.id, changes, ifMatch: nil) }
        #expect(try await ana.workoutTitles(of: ana) == ["Mine"])
    }

    @Test("narrowing by an edit hides the workout at once", .world, arguments: Implementation.allCases)
    func narrowing(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ana.publishes()
        _ = try await ana.services.edit(workout.id, WorkoutChanges(visibility: .private), ifMatch: nil)
        await expectError(.workoutNotFound) { try await ben.services.workout(workout.id) }
        #expect(try await ana.services.workout(workout.id).visibility == .private)
    }
}
