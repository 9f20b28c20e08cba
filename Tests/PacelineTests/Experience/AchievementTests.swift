import Foundation
import Testing

@testable import Paceline

@Suite struct AchievementTests {
    private func earned(_ records: TrainingRecord...) -> Set<String> {
        Set(TrainingHistory(records).evidence.keys.map(\.description))
    }

    @Test func `the catalogue has each achievement once, with ids that clients accept`() {
        let ids = Achievement.catalogue.map(\.id)
        #expect(Set(ids).count == ids.count && ids.count == 17 + 7 + 5 + 3 + 4 + 4)
        for achievement in Achievement.catalogue {
            #expect(Achievement.ID(achievement.id.description) == achievement.id)
            #expect(achievement.id.level == nil && !achievement.name.isEmpty && !achievement.task.isEmpty)
        }
        #expect(
            Achievement.ID("Level") == nil && Achievement.ID("five_k") == nil && Achievement.ID("") == nil)
        #expect(Achievement.ID.level(5).level == 5)
    }

    @Test(arguments: [
        (4.999, 0), (5, 1), (9.999, 1), (10, 2), (21.097, 2), (21.0975, 3), (42.195, 4), (50, 5),
    ])
    func `runs earn their distances`(_ kilometres: Double, _ count: Int) {
        let distances = ["fiveK", "tenK", "halfMarathon", "marathon", "ultra"]
        #expect(earned(.run(kilometres)).intersection(distances) == Set(distances.prefix(count)))
        #expect(earned(.run(kilometres, type: .walking)).isDisjoint(with: distances))
    }

    @Test func `the hour of the start earns early birds and night owls`() {
        let hours = (0..<24).map { earned(.run(hour: $0)).intersection(["earlyBird", "nightOwl"]) }
        #expect(hours[4...5].allSatisfy { $0 == ["earlyBird"] })
        #expect((hours[22...] + hours[..<4]).allSatisfy { $0 == ["nightOwl"] })
        #expect(hours[6..<22].allSatisfy { $0.isEmpty })
    }

    @Test func `a double day needs half an hour between two workouts that are worth XP`() {
        #expect(earned(.run(hour: 8), .run(hour: 9)).contains("doubleDay"))
        #expect(!earned(.run(hour: 8, minutes: 31), .run(hour: 9)).contains("doubleDay"))
        #expect(!earned(.run(hour: 8), .run(hour: 9, worth: 0)).contains("doubleDay"))
        #expect(!earned(.run(onDay: 1), .run(onDay: 2)).contains("doubleDay"))
    }

    @Test func `weeks are calendar weeks`() {
        // The fourth of January 2027 is a Monday.
        let week = (4...10).map { TrainingRecord.run(onDay: $0) }
        #expect(TrainingHistory(week).evidence.keys.contains { $0.description == "perfectWeek" })
        let shifted = (5...11).map { TrainingRecord.run(onDay: $0) }
        let evidence = TrainingHistory(shifted).evidence
        #expect(!evidence.keys.contains { $0.description == "perfectWeek" })
        #expect(evidence.keys.contains { $0.description == "streak7" })
        #expect(
            earned(.run(onDay: 4, type: .swimming), .run(onDay: 7, type: .cycling), .run(onDay: 10)).contains(
                "triathlete"))
        #expect(
            !earned(.run(onDay: 3, type: .swimming), .run(onDay: 4, type: .cycling), .run(onDay: 5)).contains(
                "triathlete"))
    }

    @Test func `five sports within a month, and a return after 30 days`() {
        let types: [WorkoutType] = [.running, .yoga, .rowing, .skiing, .hiking]
        let month = zip(types, 1...).map { TrainingRecord.run(onDay: $1 * 6, type: $0) }
        #expect(TrainingHistory(month).evidence.keys.contains { $0.description == "allRounder" })
        #expect(
            !TrainingHistory(Array(month.dropLast())).evidence.keys.contains {
                $0.description == "allRounder"
            })
        #expect(earned(.run(onDay: 1), .run(onDay: 31, hour: 13)).contains("comeback"))
        #expect(!earned(.run(onDay: 1), .run(onDay: 15), .run(onDay: 31, hour: 13)).contains("comeback"))
    }

    @Test func `totals are reached by the workout that completes them`() {
        let runs = (1...10).map { TrainingRecord.run(10, onDay: $0 * 2, worth: 0) }
        let evidence = TrainingHistory(runs.shuffled()).evidence
        #expect(evidence[.init(trusted: "workouts1")]?.workouts == [runs[0].id])
        #expect(evidence[.init(trusted: "workouts10")]?.workouts == [runs[9].id])
        #expect(evidence[.init(trusted: "kilometres100")]?.at == runs[9].endedAt)
        #expect(evidence[.init(trusted: "workouts50")] == nil)
    }

    @Test func `workouts of less than ten minutes count for no number, streak, all-rounder or comeback`() {
        let week = (4...10).map { TrainingRecord.run(0.1, onDay: $0, minutes: 9) }
        #expect(
            TrainingHistory(week).evidence.keys.allSatisfy { $0.level != nil }, "neither streak nor number")
        let types: [WorkoutType] = [.running, .yoga, .rowing, .skiing, .hiking]
        let month = zip(types, 1...).map {
            TrainingRecord.run(onDay: $1 * 6, minutes: $1 == 5 ? 9 : 10, type: $0)
        }
        #expect(!TrainingHistory(month).evidence.keys.contains { $0.description == "allRounder" })
        #expect(!earned(.run(onDay: 1), .run(onDay: 31, hour: 13, minutes: 9)).contains("comeback"))
        #expect(earned(.run(onDay: 1), .run(onDay: 31, hour: 13, minutes: 10)).contains("comeback"))
    }

    @Test
    func `invented sports do not count for an all-rounder, nor distances in sports where they earn no XP`()
        throws
    {
        let names = ["one", "two", "three", "four", "five"]
        let invented = try zip(names, 1...).map { name, day in
            TrainingRecord.run(60, onDay: day, type: try #require(WorkoutType(rawValue: name)))
        }
        let earned = Set(TrainingHistory(invented).evidence.keys.map(\.description))
        #expect(earned.isDisjoint(with: ["allRounder", "kilometres100"]) && earned.contains("workouts1"))
        #expect(self.earned(.run(100, type: .rowing)).contains("kilometres100"))
        #expect(!self.earned(.run(100, type: .yoga)).contains("kilometres100"))
    }

    @Test func `duplicates earn nothing`() {
        var duplicate = TrainingRecord.run(10)
        duplicate.isCounted = false
        #expect(earned(duplicate).isEmpty)
    }
}

