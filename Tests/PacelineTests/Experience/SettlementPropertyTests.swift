import Foundation
import Testing

@testable import Paceline

@Suite struct SettlementPropertyTests {
    private static let seeds = 1...UInt64(2_000)

    @Test func `the order of arrival does not matter`() {
        for seed in Self.seeds {
            var day = RandomDay(seed: seed)
            let candidates = day.candidates(.random(in: 0...30, using: &day.random))
            let awards = Settlement.awards(for: candidates)
            #expect(awards.count == candidates.count)
            #expect(Settlement.awards(for: candidates.shuffled(using: &day.random)) == awards, "seed \(seed)")
        }
    }

    @Test func `when workouts were published changes no sum of a day`() {
        for seed in Self.seeds {
            var day = RandomDay(seed: seed)
            let candidates = day.candidates(.random(in: 0...30, using: &day.random))
            let others = candidates.map {
                SettlementCandidate(
                    id: day.id(), startedAt: $0.startedAt, endedAt: $0.endedAt,
                    publishedAt: RandomDay.start.after(day.time(upTo: 1_000_000)), worth: $0.worth)
            }
            #expect(Self.sum(of: candidates) == Self.sum(of: others), "seed \(seed)")
        }
    }

    /// So viewers who see fewer workouts never see more XP.
    @Test func `more workouts never lower a day`() {
        for seed in Self.seeds {
            var day = RandomDay(seed: seed)
            let candidates = day.candidates(.random(in: 1...30, using: &day.random))
            let sums = candidates.indices.map { Self.sum(of: candidates[...$0]) }
            #expect(sums == sums.sorted(), "seed \(seed)")
        }
    }

    @Test func `what is paid keeps the limits, and every shortfall has its reason`() {
        for seed in Self.seeds {
            var day = RandomDay(seed: seed)
            let candidates = day.candidates(.random(in: 0...40, using: &day.random))
            let awards = Settlement.awards(for: candidates)
            let paid = candidates.filter { awards[$0.id]?.amount != 0 }.sorted { $0.endedAt < $1.endedAt }
            #expect(paid.count <= 10 && Self.sum(of: candidates) <= 10_000, "seed \(seed)")
            for (one, next) in zip(paid, paid.dropFirst()) {
                #expect(next.startedAt.timeIntervalSince(one.endedAt) >= 1_800, "seed \(seed)")
            }
            for candidate in candidates {
                guard let award = awards[candidate.id] else { continue }
                #expect((0...candidate.worth).contains(award.amount), "seed \(seed)")
                #expect((award.reason == nil) == (award.amount == candidate.worth), "seed \(seed)")
            }
            let reasons = Set(awards.values.compactMap(\.reason))
            #expect(reasons.isSubset(of: [.cooldown, .dailyCount, .dailyCap]), "seed \(seed)")
            if reasons.contains(.dailyCap) { #expect(Self.sum(of: candidates) == 10_000, "seed \(seed)") }
        }
    }

    @Test func `the selection is the one that trying all finds`() {
        for seed in Self.seeds {
            var day = RandomDay(seed: seed)
            let candidates = day.candidates(.random(in: 0...12, using: &day.random))
            let awards = Settlement.awards(for: candidates)
            let selected = candidates.filter {
                $0.worth > 0 && [nil, .dailyCap].contains(awards[$0.id]?.reason)
            }
            #expect(Set(selected.map(\.id)) == Self.best(of: candidates), "seed \(seed)")
        }
    }

    @Test func `splitting a workout apart from its neighbours never pays`() {
        for seed in Self.seeds {
            var day = RandomDay(seed: seed)
            let split = SplitWorkout(day: &day)
            let others = day.candidates(.random(in: 0...25, using: &day.random)).filter(split.isApart)
            #expect(
                Self.sum(of: others + split.parts) <= Self.sum(of: others + [split.whole]), "seed \(seed)")
        }
    }

