import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineEngine

@Suite("Editing old workouts")
struct EditedAwardTests {
    private static let seeds = 1...Repetitions.count(50 as UInt64, deep: 2_000)
    private static let tolerance: TimeInterval = 600

    @Test(
        "a workout that is moved by minutes stays, and a later edit of its title does not make it late",
        .world, arguments: Implementation.allCases)
    func renamed(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let workout = try await ana.runs(10)
        world.clock.advance(days: 15)
        var draft = WorkoutDraft.run(10, endingAt: workout.endedAt.addingTimeInterval(540))
        func publish() async throws -> String {
            world.clock.tick()
            return try await ana.services.publish(draft, as: workout.id, ifMatch: nil).workout.awardSummary
        }
        #expect(try await publish() == "630 of 630")
        draft.title = "Renamed"
        #expect(try await publish() == "630 of 630")
        // 18 minutes in all.
        draft = .run(10, endingAt: workout.endedAt.addingTimeInterval(1_080))
        #expect(try await publish() == "0 of 630 late")
        #expect(try await ana.entries().map(\.summary) == ["earned 630", "reversed -630 late"])
    }

    @Test(
        "a workout that is moved to a time more than 14 days ago becomes late", .world,
        arguments: Implementation.allCases)
    func movedBack(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let day = 24.0 * 60
        let workout = try await ana.runs(10)
        world.clock.advance(days: 13)
        #expect(
            try await ana.runs(10, endingMinutesAgo: 13.5 * day, as: workout.id).awardSummary == "630 of 630")
        #expect(
            try await ana.runs(10, endingMinutesAgo: 14.5 * day, as: workout.id).awardSummary
                == "0 of 630 late")
        #expect(
            try await ana.runs(10, endingMinutesAgo: day, as: workout.id).awardSummary == "0 of 630 late")
        #expect(try await ana.entries().map(\.summary) == ["earned 630", "reversed -630 late"])
    }

    @Test(
        "a workout that is moved ahead again and again can be moved for 14 days after its publication",
        .world, arguments: Implementation.allCases)
    func movedAhead(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let workout = try await ana.runs(10)
        world.clock.advance(days: 13)
        let moved = try await ana.runs(10, as: workout.id)
        #expect(moved.awardSummary == "630 of 630")
        world.clock.advance(days: 3)
        var draft = WorkoutDraft.run(11, endingAt: moved.endedAt)
        // What it is worth can be raised by its end, and a move of minutes is none.
        #expect(
            try await ana.services.publish(draft, as: workout.id, ifMatch: nil).workout.awardSummary
                == "687 of 687")
        draft.startedAt += 540
        draft.endedAt = moved.endedAt.addingTimeInterval(540)
        #expect(
            try await ana.services.publish(draft, as: workout.id, ifMatch: nil).workout.awardSummary
                == "687 of 687")
        #expect(try await ana.runs(10, as: workout.id).awardSummary == "0 of 630 late")
    }

    @Test("shrinking a long placeholder to a time more than 14 days ago raises nothing and moves nothing")
    func shrunk() {
        let end = TestClock.start
        var placeholder = Workout.run(endingAt: end)
        placeholder.startedAt = end.addingTimeInterval(-13 * 86_400)
        placeholder.measures = WorkoutMeasures(distance: 1_000)
        let award = StoredAward(of: placeholder, in: .gmt)
        let run = Workout.run(endingAt: end.addingTimeInterval(-10 * 86_400), like: placeholder)
        let edited = award.edited(
            from: placeholder, to: run, in: .gmt, at: end.addingTimeInterval(13 * 86_400))
        #expect(edited.worth == award.worth && edited.eligibility == .eligible)
        #expect([edited.startedAt, edited.endedAt] == [award.startedAt, award.endedAt])
        // Nor does a later edit that leaves the time alone.
        var renamed = run
        renamed.title = "Renamed"
        let later = edited.edited(
            from: run, to: renamed, in: .gmt, at: end.addingTimeInterval(13 * 86_400 + 1))
        #expect(later == edited)
    }

    @Test(
        "an award can be moved within 14 days of publication and of its new end, and raised within 14 days of its end",
        arguments: seeds)
    func periods(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let publishedAt = TestClock.start
        var workout = Workout.run(endingAt: publishedAt)
        workout.startedAt -= Double(Int.random(in: 0...10 * 86_400, using: &random))
        var award = StoredAward(of: workout, in: .gmt)
        var now = publishedAt
        func isRecent(_ instant: Date) -> Bool {
            now.timeIntervalSince(instant) <= ExperienceLimits.publicationPeriod
        }
        for number in 0..<20 {
            now += Double(Int.random(in: 1...2 * 86_400, using: &random))
            let (old, before) = (workout, award)
            workout.measures = WorkoutMeasures(distance: Double(Int.random(in: 1...20_000, using: &random)))
            if Bool.random(using: &random) {
                workout.endedAt = now - Double(Int.random(in: 0...20 * 86_400, using: &random))
                workout.startedAt =
                    workout.endedAt - Double(Int.random(in: 1_800...2 * 86_400, using: &random))
            }
            award = award.edited(from: old, to: workout, in: .gmt, at: now)
            guard award.eligibility == .eligible else {
                #expect(award.eligibility == .late, "seed \(seed), edit \(number)")
                continue
            }
            #expect(before.eligibility == .eligible, "seed \(seed), edit \(number)")
            if (award.startedAt, award.endedAt) != (before.startedAt, before.endedAt) {
                #expect(isRecent(award.endedAt) && isRecent(publishedAt), "seed \(seed), edit \(number)")
            }
            if award.worth > before.worth {
                #expect(isRecent(award.endedAt) && isRecent(workout.endedAt), "seed \(seed), edit \(number)")
            }
        }
    }

    @Test(
        "an edit that leaves the time alone never moves an award, not even one whose workout was moved away")
    func elsewhere() {
        let end = TestClock.start
        let original = Workout.run(endingAt: end)
        let award = StoredAward(of: original, in: .gmt)
        let moved = Workout.run(endingAt: end.addingTimeInterval(7_200), like: original)
        var renamed = moved
        renamed.title = "Renamed"
        let now = end.addingTimeInterval(20 * 86_400)
        #expect(award.edited(from: moved, to: renamed, in: .gmt, at: now) == award)
        // Back at the award's time, and away again.
        #expect(award.edited(from: moved, to: original, in: .gmt, at: now) == award)
        #expect(award.edited(from: original, to: moved, in: .gmt, at: now).eligibility == .late)
    }

    @Test(
        "only a move beyond ten minutes of the award, or by a tenth of its length, makes an old workout late",
        arguments: seeds)
    func moves(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let end = TestClock.start
        var workout = Workout.run(endingAt: end)
        var award = StoredAward(of: workout, in: .gmt)
        let (start, earned) = (workout.startedAt, award)
        var now = end.addingTimeInterval(ExperienceLimits.publicationPeriod + 1)
        var isLate = false
        for number in 0..<20 {
            now += Double(Int.random(in: 1...86_400, using: &random))
            let old = workout
            workout.title = "\(number)"
            if Bool.random(using: &random) {
                workout.startedAt += Double(Int.random(in: -400...400, using: &random))
                let shortest = workout.startedAt.addingTimeInterval(60)
                workout.endedAt = max(
                    workout.endedAt + Double(Int.random(in: -400...400, using: &random)), shortest)
                // Half an hour may become 33 minutes.
                let isAway =
                    workout.startedAt < start - Self.tolerance || workout.endedAt > end + Self.tolerance
                    || workout.endedAt.timeIntervalSince(workout.startedAt) > 1_980
                let hasMoved = (old.startedAt, old.endedAt) != (workout.startedAt, workout.endedAt)
                isLate = isLate || hasMoved && isAway
            }
            award = award.edited(from: old, to: workout, in: .gmt, at: now)
            #expect((award.eligibility == .late) == isLate, "seed \(seed), edit \(number)")
            let time = isLate ? [workout.startedAt, workout.endedAt] : [earned.startedAt, earned.endedAt]
            #expect([award.startedAt, award.endedAt] == time, "seed \(seed), edit \(number)")
        }
    }
}

extension Workout {
    /// A run of 10 km in 30 minutes that was published when it ended.
    /// - Parameter original: the workout of which it is a version; nil for a new one.
    fileprivate static func run(endingAt end: Date, like original: Workout? = nil) -> Workout {
        Workout(
            id: original?.id ?? .random(), owner: original?.owner ?? .random(), type: .running,
            title: "10 km",
            startedAt: end.addingTimeInterval(-1_800), endedAt: end, duration: 1_800,
            measures: WorkoutMeasures(distance: 10_000, averageHeartRate: 90), isErgTest: false, volume: nil,
            exerciseCount: nil, isCompleted: true, source: nil, visibility: .public, xpEarned: 0,
            createdAt: original?.createdAt ?? end, updatedAt: end)
    }
}
