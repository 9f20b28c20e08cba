import Foundation
import Paceline
import PacelineTestSupport
import Testing

@Suite("Random changes of the time zone")
struct TimeZonePropertyTests {
    private static let seeds = 1...Repetitions.count(2 as UInt64, deep: 40)
    private static let zones = [
        "Etc/GMT+12", "Pacific/Honolulu", "America/Bogota", "UTC", "Asia/Karachi", "Asia/Tokyo",
        "Pacific/Kiritimati",
    ]

    @Test(
        "the order of publishing changes nothing, no day is earned twice, and no change moves what is past",
        .world,
        arguments: Implementation.allCases, seeds)
    func changes(_ implementation: Implementation, _ seed: UInt64) async throws {
        let world = try await World.current(on: implementation)
        // Ana publishes at once, Ben all at the end, in another order.
        let (ana, ben) = try await world.people("ana", "ben")
        let old = WorkoutDraft.run(1, endingAt: world.clock.now.addingTimeInterval(-60 * 86_400))
        for member in [ana, ben] { _ = try await member.services.publish(old, as: .random(), ifMatch: nil) }
        let first = world.clock.now
        var random = SeededRandom(seed: seed)
        var drafts: [WorkoutDraft] = []
        for _ in 0..<6 {
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                world.clock.advance(by: Double(Int.random(in: 600...18_000, using: &random)))
                let draft = WorkoutDraft.random(endingAt: world.clock.now, &random)
                drafts.append(draft)
                _ = try await ana.services.publish(draft, as: .random(), ifMatch: nil)
            }
            let before = try await ana.totals(from: first, to: world.clock.now)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let zone = Self.zones.randomElement(using: &random)!
                for member in [ana, ben] { try await member.moves(to: zone) }
            }
            #expect(try await ana.totals(from: first, to: world.clock.now) == before, "seed \(seed)")
        }
        world.clock.advance(by: 1)
        for draft in drafts.shuffled(using: &random) {
            _ = try await ben.services.publish(draft, as: .random(), ifMatch: nil)
        }
        #expect(try await ana.awardsByStart() == ben.awardsByStart(), "seed \(seed)")
        #expect(try await ana.services.me().stats == ben.services.me().stats, "seed \(seed)")
        let lifetimes = try await [ana.services.experience(), ben.services.experience()].map(\.lifetime)
        #expect(lifetimes[0] == lifetimes[1], "seed \(seed)")
        let totals = try await ana.totals(from: first, to: world.clock.now)
        #expect(try await ben.totals(from: first, to: world.clock.now) == totals, "seed \(seed)")
        try await ben.expectFairAwards(seed)
    }
}

extension Member {
    /// The start of each workout with its award.
    fileprivate func awardsByStart() async throws -> [String] {
        try await services.workouts(of: .me, .whole).items
            .map { "\($0.startedAt.timeIntervalSince1970): \($0.awardSummary)" }
    }

    /// What each day and week of the boards by training adds up to.
    fileprivate func totals(from first: Date, to last: Date) async throws -> [Int] {
        var totals: [Int] = []
        for ordinal in Day(of: first, in: .gmt).ordinal - 2...Day(of: last, in: .gmt).ordinal {
            let day = Day(ordinal: ordinal)
            for metric in [BoardMetric.xp, .distance] {
                for range in [LeaderboardRange.today, .week] {
                    let query = LeaderboardQuery(scope: .friends, range: range, day: day, metric: metric)
                    totals.append(try await services.leaderboard(query, .whole).me?.points ?? 0)
                }
            }
        }
        return totals
    }

    /// Within any N times 24 hours, workouts earn at most what N + 1 days allow.
    fileprivate func expectFairAwards(_ seed: UInt64) async throws {
        // What overlaps others, as duplicates do, is settled on their day.
        let all = try await services.workouts(of: .me, .whole).items
        let workouts = all.filter { workout in
            !all.contains {
                $0.id != workout.id && $0.startedAt < workout.endedAt && workout.startedAt < $0.endedAt
            }
        }
        for first in workouts {
            for days in 1...7 {
                let end = first.startedAt.addingTimeInterval(Double(days) * 86_400)
                let within = workouts.filter { $0.startedAt >= first.startedAt && $0.startedAt < end }
                let sum = within.reduce(0) { $0 + $1.xpEarned }
                let count = within.count { $0.xpEarned > 0 }
                #expect(sum <= (days + 1) * 10_000 && count <= (days + 1) * 10, "seed \(seed), \(days) days")
            }
        }
    }
}

extension WorkoutDraft {
    /// A run that is often worth as much as a day can earn.
    fileprivate static func random(endingAt end: Date, _ random: inout SeededRandom) -> WorkoutDraft {
        // In milliseconds, so that no two are equally long.
        let seconds = Double(Int.random(in: 600_000...7_200_000, using: &random)) / 1_000
        return .run(
            Double(Int.random(in: 1...180, using: &random)), minutes: seconds / 60, endingAt: end,
            ItemVisibility.allCases.randomElement(using: &random) ?? .private)
    }
}