@Suite struct AchievementStateTests {
    private let now = RandomHistory.start

    private func evidence(hoursAgo hours: Double, _ closenesses: Closeness...) throws -> [Closeness:
        AchievementEvidence]
    {
        var record = TrainingRecord.run()
        record.endedAt = now.addingTimeInterval(-hours * 3_600)
        let evidence = try #require(AchievementEvidence([record]))
        return Dictionary(uniqueKeysWithValues: closenesses.map { ($0, evidence) })
    }

    @Test func `it is posted when it is earned by a workout of the last 48 hours`() throws {
        var (recent, old, silent) = (AchievementState(), AchievementState(), AchievementState())
        recent.update(to: try evidence(hoursAgo: 48, .me, .friend), at: now)
        old.update(to: try evidence(hoursAgo: 49, .me, .friend), at: now)
        silent.update(to: try evidence(hoursAgo: 1, .me), at: now, posts: false)
        #expect(recent.widestPosted == .friend && recent.widest == .friend)
        #expect(old.widestPosted == nil && old.widest == .friend)
        #expect(silent.widestPosted == nil && silent.widest == .me)
        silent.update(to: try evidence(hoursAgo: 1, .me), at: now)
        #expect(silent.widestPosted == nil, "it is not news later")
    }

    @Test func `it is posted only to those who can see its item`() throws {
        var state = AchievementState()
        state.update(to: try evidence(hoursAgo: 1, .me, .friend, .follower), at: now, upTo: .friends)
        #expect(state.widestPosted == .friend && state.widest == .follower)
        state.update(to: try evidence(hoursAgo: 1, .me, .friend, .follower), at: now, upTo: .public)
        #expect(state.posted == [.me, .friend], "it is not news later")
    }

    @Test func `an older workout withdraws it, and without evidence at a closeness it is hidden there`()
        throws
    {
        var state = AchievementState()
        state.update(to: try evidence(hoursAgo: 2, .me, .friend, .follower), at: now)
        var narrower = state
        narrower.update(to: try evidence(hoursAgo: 2, .me), at: now)
        #expect(narrower.posted == [.me])
        var later = state
        later.update(to: try evidence(hoursAgo: 1, .me, .friend, .follower), at: now)
        #expect(later.posted == state.posted)
        state.update(to: try evidence(hoursAgo: 60, .me, .friend, .follower), at: now)
        #expect(state.posted.isEmpty && state.widest == .follower)
        state.update(to: [:], at: now)
        #expect(state.dates.isEmpty && state.posted.isEmpty)
    }

    @Test func `it is posted once at each closeness, also after its workout was deleted`() throws {
        var state = AchievementState()
        state.update(to: try evidence(hoursAgo: 2, .me, .friend), at: now)
        state.update(to: [:], at: now)
        state.update(to: try evidence(hoursAgo: 1, .me, .friend, .follower), at: now)
        #expect(state.posted == [.follower])
        var stored = AchievementState(dates: [:], posted: [])
        stored.remember([.me, .friend])
        stored.update(to: try evidence(hoursAgo: 1, .me), at: now)
        #expect(stored.posted.isEmpty && stored.widest == .me)
    }
}