    /// With more than ten workouts, or more than 10,000 XP, the parts of the next day could earn what the whole cannot.
    @Test func `splitting at midnight never pays within the limits of the days`() {
        for seed in Self.seeds {
            var day = RandomDay(seed: seed)
            let split = SplitWorkout(day: &day)
            let count = Int.random(in: 0..<split.parts.count, using: &day.random)
            let (before, after) = (split.parts[...count], split.parts[(count + 1)...])
            var days = [0, 1].map { _ in day.candidates(4).filter(split.isApart) }
            while days[0].reduce(split.whole.worth, { $0 + $1.worth }) > 10_000 { days[0].removeLast() }
            let whole = Self.sum(of: days[0] + [split.whole]) + Self.sum(of: days[1])
            let parts = Self.sum(of: days[0] + before) + Self.sum(of: days[1] + after)
            #expect(parts <= whole, "seed \(seed)")
        }
    }

    private static func sum(of candidates: some Sequence<SettlementCandidate>) -> Int {
        Settlement.awards(for: Array(candidates)).values.reduce(0) { $0 + $1.amount }
    }

    /// The best selection, by trying all in an order that prefers earlier ends.
    private static func best(of candidates: [SettlementCandidate]) -> Set<Workout.ID> {
        let sorted = candidates.sorted {
            ($0.endedAt, $0.publishedAt, $0.id) < ($1.endedAt, $1.publishedAt, $1.id)
        }
        let conflicts = sorted.map { one in
            sorted.indices.reduce(0) { mask, index in
                let (first, last) =
                    one.startedAt < sorted[index].startedAt ? (one, sorted[index]) : (sorted[index], one)
                return last.startedAt.timeIntervalSince(first.endedAt) < 1_800 ? mask | 1 << index : mask
            }
        }
        var worths = [0]
        var (best, selection) = (0, 0)
        for mask in 1..<(1 << sorted.count) {
            let top = mask.bitWidth - 1 - mask.leadingZeroBitCount
            let rest = mask ^ (1 << top)
            let isPossible = worths[rest] >= 0 && conflicts[top] & rest == 0 && mask.nonzeroBitCount <= 10
            worths.append(isPossible ? worths[rest] + sorted[top].worth : -1)
            if worths[mask] > best { (best, selection) = (worths[mask], mask) }
        }
        return Set(sorted.indices.filter { selection >> $0 & 1 == 1 }.map { sorted[$0].id })
    }
}

/// A workout in the middle of a day, and the same in parts with pauses between them.
private struct SplitWorkout {
    let whole: SettlementCandidate
    let parts: [SettlementCandidate]

    init(day: inout RandomDay) {
        let efforts = (0..<Int.random(in: 2...6, using: &day.random)).map { _ in
            ExperiencePolicy.Effort(
                type: .running, millimetres: .random(in: 0...8_000_000, using: &day.random),
                milliseconds: .random(in: 1...3_000_000, using: &day.random),
                grams: .random(in: 0...1_000_000, using: &day.random),
                centibeats: .random(in: 0...20_000, using: &day.random), isCompleted: true)
        }
        var time = 20_000_000 as Int64
        let start = time
        parts = efforts.map { effort in
            let begin = time
            time += effort.milliseconds
            let part = Self.candidate(effort, from: begin, to: time, &day)
            time += .random(in: 0...4_000_000, using: &day.random)
            return part
        }
        whole = Self.candidate(ExperiencePolicy.Effort(joining: efforts), from: start, to: time, &day)
    }

    func isApart(_ other: SettlementCandidate) -> Bool {
        other.startedAt.timeIntervalSince(whole.endedAt) >= 1_800
            || whole.startedAt.timeIntervalSince(other.endedAt) >= 1_800
    }

    private static func candidate(
        _ effort: ExperiencePolicy.Effort, from start: Int64, to end: Int64, _ day: inout RandomDay
    ) -> SettlementCandidate {
        SettlementCandidate(
            id: day.id(), startedAt: RandomDay.start.after(start), endedAt: RandomDay.start.after(end),
            publishedAt: RandomDay.start.after(90_000_000),
            worth: ExperiencePolicy.current.worth(of: effort))
    }
}
