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
        // It is too short to be the same workout.
        let short = Self.recording(0, 47, .public)
        #expect(DuplicateRule.originals(of: [hidden, short]).isEmpty)
        #expect(DuplicateRule.originals(of: [hidden, Self.recording(0, 48, .public)]).count == 1)
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

    @Test
    func
        `recordings of more than a day are compared only with each other, and those of no time at one instant`()
    {
        #expect(Self.originals([(0, 1_440), (10, 20)]) == [1: 0])
        #expect(Self.originals([(0, 1_441), (10, 20)]).isEmpty)
        #expect(Self.originals([(0, 1_440), (0, 1_441)]).isEmpty)
        #expect(Self.originals([(0, 1_441), (0, 1_441), (10, 1_440)]) == [1: 0])
        #expect(Self.originals([(0, 40_000), (10_000, 42_000), (30_000, 50_000)]) == [1: 0])
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
                    endedAt: recording.endedAt.after(2_000_000_000), publishedAt: recording.publishedAt,
                    visibility: recording.visibility)
            }
            let both = DuplicateRule.originals(of: (recordings + moved).shuffled(using: &random))
            #expect(
                both == originals.merging(DuplicateRule.originals(of: moved)) { own, _ in own },
                "seed \(seed)")
        }
    }

    @Test func `of a pair, one counts, and no two that count are recordings of one workout`() {
        var found = 0
        for seed in 1...UInt64(2_000) {
            var random = SeededRandom(seed: seed)
            let recordings = Self.random(using: &random)
            let byID = Dictionary(uniqueKeysWithValues: recordings.map { ($0.id, $0) })
            let originals = DuplicateRule.originals(of: recordings)
            found += originals.count
            for (duplicate, original) in originals {
                #expect(originals[original] == nil, "seed \(seed)")
                guard let duplicate = byID[duplicate], let original = byID[original] else { continue }
                #expect(Self.isDuplicate(duplicate, of: original), "seed \(seed)")
            }
            let counted = recordings.filter { originals[$0.id] == nil }
            for one in counted {
                #expect(
                    !counted.contains { $0.id != one.id && Self.isDuplicate(one, of: $0) }, "seed \(seed)")
            }
        }
        #expect(found > 5_000)
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

    /// The rule for two recordings, said again, including which of them comes first.
    private static func isDuplicate(_ one: Recording, of other: Recording) -> Bool {
        let length = one.endedAt.timeIntervalSince(one.startedAt)
        let otherLength = other.endedAt.timeIntervalSince(other.startedAt)
        guard (length > 86_400.00001) == (otherLength > 86_400.00001) else { return false }
        let overlap = min(one.endedAt, other.endedAt).timeIntervalSince(max(one.startedAt, other.startedAt))
        // Milliseconds are no exact fractions of a second.
        let isInstant = length == 0 && otherLength == 0 && one.startedAt == other.startedAt
        guard isInstant || overlap > length / 2 + 1e-5, otherLength > 0.8 * length - 1e-5 else {
            return false
        }
        guard one.visibility == other.visibility else { return other.visibility > one.visibility }
        guard abs(length - otherLength) < 1e-5 else { return otherLength > length }
        return (other.publishedAt, other.id) < (one.publishedAt, one.id)
    }

    /// Recordings of a few hours, or of up to a few days, with many ties.
    private static func random(using random: inout SeededRandom) -> [Recording] {
        let step = [1, 10, 30].randomElement(using: &random) ?? 1
        if Int.random(in: 0..<4, using: &random) == 0 { return days(using: &random) }
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
            return recording(
                start, start + Int.random(in: 0...9, using: &random) * 480,
                ItemVisibility.allCases.randomElement(using: &random) ?? .public,
                publishedAt: .random(in: 0...2, using: &random), id: Workout.ID(.version4(using: &random)))
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
        id: Workout.ID = Workout.ID(UUID())
    ) -> Recording {
        Recording(
            id: id, startedAt: RandomDay.start.after(Int64(start) * 60_000),
            endedAt: RandomDay.start.after(Int64(end) * 60_000),
            publishedAt: RandomDay.start.after(publishedAt), visibility: visibility)
    }
}
