import Foundation
import Testing

@testable import Paceline

@Suite struct TrainingHistoryPropertyTests {
    private static let seeds = 1...UInt64(2_000)
    private static let now = RandomHistory.start.after(125 * 86_400_000)

    @Test func `the order of arrival does not matter`() {
        for seed in Self.seeds {
            var history = RandomHistory(seed: seed)
            let records = history.records(.random(in: 0...60, using: &history.random))
            let evidence = TrainingHistory(records).evidence
            #expect(
                TrainingHistory(records.shuffled(using: &history.random)).evidence == evidence,
                "seed \(seed)")
        }
    }

    @Test func `more workouts earn all that fewer earn, except a comeback`() {
        for seed in Self.seeds {
            var history = RandomHistory(seed: seed)
            let records = history.records(.random(in: 1...60, using: &history.random))
            let fewer = Set(TrainingHistory(Array(records.dropLast())).evidence.keys)
            let more = Set(TrainingHistory(records).evidence.keys)
            let lost = fewer.subtracting(more).map(\.description)
            #expect(lost.isEmpty || lost == ["comeback"], "seed \(seed): \(lost)")
        }
    }

    @Test func `evidence is seen by all who see what it earned, and earns it alone or completes a total`() {
        for seed in Self.seeds {
            var history = RandomHistory(seed: seed)
            let records = history.records(.random(in: 0...60, using: &history.random))
            let byID = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
            for (id, closenesses) in TrainingHistory.evidence(of: records) {
                for (closeness, evidence) in closenesses {
                    let workouts = evidence.workouts.compactMap { byID[$0] }
                    #expect(
                        workouts.allSatisfy { $0.visibility.rawValue >= closeness.rawValue },
                        "seed \(seed): \(id) for \(closeness)")
                    #expect(evidence.at == workouts.map(\.endedAt).max(), "seed \(seed): \(id)")
                    switch AchievementDefinition.of(id)?.rule {
                    case .total, .level, nil: break
                    default: #expect(TrainingHistory(workouts).evidence[id] != nil, "seed \(seed): \(id)")
                    }
                }
            }
        }
    }

    @Test func `what viewers see depends on no workout that is hidden from them`() {
        for seed in Self.seeds {
            var history = RandomHistory(seed: seed)
            let records = history.records(.random(in: 0...60, using: &history.random))
            let all = TrainingHistory.evidence(of: records)
            for closeness in [Closeness.friend, .follower, .stranger] {
                let seen = TrainingHistory.evidence(
                    of: records.filter { $0.visibility.rawValue >= closeness.rawValue })
                let ids = Set(all.keys).union(seen.keys)
                #expect(
                    ids.allSatisfy { all[$0]?[closeness] == seen[$0]?[closeness] },
                    "seed \(seed), \(closeness)")
            }
        }
    }

    @Test func `closer viewers see all that more distant ones see`() {
        for seed in Self.seeds {
            var history = RandomHistory(seed: seed)
            for (id, closenesses) in TrainingHistory.evidence(of: history.records(40)) {
                let seen = closenesses.keys.map(\.rawValue).sorted()
                #expect(seen == Array(0..<seen.count), "seed \(seed): \(id)")
            }
        }
    }

    @Test func `levels are those of the XP that is seen at each closeness`() {
        for seed in Self.seeds {
            var history = RandomHistory(seed: seed)
            let records = history.records(.random(in: 0...60, using: &history.random))
            let lifetime = Dictionary(grouping: records.filter { $0.worth > 0 }, by: \.day).values
                .flatMap { Settlement.awards(for: $0.map(\.candidate)).values }.reduce(0) { $0 + $1.amount }
            let level = Level(lifetime: lifetime).number
            let posted = TrainingHistory(records).evidence.keys.compactMap(\.level).sorted()
            #expect(posted == (1...max(level, 1)).filter { LevelUp.isPosted($0) }, "seed \(seed)")
        }
    }

    /// At one time, as the follower sees them: one by one, in slices, or all at once.
    @Test func `what is posted does not depend on the order of arrival`() {
        for seed in Self.seeds {
            var history = RandomHistory(seed: seed)
            let records = history.records(.random(in: 0...25, using: &history.random))
            let now = records.map(\.endedAt).max() ?? Self.now
            let expected = Self.states(after: [records], at: now)
            var slices: [[TrainingRecord]] = []
            for record in records.shuffled(using: &history.random) {
                if slices.isEmpty || Bool.random(using: &history.random) { slices.append([]) }
                slices[slices.count - 1].append(record)
            }
            let states = Self.states(after: slices, at: now)
            for id in Set(states.keys).union(expected.keys) where id.description != "comeback" {
                // Within a day, more workouts can move the one that reached a level, but no day.
                if id.level != nil {
                    #expect(states[id]?.dates.keys == expected[id]?.dates.keys, "seed \(seed): \(id)")
                } else {
                    #expect(states[id]?.dates == expected[id]?.dates, "seed \(seed): \(id)")
                    #expect(states[id]?.posted == expected[id]?.posted, "seed \(seed): \(id)")
                }
            }
        }
    }

    /// Workouts are published, deleted, shown to others and published again.
    @Test func `nothing is posted twice, in any order`() {
        var (posts, returns) = (0, 0)
        for seed in Self.seeds {
            var history = RandomHistory(seed: seed)
            var hidden = history.records(8)
            let now = hidden.map(\.endedAt).max() ?? Self.now
            var shown: [TrainingRecord] = []
            var states: [Achievement.ID: AchievementState] = [:]
            var everPosted: [Achievement.ID: Set<Closeness>] = [:]
            var seen: [Achievement.ID: Set<Closeness>] = [:]
            for _ in 0..<12 {
                if Int.random(in: 0..<3, using: &history.random) > 0, !hidden.isEmpty {
                    var record = hidden.remove(at: .random(in: hidden.indices, using: &history.random))
                    record.visibility =
                        ItemVisibility.allCases.randomElement(using: &history.random) ?? .public
                    shown.append(record)
                } else if !shown.isEmpty {
                    hidden.append(shown.remove(at: .random(in: shown.indices, using: &history.random)))
                }
                let evidence = TrainingHistory.evidence(of: shown)
                for id in Set(states.keys).union(evidence.keys) {
                    // A badge that is lost keeps only to whom it was ever posted.
                    var state = states[id] ?? AchievementState()
                    state.remember(everPosted[id] ?? [])
                    let (before, dates) = (state.posted, state.dates)
                    state.update(to: evidence[id] ?? [:], at: now)
                    let posted = state.posted.subtracting(before)
                    let known = seen[id] ?? []
                    #expect(posted.isDisjoint(with: known), "seed \(seed): \(id)")
                    posts += posted.count
                    returns += state.dates.keys.count { dates[$0] == nil && known.contains($0) }
                    seen[id, default: []].formUnion(posted)
                    everPosted[id] = state.everPosted
                    states[id] = state.widest == nil ? nil : state
                }
            }
        }
        // Many badges were earned again that had been posted.
        #expect(posts > 10_000 && returns > 1_000, "\(posts) posts, \(returns) returns")
    }

    @Test func `without news, the newest workout changes nothing`() {
        var count = 0
        for seed in Self.seeds {
            var history = RandomHistory(seed: seed)
            let last = RandomHistory.start.after(200 * 86_400_000)
            var records = history.records(.random(in: 0...60, using: &history.random))
            let before = TrainingHistory.evidence(of: records)
            var newest = history.record()
            let (age, isRecent) = (
                last.timeIntervalSince(newest.startedAt), Bool.random(using: &history.random)
            )
            let end = records.map(\.endedAt).max() ?? newest.startedAt
            let shift = isRecent ? end.timeIntervalSince(newest.startedAt) + 3_600 : age
            newest = newest.moved(by: shift)
            records.append(newest)
            let start = newest.startedAt.addingTimeInterval(-Double(AchievementNews.recentDays) * 86_400)
            let news = AchievementNews(
                newest: newest, recent: records.filter { $0.startedAt >= start },
                totals: Self.totals(of: records), levels: Self.levels(of: records),
                known: before.mapValues { closenesses in
                    AchievementState(dates: closenesses.mapValues(\.at), posted: [])
                })
            guard !news.isPossible else { continue }
            count += 1
            let after = TrainingHistory.evidence(of: records)
            #expect(Self.dates(in: after) == Self.dates(in: before), "seed \(seed)")
        }
        #expect(count > 0)
    }

    private static func dates(
        in evidence: [Achievement.ID: [Closeness: AchievementEvidence]]
    ) -> [Achievement.ID: [Closeness: Date]] {
        evidence.mapValues { $0.mapValues(\.at) }
    }

    private static func seen(_ records: [TrainingRecord], by closeness: Closeness) -> [TrainingRecord] {
        records.filter { $0.visibility.rawValue >= closeness.rawValue }
    }

    private static let closenesses = Closeness.allCases.filter { $0 != .blocked }

    private static func totals(of records: [TrainingRecord]) -> [Closeness: [TrainingTotal: Int64]] {
        Dictionary(
            uniqueKeysWithValues: closenesses.map { closeness in
                let counted = seen(records, by: closeness).filter(\.isCounted)
                let long = counted.filter { $0.milliseconds >= 600_000 }
                let days = Set(long.map(\.day.ordinal))
                let streaks = days.map { first in (0...).first { !days.contains(first + $0) } ?? 0 }
                return (
                    closeness,
                    [
                        .workouts: Int64(long.count),
                        .millimetres: counted.filter { $0.type != .strength && $0.type != .yoga }
                            .reduce(0) { $0 + $1.millimetres },
                        .grams: counted.reduce(0) { $0 + $1.grams },
                        .milliseconds: counted.reduce(0) { $0 + $1.milliseconds },
                        .longestStreak: Int64(streaks.max() ?? 0),
                    ]
                )
            })
    }

    private static func levels(of records: [TrainingRecord]) -> [Closeness: Int] {
        Dictionary(
            uniqueKeysWithValues: closenesses.map { closeness in
                let paid = seen(records, by: closeness).filter { $0.worth > 0 }
                let lifetime = Dictionary(grouping: paid, by: \.day).values
                    .flatMap { Settlement.awards(for: $0.map(\.candidate)).values }
                    .reduce(0) { $0 + $1.amount }
                return (closeness, Level(lifetime: lifetime).number)
            })
    }

    private static func states(
        after slices: [[TrainingRecord]], at now: Date
    ) -> [Achievement.ID: AchievementState] {
        var states: [Achievement.ID: AchievementState] = [:]
        var records: [TrainingRecord] = []
        for slice in slices {
            records += slice
            let evidence = TrainingHistory.evidence(of: records)
            for id in Set(states.keys).union(evidence.keys) {
                var state = states[id] ?? AchievementState()
                state.update(to: evidence[id] ?? [:], at: now)
                states[id] = state.widest == nil ? nil : state
            }
        }
        return states
    }
}
