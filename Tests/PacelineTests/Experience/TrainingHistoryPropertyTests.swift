import Foundation
import Testing

@testable import Paceline

@Suite struct TrainingHistoryPropertyTests {
    private static let seeds = 1...UInt64(500)
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
            for (id, audiences) in TrainingHistory.evidence(of: records) {
                for (audience, evidence) in audiences {
                    let workouts = evidence.workouts.compactMap { byID[$0] }
                    #expect(
                        workouts.allSatisfy { $0.visibility.rawValue >= audience.rawValue },
                        "seed \(seed): \(id) for \(audience)")
                    #expect(evidence.at == workouts.map(\.endedAt).max(), "seed \(seed): \(id)")
                    switch AchievementDefinition.of(id)?.rule {
                    case .total, .level, nil: break
                    default: #expect(TrainingHistory(workouts).evidence[id] != nil, "seed \(seed): \(id)")
                    }
                }
            }
        }
    }

    @Test func `what an audience sees depends on no workout that is hidden from it`() {
        for seed in Self.seeds {
            var history = RandomHistory(seed: seed)
            let records = history.records(.random(in: 0...60, using: &history.random))
            let all = TrainingHistory.evidence(of: records)
            for audience in [Closeness.friend, .follower, .stranger] {
                let seen = TrainingHistory.evidence(
                    of: records.filter { $0.visibility.rawValue >= audience.rawValue })
                let ids = Set(all.keys).union(seen.keys)
                #expect(
                    ids.allSatisfy { all[$0]?[audience] == seen[$0]?[audience] },
                    "seed \(seed), \(audience)")
            }
        }
    }

    @Test func `closer audiences have all that more distant ones have`() {
        for seed in Self.seeds {
            var history = RandomHistory(seed: seed)
            for (id, audiences) in TrainingHistory.evidence(of: history.records(40)) {
                let seen = audiences.keys.map(\.rawValue).sorted()
                #expect(seen == Array(0..<seen.count), "seed \(seed): \(id)")
            }
        }
    }

    @Test func `levels are those of the XP that each audience sees`() {
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
                    #expect(states[id] == expected[id], "seed \(seed): \(id)")
                }
            }
        }
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
