import Foundation
import Paceline
import Testing

@Suite("Publishing workouts")
struct PublishingTests {
    private static let measures = WorkoutMeasures(
        distance: 3_012.5, energy: 210, averageHeartRate: 162, averageSplit: 119.6, averagePower: 204.5,
        strokeRate: 28,
        intensityZone: 4)

    /// A draft with all values set.
    private static let complete = WorkoutDraft(
        type: .rowing, title: "3x4:00/3:00r", startedAt: TestClock.start,
        endedAt: TestClock.start.addingTimeInterval(1_080.5), duration: 720.4, measures: measures,
        isErgTest: true,
        volume: 0, exerciseCount: 0, isCompleted: false, source: "Concept2", visibility: .followers)

    @Test("all published values can be read back", arguments: Implementation.withHybrid(needsServer: "XP"))
    func roundTrip(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let id = Workout.ID.random()
            let published = try await ana.services.publish(Self.complete, as: id, ifMatch: nil)
            #expect(published.status == .created)
            let expected = Workout(
                id: id, owner: ana.id, type: .rowing, title: "3x4:00/3:00r", startedAt: TestClock.start,
                endedAt: TestClock.start.addingTimeInterval(1_080.5), duration: 720.4,
                measures: Self.measures,
                isErgTest: true, volume: 0, exerciseCount: 0, isCompleted: false, source: "Concept2",
                visibility: .followers, xpEarned: 0, createdAt: world.clock.now, updatedAt: world.clock.now,
                experience: WorkoutExperience(
                    worth: 0, award: 0, reason: .future, status: .counted, policy: 1))
            #expect(published.workout == expected)
            #expect(try await ana.services.workout(id) == expected)
            #expect(try await ana.services.workouts(of: .me, .whole).items == [expected])
        }
    }

    @Test("missing values get defaults", arguments: Implementation.withOfflineDevices)
    func filledIn(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let sets = [
                ExerciseSet(exercise: "Squat", index: 0, repetitions: 5, weight: 80),
                ExerciseSet(exercise: "Squat", index: 1, repetitions: 5, weight: 82.5),
                ExerciseSet(exercise: "Plank", index: 2, duration: 60),
            ]
            let draft = WorkoutDraft(
                type: .strength, title: " Legs ", startedAt: TestClock.start, duration: 1_800,
                detail: WorkoutDetail(sets: sets))
            let workout = try await ana.services.publish(draft, as: .random(), ifMatch: nil).workout
            #expect(workout.title == "Legs")
            #expect(workout.endedAt == TestClock.start.addingTimeInterval(1_800))
            #expect(workout.volume == 812.5)
            #expect(workout.exerciseCount == 2)
            #expect(workout.isCompleted)
            #expect(!workout.isErgTest)
            #expect(workout.visibility == .friends)
        }
    }

    @Test(
        "publishing the same again changes nothing",
        arguments: Implementation.withHybrid(needsServer: "XP and totals"))
    func unchanged(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let id = Workout.ID.random()
            world.clock.advance(by: 3_600)
            let first = try await ana.services.publish(Self.complete, as: id, ifMatch: nil)
            world.clock.tick()
            let second = try await ana.services.publish(Self.complete, as: id, ifMatch: nil)
            #expect(second.status == .unchanged)
            #expect(second.workout == first.workout)
            #expect(try await ana.services.me().stats.workouts == 1)
        }
    }

    @Test(
        "publishing a different draft under the same id replaces the workout",
        arguments: Implementation.withHybrid(needsServer: "XP"))
    func updated(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let id = Workout.ID.random()
            let first = try await ana.services.publish(Self.complete, as: id, ifMatch: nil).workout
            world.clock.tick()
            var draft = WorkoutDraft.sample("5000m", type: .skiing)
            draft.startedAt = TestClock.start.addingTimeInterval(-86_400)
            let second = try await ana.services.publish(draft, as: id, ifMatch: nil)
            #expect(second.status == .updated)
            #expect(second.workout.title == "5000m")
            #expect(second.workout.type == .skiing)
            #expect(second.workout.averageHeartRate == nil)
            #expect(second.workout.createdAt == first.createdAt)
            #expect(second.workout.updatedAt == world.clock.now)
            #expect(try await ana.card(of: first).at == draft.startedAt)
            #expect(try await ana.services.workout(id) == second.workout)
        }
    }

    @Test(
        "a replacement without a visibility keeps the old one", arguments: Implementation.withOfflineDevices)
    func keepsVisibility(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes("2000m", .public)
            #expect(try await ana.publishes("5000m", nil, as: workout.id).visibility == .public)
        }
    }

    @Test(
        "a replacement fails if the version has changed", arguments: Implementation.withOfflineDevices
    )
    func versions(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let old = try await ana.publishes("2000m")
            // The clock does not advance: two changes within a millisecond must be two versions.
            let changed = try await ana.services.publish(
                .sample("3000m"), as: old.id, ifMatch: old.version
            ).workout
            #expect(changed.version != old.version)
            await expectError(.preconditionFailed) {
                try await ana.services.publish(.sample("4000m"), as: old.id, ifMatch: old.version)
            }
            #expect(try await ana.services.workout(old.id).title == "3000m")
            await expectError(.workoutNotFound) {
                try await ana.services.publish(.sample(), as: .random(), ifMatch: old.version)
            }
        }
    }

    @Test(
        "workouts are listed newest first, without their detail", arguments: Implementation.withOfflineDevices
    )
    func list(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let ids = (0..<4).map { _ in Workout.ID.random() }.sorted()
            for (id, age) in zip(ids, [1.0, 2, 2, 0]) {
                let draft = WorkoutDraft.sample(
                    startedAt: TestClock.start.addingTimeInterval(-age),
                    detail: WorkoutDetail(notes: "Windy"))
                _ = try await ana.services.publish(draft, as: id, ifMatch: nil)
            }
            let listed = try await ana.services.workouts(of: .me, .whole).items
            #expect(listed.map(\.id) == [ids[3], ids[0], ids[2], ids[1]])
            #expect(listed.map(\.detail) == [nil, nil, nil, nil])
        }
    }

    @Test("times are stored with millisecond precision", arguments: Implementation.withOfflineDevices)
    func milliseconds(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let startedAt = Date(milliseconds: TestClock.start.milliseconds - 1_001)
            let workout = try await ana.publishes(startedAt: startedAt)
            #expect(workout.startedAt == startedAt)
            #expect(try await ana.services.workout(workout.id).startedAt == startedAt)
        }
    }
}
