import Foundation
import Paceline
import Testing

@Suite("Limits of workouts")
struct WorkoutLimitTests {
    /// A field of a draft, a change to its limit and a change beyond it.
    private struct LimitCase {
        let field: String
        let atLimit: (inout WorkoutDraft) -> Void
        let beyond: (inout WorkoutDraft) -> Void
    }

    private static func limit<Value>(
        _ field: String, _ path: WritableKeyPath<WorkoutDraft, Value>, _ atLimit: Value, _ beyond: Value
    ) -> LimitCase {
        LimitCase(
            field: field, atLimit: { $0[keyPath: path] = atLimit }, beyond: { $0[keyPath: path] = beyond })
    }

    private static func text(_ count: Int) -> String { String(repeating: "č", count: count) }

    private static var limits: [LimitCase] {
        [
            limit("title", \.title, text(100), text(101)),
            limit("title", \.title, "1", " "),
            limit("source", \.source, text(50), text(51)),
            limit("duration", \.duration, 2_592_000, 2_592_001),
            limit("duration", \.duration, 0, -0.1),
            limit("distance", \.distance, 10_000_000, 10_000_001),
            limit("distance", \.distance, 0, -1),
            limit("energy", \.energy, 1_000_000, 1_000_001),
            limit("averageHeartRate", \.averageHeartRate, 300, 301),
            limit("averageHeartRate", \.averageHeartRate, 20, 19),
            limit("averageSplit", \.averageSplit, 36_000, 36_001),
            limit("averageSplit", \.averageSplit, 1, 0.9),
            limit("strokeRate", \.strokeRate, 500, 501),
            limit("intensityZone", \.intensityZone, 5, 6),
            limit("intensityZone", \.intensityZone, 1, 0),
            limit("volume", \.volume, 10_000_000, 10_000_001),
            limit("exerciseCount", \.exerciseCount, 100_000, 100_001),
            limit(
                "detail.ocrConfidence", \.detail, WorkoutDetail(ocrConfidence: 1),
                WorkoutDetail(ocrConfidence: 1.1)),
            limit(
                "detail.notes", \.detail, WorkoutDetail(notes: text(2_000)), WorkoutDetail(notes: text(2_001))
            ),
            limit(
                "detail.intervals", \.detail, WorkoutDetail(intervals: intervals(1_000)),
                WorkoutDetail(intervals: intervals(1_001))),
            limit(
                "detail.sets", \.detail, WorkoutDetail(sets: sets(1_000)), WorkoutDetail(sets: sets(1_001))),
        ]
    }

    private static func intervals(_ count: Int) -> [Interval] {
        (0..<count).map { Interval(index: $0, distance: 1) }
    }

    private static func sets(_ count: Int) -> [ExerciseSet] {
        (0..<count).map { ExerciseSet(exercise: "Squat", index: $0) }
    }

    @Test("each value is accepted at its limit and rejected beyond it", arguments: Implementation.withHybrid)
    func edges(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for (number, limit) in Self.limits.enumerated() {
                // Duplicates would not be counted.
                let age = 86_400 * 40 + Double(number) * 3_600
                var draft = WorkoutDraft.sample(startedAt: TestClock.start.addingTimeInterval(-age))
                limit.beyond(&draft)
                let beyond = draft
                await expectError(.invalidValue, field: limit.field) {
                    try await ana.services.publish(beyond, as: .random(), ifMatch: nil)
                }
                limit.atLimit(&draft)
                let published = try await ana.services.publish(draft, as: .random(), ifMatch: nil)
                #expect(published.status == .created, "\(limit.field)")
            }
            #expect(try await ana.services.me().stats.workouts == Self.limits.count)
        }
    }

    @Test("a workout starts after 1950 and at most 15 minutes from now", arguments: Implementation.withHybrid)
    func beginnings(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let earliest = Date(timeIntervalSince1970: -631_152_000)
            let latest = world.clock.now.addingTimeInterval(900)
            for bad in [earliest.addingTimeInterval(-0.001), latest.addingTimeInterval(0.001)] {
                await expectError(.invalidValue, field: "startedAt") {
                    try await ana.services.publish(.sample(startedAt: bad), as: .random(), ifMatch: nil)
                }
            }
            for good in [earliest, latest] {
                let published = try await ana.services.publish(
                    .sample(startedAt: good), as: .random(), ifMatch: nil)
                #expect(published.workout.startedAt == good)
            }
        }
    }

    @Test("a workout ends after its start, within 30 days", arguments: Implementation.withHybrid)
    func ends(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let month: TimeInterval = 30 * 86_400
            for bad in [-0.001, month + 0.001] {
                var draft = WorkoutDraft.sample()
                draft.endedAt = draft.startedAt.addingTimeInterval(bad)
                let rejected = draft
                await expectError(.invalidValue, field: "endedAt") {
                    try await ana.services.publish(rejected, as: .random(), ifMatch: nil)
                }
            }
            var tooShort = WorkoutDraft.sample()
            tooShort.endedAt = tooShort.startedAt.addingTimeInterval(tooShort.duration - 60.001)
            let rejected = tooShort
            await expectError(.invalidValue, field: "duration") {
                try await ana.services.publish(rejected, as: .random(), ifMatch: nil)
            }
            for good in [WorkoutDraft.sample().duration - 60, month] {
                var draft = WorkoutDraft.sample()
                draft.endedAt = draft.startedAt.addingTimeInterval(good)
                let published = try await ana.services.publish(draft, as: .random(), ifMatch: nil)
                #expect(published.workout.endedAt == draft.endedAt)
            }
        }
    }
}
