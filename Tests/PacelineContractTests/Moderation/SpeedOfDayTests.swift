import Foundation
import Paceline
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Workouts of a day that are faster together than records")
struct SpeedOfDayTests {
    @Test(
        "sprints that are faster together than records count nowhere, in any order of arrival",
        arguments: Implementation.allCases)
    func sprints(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let (ana, ben, friend) = try await world.people("ana", "ben", "cem")
            for person in [ana, ben] { try await world.befriend(person, friend) }
            let mo = try await world.moderator("moe")
            let numbers = [1, 2, 3, 4]
            for (owner, order) in [(ana, numbers), (ben, numbers.reversed())] {
                // Slower workouts do not hide faster ones.
                try await owner.runs(4, minutes: 60, endingMinutesAgo: 300)
                for number in order { try await owner.sprint(number) }
                #expect(
                    try await owner.allReviewed() == [
                        "0 of 72 held, held; held", "0 of 72 held, held; held", "0 of 72 held, held; held",
                        "0 of 72 held, held; held", "348 of 348; plausible",
                    ])
                #expect(try await owner.services.me().stats.distance == 4_000)
                #expect(try await friend.sees(owner).stats?.distance == 4_000)
                #expect(try await friend.sees(owner).stats?.xp == 348)
                #expect(try await owner.reviewNotices().count == 4)
                let entries = try await owner.entries()
                #expect(entries.last?.balance == 348)
            }
            #expect(try await mo.anomalies().count == 8)
            #expect(try await mo.listedLimits() == [])
        }
    }

    @Test("fewer sprints are released, and earn XP", arguments: Implementation.allCases)
    func released(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world, ana, friend in
            let first = try await ana.sprint(1)
            let second = try await ana.sprint(5)
            #expect(try await ana.reviewed(first) == "0 of 72 held, held; held")
            #expect(try await friend.services.workout(first.id).xpEarned == 0)
            // As slow as an hour of training.
            try await ana.runs(0.4, minutes: 2, endingMinutesAgo: 50, as: second.id)
            #expect(try await ana.reviewed(first) == "72 of 72; plausible")
            #expect(try await friend.services.workout(first.id).xpEarned == 72)
            #expect(try await ana.reviewNotices() == [])
            try await ana.sprint(5, as: second.id)
            #expect(try await ana.reviewed(first) == "0 of 72 held, held; held")
            try await ana.services.deleteWorkout(second.id)
            #expect(try await ana.reviewed(first) == "72 of 72; plausible")
            #expect(try await friend.sees(ana).stats?.distance == 1_200)
            #expect(try await world.rows(of: "anomalies") == 0)
        }
    }

    @Test(
        "late sprints are held and released, too, which devices learn although they earn nothing",
        arguments: Implementation.allCases)
    func late(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let first = try await ana.sprint(1, endingMinutesAgo: 30 * 1_440)
            let second = try await ana.sprint(5, endingMinutesAgo: 30 * 1_440)
            #expect(try await ana.services.workout(first.id).experience?.review != nil)
            var device = try await ChangeReader(ana)
            try await ana.services.deleteWorkout(second.id)
            #expect(try await ana.services.workout(first.id).experience?.review == nil)
            #expect(try await device.changes().contains { $0.item?.workout?.id == first.id })
        }
    }

    @Test("sprints that viewers do not see hold none that they see", arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        try await implementation.runHolding { _, ana, friend in
            let open = try await ana.sprint(1)
            let hidden = try await ana.sprint(5, .private)
            #expect(try await ana.reviewed(open) == "72 of 72; plausible")
            #expect(try await ana.reviewed(hidden) == "0 of 72 held, held; held")
            #expect(try await friend.sees(ana).stats?.distance == 1_200)
            // Strangers see only the open one: a sprint for friends does not hold it.
            try await ana.sprint(5, .friends, as: hidden.id)
            #expect(try await ana.reviewed(open) == "72 of 72; plausible")
            // Once everyone sees both, neither counts.
            try await ana.sprint(5, .public, as: hidden.id)
            #expect(try await ana.reviewed(open) == "0 of 72 held, held; held")
            #expect(try await friend.sees(ana).stats?.distance == 0)
            try await ana.sprint(1, .friends, as: open.id)
            #expect(try await ana.reviewed(open) == "0 of 72 held, held; held")
            #expect(try await ana.reviewed(hidden) == "72 of 72; plausible")
        }
    }

    @Test(
        "an approved sprint counts, and no other one holds it until it is edited",
        arguments: Implementation.allCases)
    func decisions(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            let first = try await ana.sprint(1)
            let second = try await ana.sprint(5)
            try await mo.decides(.approved, about: first.id)
            #expect(try await ana.reviewed(first) == "72 of 72; approved")
            #expect(try await ana.reviewed(second) == "0 of 72 held, held; held")
            let third = try await ana.sprint(9)
            #expect(try await ana.reviewed(first) == "72 of 72; approved")
            #expect(try await ana.reviewed(third) == "0 of 72 held, held; held")
            try await mo.decides(.excluded, about: second.id)
            try await mo.decides(.excluded, about: third.id)
            #expect(try await ana.reviewed(second) == "0 of 72 excluded, excluded; excluded")
            #expect(try await ana.services.me().stats.distance == 1_200)
            // What an approved one becomes is judged again; excluded ones hold it no longer.
            let edited = try await ana.runs(1.1, minutes: 2, endingMinutesAgo: 10, as: first.id)
            #expect(try await ana.reviewed(edited) == "66 of 66; plausible")
            try await ana.sprint(13)
            #expect(try await ana.reviewed(edited) == "0 of 66 held, held; held")
        }
    }

    @Test("intervals of the fastest, relays and copies count", arguments: Implementation.allCases)
    func intervals(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let mo = try await world.moderator("moe")
            // Ten times 200 m in 24 s, and on another day ten times 400 m in 56 s.
            for number in 0..<10 {
                try await ana.runs(0.2, minutes: 0.4, endingMinutesAgo: Double(number) * 4 + 5)
                try await ana.runs(0.4, minutes: 56.0 / 60, endingMinutesAgo: Double(number) * 4 + 4_320)
            }
            // A record in two recordings, and its laps.
            for _ in 0..<2 { try await ben.runs(1, minutes: 2.2, endingMinutesAgo: 30) }
            for lap in 0..<5 {
                try await ben.runs(0.2, minutes: 0.44, endingMinutesAgo: 30 + Double(lap) * 0.44)
            }
            // A relay: two of these by one person would be held.
            let runners = [try await world.person("cem"), try await world.person("dan")]
            for runner in runners { try await runner.sprint(1) }
            // On several days.
            for day in 2..<5 { try await ben.sprint(1, endingMinutesAgo: Double(day) * 1_440) }
            #expect(try await mo.anomalies() == [])
            #expect(try await ana.services.me().stats.distance == 6_000)
            #expect(try await ben.services.me().stats.distance == 4_600)
            for runner in runners { #expect(try await runner.services.me().stats.distance == 1_200) }
        }
    }

    @Test(
        "sprints within a slow recording earn no XP either, as they could as its duplicates",
        arguments: Implementation.allCases)
    func duplicates(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let whole = try await ana.runs(2, minutes: 100)
            // One alone is plausible, and earns XP in place of the whole if it is worth more.
            let first = try await ana.sprint(1)
            #expect(try await ana.reviewed(first) == "0 of 72 duplicate, duplicate; plausible")
            let others = [try await ana.sprint(5), try await ana.sprint(9)]
            for sprint in [first] + others {
                #expect(try await ana.reviewed(sprint) == "0 of 72 held, held; held")
            }
            #expect(try await ana.reviewed(whole) == "314 of 314; plausible")
            #expect(try await ana.services.experience().lifetime == 314)
            // A copy of the only sprint that is left records the same effort.
            for sprint in others { try await ana.services.deleteWorkout(sprint.id) }
            try await ana.sprint(1)
            #expect(try await ana.reviewed(first) == "0 of 72 duplicate, duplicate; plausible")
            #expect(try await world.rows(of: "anomalies") == 0)
        }
    }

    @Test("a community that does not hold workouts lists them", arguments: Implementation.allCases)
    func listed(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.holdsAnomalies = false }) { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            for number in [1, 5] { try await ana.sprint(number) }
            #expect(try await mo.listedLimits() == [[.speedOfDay]])
            #expect(try await ana.services.me().stats.distance == 2_400)
        }
    }
}

extension Member {
    /// 1.2 km in two minutes: 10 m/s.
    /// - Parameter number: how many times ten minutes it ends before `ago`.
    @discardableResult
    fileprivate func sprint(
        _ number: Int, endingMinutesAgo ago: Double = 0, _ visibility: ItemVisibility = .public,
        as id: Workout.ID = .random()
    ) async throws -> Workout {
        try await runs(
            1.2, minutes: 2, endingMinutesAgo: ago + Double(number) * 10, visibility, as: id)
    }

    /// What the owner sees of each workout, from the newest.
    fileprivate func allReviewed() async throws -> [String] {
        try await services.workouts(of: .me, .whole).items.map { workout in
            "\(workout.awardSummary); \(workout.experience?.review?.state.rawValue ?? "plausible")"
        }
    }
}
