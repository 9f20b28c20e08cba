import Foundation
import Paceline
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Held workouts in random histories")
struct AnomalyPropertyTests {
    private static let seeds = 1...Repetitions.count(3 as UInt64, deep: 60)

    @Test(
        "every order of publishing, editing, deleting and deciding leads to the same awards and totals",
        arguments: Implementation.allCases, seeds)
    func orders(_ implementation: Implementation, _ seed: UInt64) async throws {
        try await implementation.runHolding { world in
            let (ana, ben, friend) = try await world.people("ana", "ben", "cem")
            for person in [ana, ben] { try await world.befriend(person, friend) }
            var random = SeededRandom(seed: seed)
            let plan = (0..<14).map { _ in PlannedRun.random(before: world.clock.now, &random) }
            for owner in [ana, ben] {
                // Decided after all are published: what is approved before an exclusion at its time stays approved.
                var published: [(run: PlannedRun, id: Workout.ID)] = []
                for run in plan.shuffled(using: &random) {
                    let id = Workout.ID.random()
                    if Bool.random(using: &random) {
                        let other = PlannedRun.random(before: world.clock.now, &random)
                        _ = try await owner.services.publish(other.draft, as: id, ifMatch: nil)
                    }
                    _ = try await owner.services.publish(run.draft, as: id, ifMatch: nil)
                    published.append((run, id))
                }
                for (run, id) in published.shuffled(using: &random) {
                    try await owner.applies(run, to: id, in: world, &random)
                }
            }
            #expect(try await ana.reviewedByStart() == ben.reviewedByStart(), "seed \(seed)")
            #expect(try await ana.services.experience() == ben.services.experience(), "seed \(seed)")
            #expect(try await ana.services.me().stats == ben.services.me().stats, "seed \(seed)")
            #expect(try await friend.sees(ana).stats == friend.sees(ben).stats, "seed \(seed)")
            for owner in [ana, ben] {
                let entries = try await owner.entries()
                #expect(entries.reduce(0) { $0 + $1.amount } == entries.last?.balance ?? 0, "seed \(seed)")
            }
        }
    }

    @Test(
        "held and excluded workouts change nothing for others, nor what is hidden from them",
        arguments: Implementation.allCases, seeds)
    func hidden(_ implementation: Implementation, _ seed: UInt64) async throws {
        try await implementation.runHolding { world in
            // A twin of Ana publishes only what a friend may see and what counts.
            let (ana, twin, friend) = try await world.people("ana", "twin", "cem")
            for person in [ana, twin] { try await world.befriend(person, friend) }
            var random = SeededRandom(seed: seed)
            let plan = (0..<14).map { _ in PlannedRun.random(before: world.clock.now, &random) }
            let shown = plan.filter { run in
                // An exclusion holds what takes place at its time, also that of a hidden workout.
                run.draft.visibility ?? .private >= .friends
                    && (run.isImpossible
                        ? run.outcome == .approved
                        : !plan.contains { $0.isExcluded && $0.overlaps(run) })
            }
            for (owner, plan) in [(ana, plan), (twin, shown)] {
                let published = plan.map { (run: $0, id: Workout.ID.random()) }
                for (run, id) in published {
                    _ = try await owner.services.publish(run.draft, as: id, ifMatch: nil)
                }
                for (run, id) in published { try await owner.applies(run, to: id, in: world, &random) }
            }
            let (first, second) = (try await friend.sees(ana), try await friend.sees(twin))
            #expect(first.stats == second.stats, "seed \(seed)")
            let worths = try await friend.services.workouts(of: ana.reference, .whole).items
                .map(\.xpEarned).filter { $0 > 0 }
            let others = try await friend.services.workouts(of: twin.reference, .whole).items
                .map(\.xpEarned).filter { $0 > 0 }
            #expect(worths == others, "seed \(seed)")
        }
    }
}

/// A run of the last two days, and what the operator decides if it is held.
private struct PlannedRun {
    let draft: WorkoutDraft
    /// Nil for no decision.
    let outcome: WorkoutDecision.Outcome?
    /// Whether it is impossible by itself.
    let isImpossible: Bool

    /// A sprint at 8 to 10 m/s, which is plausible by itself and never decided, or more often a run of ten minutes to
    /// four hours, at 2 to 4 m/s or an impossible 10 to 12.
    static func random(before now: Date, _ random: inout SeededRandom) -> PlannedRun {
        guard Int.random(in: 0..<4, using: &random) > 0 else {
            return PlannedRun(
                before: now, seconds: 60...180, speed: 8...10, isImpossible: false, outcomes: [nil], &random)
        }
        let isImpossible = Bool.random(using: &random)
        return PlannedRun(
            before: now, seconds: 600...14_400, speed: isImpossible ? 10...12 : 2...4,
            isImpossible: isImpossible, outcomes: [nil, .approved, .excluded], &random)
    }

    private init(
        before now: Date, seconds: ClosedRange<Int>, speed: ClosedRange<Int>, isImpossible: Bool,
        outcomes: [WorkoutDecision.Outcome?], _ random: inout SeededRandom
    ) {
        func number(in range: ClosedRange<Int>, _ parts: Int) -> Double {
            Double(Int.random(in: range.lowerBound * parts...range.upperBound * parts, using: &random))
                / Double(parts)
        }
        // In milliseconds, so that no two end at the same time or are equally long.
        let (age, duration) = (number(in: 0...172_800, 1_000), number(in: seconds, 1_000))
        draft = .run(
            (number(in: speed, 10) * duration).rounded() / 1_000, minutes: duration / 60,
            endingAt: now.addingTimeInterval(-age),
            ItemVisibility.allCases.randomElement(using: &random) ?? .private)
        outcome = outcomes.randomElement(using: &random) ?? nil
        self.isImpossible = isImpossible
    }

    var isExcluded: Bool { isImpossible && outcome == .excluded }
    private var end: Date { draft.endedAt ?? draft.startedAt.addingTimeInterval(draft.duration) }

    func overlaps(_ other: PlannedRun) -> Bool { draft.startedAt < other.end && end > other.draft.startedAt }
}

extension Member {
    /// The operator decides about the member's workout as planned, sometimes differently before.
    fileprivate func applies(
        _ run: PlannedRun, to id: Workout.ID, in world: World, _ random: inout SeededRandom
    ) async throws {
        guard run.isImpossible, let outcome = run.outcome else { return }
        if Bool.random(using: &random) {
            let other: WorkoutDecision.Outcome = outcome == .approved ? .excluded : .approved
            try await world.engine.decide(id, WorkoutDecisionDraft(outcome: other, reason: "At first."))
        }
        try await world.engine.decide(id, WorkoutDecisionDraft(outcome: outcome, reason: "In the end."))
    }

    /// The start of each workout with its award and state.
    fileprivate func reviewedByStart() async throws -> [String] {
        try await services.workouts(of: .me, .whole).items.map { workout in
            let state = workout.experience?.review?.state.rawValue ?? "plausible"
            return "\(workout.startedAt.timeIntervalSince1970): \(workout.awardSummary) \(state)"
        }
    }
}
