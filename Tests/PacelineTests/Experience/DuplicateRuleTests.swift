import Foundation
import Testing

@testable import Paceline

@Suite struct DuplicateRuleTests {
    private typealias Recording = DuplicateRule.Recording

    @Test func `the longer recording of two is the original`() {
        #expect(Self.originals([(0, 58), (0, 60)]) == [0: 1])
        #expect(Self.originals([(0, 60), (0, 60)]) == [1: 0])
        #expect(Self.originals([(0, 60), (60, 120)]).isEmpty)
    }

    @Test func `a more open recording is the original, even if it is shorter`() {
        let (open, hidden) = (Self.recording(0, 50, .public), Self.recording(0, 60, .friends))
        #expect(DuplicateRule.originals(of: [hidden, open]) == [hidden.id: open.id])
        // Most of it lies within a piece of it, however long the piece is.
        let half = Self.recording(0, 30, .public)
        #expect(DuplicateRule.originals(of: [hidden, half]).isEmpty)
        #expect(DuplicateRule.originals(of: [hidden, Self.recording(0, 31, .public)]).count == 1)
    }

    @Test func `pieces of a workout count instead of the whole if more people see them`() {
        let pieces = [Self.recording(0, 20, .public), Self.recording(20, 45, .followers)]
        let whole = Self.recording(0, 60, .friends)
        // The original is the piece with which it shares most.
        #expect(DuplicateRule.originals(of: pieces + [whole]) == [whole.id: pieces[1].id])
        // Followers see 45 minutes, friends and the owner no more.
        let copies = [Self.recording(0, 30, .friends), Self.recording(5, 60, .private)]
        #expect(
            DuplicateRule.originals(of: pieces + copies)
                == [copies[0].id: pieces[0].id, copies[1].id: pieces[1].id])
    }

    @Test func `more than half of a duplicate lies within its original`() {
        #expect(Self.originals([(0, 60), (30, 90)]).isEmpty)
        #expect(Self.originals([(0, 60), (29, 89)]) == [1: 0])
        // A short workout within a long one, such as a sprint within a ride.
        #expect(Self.originals([(0, 120), (50, 55)]) == [1: 0])
    }

    @Test func `a duplicate is never an original`() {
        // The second is a duplicate of the first, so the third, which overlaps only the second, counts.
        #expect(Self.originals([(0, 100), (40, 130), (82, 150)]) == [1: 0])
    }

    @Test func `a recording of more than a day comes after shorter ones, and stands for its active time`() {
        #expect(Self.originals([(0, 1_440), (10, 20)]) == [1: 0])
        #expect(Self.originals([(0, 1_441), (10, 20)]).isEmpty)
        #expect(Self.originals([(0, 1_440), (0, 1_441)]) == [1: 0])
        #expect(Self.originals([(0, 1_441), (0, 1_441), (10, 1_440)]) == [0: 2, 1: 2])
        #expect(Self.originals([(0, 40_000), (10_000, 42_000), (30_000, 50_000)]) == [1: 0])
        // A watch that was not stopped, and the same run; and a walk on the next day.
        let run = Self.recording(30, 150)
        let watch = Self.recording(0, 1_800, active: 120)
        let walk = Self.recording(1_500, 1_560)
        #expect(DuplicateRule.originals(of: [watch, run, walk]) == [watch.id: run.id])
        // Also in pieces.
        let pieces = [Self.recording(30, 80), Self.recording(90, 150)]
        #expect(DuplicateRule.originals(of: pieces + [watch]) == [watch.id: pieces[1].id])
        // A race of 30 hours, and a ride after it.
        let race = [Self.recording(0, 1_800, active: 1_700), Self.recording(1_800, 1_900)]
        #expect(DuplicateRule.originals(of: race).isEmpty)
        // A tour, and its stages; and a tour of weeks beside what was trained meanwhile.
        let stages = (0..<3).map { Self.recording($0 * 1_440, $0 * 1_440 + 480) }
        let tour = Self.recording(0, 4_000, active: 1_400)
        #expect(DuplicateRule.originals(of: stages + [tour]).keys.map(\.self) == [tour.id])
        #expect(DuplicateRule.originals(of: [stages[1], tour]).isEmpty)
    }

    @Test func `what fewer people see within a recording of more than a day counts once its active time is used up`() {
        let watch = Self.recording(0, 1_800, active: 120)
        let run = Self.recording(30, 150, .friends)
        let copy = Self.recording(31, 149, .friends)
        let walk = Self.recording(1_500, 1_560, .friends)
        #expect(
            DuplicateRule.originals(of: [watch, run, copy, walk]) == [run.id: watch.id, copy.id: watch.id])
        // One without an active time may have been active all the time.
        let untimed = Self.recording(0, 1_800, active: 0)
        #expect(DuplicateRule.originals(of: [untimed, run]) == [run.id: untimed.id])
    }

    @Test func `recordings of no time are duplicates at one instant`() {
        #expect(Self.originals([(0, 60), (30, 30)]).isEmpty)
        #expect(Self.originals([(0, 60), (50, 10)]).isEmpty)
        #expect(Self.originals([(30, 30), (30, 30), (30, 31), (31, 31), (30, 30)]) == [1: 0, 4: 0])
    }

    @Test func `the result depends neither on the order of arrival nor on recordings that do not overlap`() {
        for seed in 1...UInt64(2_000) {
            var random = SeededRandom(seed: seed)
            let recordings = Self.random(using: &random)
            let originals = DuplicateRule.originals(of: recordings)
            #expect(
                DuplicateRule.originals(of: recordings.shuffled(using: &random)) == originals, "seed \(seed)")
            let moved = Self.random(using: &random).map { recording in
                Recording(
                    id: recording.id, startedAt: recording.startedAt.after(2_000_000_000),
                    endedAt: recording.endedAt.after(2_000_000_000), duration: recording.duration,
                    publishedAt: recording.publishedAt, visibility: recording.visibility)
            }
            let both = DuplicateRule.originals(of: (recordings + moved).shuffled(using: &random))
            #expect(
                both == originals.merging(DuplicateRule.originals(of: moved)) { own, _ in own },
                "seed \(seed)")
        }
    }

    @Test func `most of a duplicate is covered, and at least half of what counts is not`() {
        var found = 0
        for seed in 1...UInt64(2_000) {
            var random = SeededRandom(seed: seed)
            let recordings = Self.random(using: &random, upToADay: true)
            let originals = DuplicateRule.originals(of: recordings)
            found += originals.count
            let counted = recordings.filter { originals[$0.id] == nil }
            for recording in recordings {
                let before = counted.filter { Self.comesFirst($0, before: recording) }
                let minutes = Self.minutes(of: [recording])
                let covered = minutes.intersection(Self.minutes(of: before)).count
                let atInstant = before.filter {
                    $0.startedAt == recording.startedAt && $0.endedAt == recording.startedAt
                }
                let isRepeated = minutes.isEmpty && !atInstant.isEmpty
                #expect(
                    (originals[recording.id] != nil) == (isRepeated || covered * 2 > minutes.count),
                    "seed \(seed)")
                guard let original = originals[recording.id] else { continue }
                #expect(before.contains { $0.id == original }, "seed \(seed)")
                #expect(
                    DuplicateRule.originals(of: [recording], among: counted) == [recording.id: original],
                    "seed \(seed)")
            }
        }
        #expect(found > 5_000)
    }

    @Test func `no audience sees more than twice the time that is covered, however it is cut`() {
        for seed in 1...UInt64(2_000) {
            var random = SeededRandom(seed: seed)
            let recordings = Self.random(using: &random)
            let originals = DuplicateRule.originals(of: recordings)
            for closeness in [Closeness.me, .friend, .follower, .stranger] {
                let counted = recordings.filter {
                    originals[$0.id] == nil && $0.visibility.rawValue >= closeness.rawValue
                }
                let sum = counted.reduce(0) { sum, recording in
                    let length = Self.minutes(of: [recording]).count
                    let active = recording.duration.map { Int($0 / 60) } ?? length
                    return sum + (length > 1_440 ? active : length)
                }
                #expect(sum <= 2 * Self.minutes(of: counted).count, "seed \(seed), \(closeness)")
            }
        }
    }

    @Test func `all audiences agree on what they see`() {
        for seed in 1...UInt64(2_000) {
            var random = SeededRandom(seed: seed)
            let recordings = Self.random(using: &random)
            let originals = DuplicateRule.originals(of: recordings)
            for closeness in [Closeness.friend, .follower, .stranger] {
                let seen = recordings.filter { $0.visibility.rawValue >= closeness.rawValue }
                let ids = Set(seen.map(\.id))
                #expect(
                    DuplicateRule.originals(of: seen) == originals.filter { ids.contains($0.key) },
                    "seed \(seed)")
            }
        }
    }

    /// The minutes that recordings of up to a day cover together.
    private static func minutes(of recordings: [Recording]) -> Set<Int> {
        recordings.reduce(into: []) { minutes, recording in
            let start = Int(recording.startedAt.timeIntervalSince(RandomDay.start) / 60 + 0.5)
            let end = Int(recording.endedAt.timeIntervalSince(RandomDay.start) / 60 + 0.5)
            minutes.formUnion(start..<end)
        }
    }

    private static func comesFirst(_ one: Recording, before other: Recording) -> Bool {
        guard one.visibility == other.visibility else { return one.visibility > other.visibility }
        let lengths = [one, other].map { minutes(of: [$0]).count }
        guard lengths[0] == lengths[1] else { return lengths[0] > lengths[1] }
        return (one.publishedAt, one.id) < (other.publishedAt, other.id)
    }

    /// Recordings of a few hours, or of up to a few days, with many ties.
    private static func random(using random: inout SeededRandom, upToADay: Bool = false) -> [Recording] {
        let step = [1, 10, 30].randomElement(using: &random) ?? 1
        if !upToADay, Int.random(in: 0..<4, using: &random) == 0 { return days(using: &random) }
        return (0..<Int.random(in: 0...20, using: &random)).map { _ in
            let start = Int.random(in: 0...600 / step, using: &random) * step
            let length = Int.random(in: 0...180 / step, using: &random) * step
            return recording(
                start, start + length, ItemVisibility.allCases.randomElement(using: &random) ?? .public,
                publishedAt: .random(in: 0...2, using: &random), id: Workout.ID(.version4(using: &random)))
        }
    }

    /// Recordings of up to three days, with many ties.
    private static func days(using random: inout SeededRandom) -> [Recording] {
        (0..<Int.random(in: 0...20, using: &random)).map { _ in
            let start = Int.random(in: 0...8, using: &random) * 480
            let length = Int.random(in: 0...9, using: &random) * 480
            let active = Int.random(in: 0...length, using: &random)
            return recording(
                start, start + length, ItemVisibility.allCases.randomElement(using: &random) ?? .public,
                publishedAt: .random(in: 0...2, using: &random), id: Workout.ID(.version4(using: &random)),
                active: Bool.random(using: &random) ? active : nil)
        }
    }

    /// The index of each duplicate's original, of recordings given as start and end in minutes and published in order.
    private static func originals(_ times: [(start: Int, end: Int)]) -> [Int: Int] {
        let recordings = times.enumerated().map { recording($1.start, $1.end, publishedAt: Int64($0)) }
        let indices = Dictionary(uniqueKeysWithValues: recordings.enumerated().map { ($1.id, $0) })
        return DuplicateRule.originals(of: recordings).reduce(into: [:]) { found, pair in
            if let duplicate = indices[pair.key], let original = indices[pair.value] {
                found[duplicate] = original
            }
        }
    }

    private static func recording(
        _ start: Int, _ end: Int, _ visibility: ItemVisibility = .public, publishedAt: Int64 = 0,
        id: Workout.ID = Workout.ID(UUID()), active: Int? = nil
    ) -> Recording {
        Recording(
            id: id, startedAt: RandomDay.start.after(Int64(start) * 60_000),
            endedAt: RandomDay.start.after(Int64(end) * 60_000), duration: active.map { Double($0) * 60 },
            publishedAt: RandomDay.start.after(publishedAt), visibility: visibility)
    }
}
