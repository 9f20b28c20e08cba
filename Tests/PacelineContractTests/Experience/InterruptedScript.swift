import Foundation
import Paceline
import PacelineDatabase

@testable import PacelineEngine

/// Steps during which a process is killed, in a community of Ana, her friend Ben, and Cem.
struct InterruptedScript: Sendable {
    /// A request of Ana or the operator, or a job. It leads to the same when it is done again.
    struct Step: Sendable {
        /// How many seconds before it the clock advances.
        var wait: TimeInterval = 1
        /// Whether it is one transaction, apart from what follows from the log.
        var isAtomic = true
        let run: @Sendable (PacelineEngine.Engine, Session) async throws -> Void
    }

    var rewards: [RewardOffer] = []
    /// Of how many people the state is compared: Ana, or Ana and Ben.
    var owners = 1
    /// What happens before the first step.
    var prepare: @Sendable (World, [Member]) async throws -> Void = { _, _ in }
    let steps: [Step]

    private static let towel = RewardOffer("towel", 100, stock: 1, limit: 1)
    private static let pass = RewardOffer("pass", 200, stock: 2, limit: 2, codes: ["one", "two"])
    private static let (first, second) = (Workout.ID.random(), Workout.ID.random())
}

extension InterruptedScript {
    /// Ana publishes, edits, hides and deletes runs, and pays for a reward.
    static let training = InterruptedScript(
        rewards: [towel],
        steps: [
            Step { _, ana in try await ana.publishRun(10, minutes: 60, endingMinutesAgo: 180, as: first) },
            // The first one lies within it.
            Step { _, ana in try await ana.publishRun(15, minutes: 100, endingMinutesAgo: 160, as: second) },
            Step { _, ana in try await ana.publishRun(10, minutes: 60, endingMinutesAgo: 400, as: first) },
            Step { _, ana in try await ana.redeems(towel, withKey: "once") },
            Step { engine, _ in
                try await engine.decide(second, WorkoutDecisionDraft(outcome: .excluded, reason: "By car?"))
            },
            Step { engine, _ in
                try await engine.decide(
                    second, WorkoutDecisionDraft(outcome: .approved, reason: "It is true."))
            },
            Step { _, ana in
                try await ana.publishRun(15, minutes: 100, endingMinutesAgo: 160, .private, as: second)
            },
            Step { _, ana in
                for redemption in try await ana.redemptions(.whole).items {
                    _ = try await ana.refund(redemption.id)
                }
            },
            Step { _, ana in try await ana.deleteWorkout(first) },
        ])

    /// Ana redeems, uses and refunds rewards, and deletes what paid for them.
    static let rewards = InterruptedScript(
        rewards: [towel, pass],
        prepare: { _, people in try await people[0].runs(10, minutes: 60, as: first) },
        steps: [
            Step { _, ana in try await ana.redeems(pass, withKey: "first pass") },
            Step { _, ana in
                _ = try await ana.showCode(of: try await ana.redemption(of: pass, in: .redeemed))
            },
            Step { _, ana in try await ana.redeems(towel, withKey: "towel") },
            Step { _, ana in try await ana.redeems(pass, withKey: "second pass") },
            Step { engine, _ in
                for redemption in try await engine.memberRedemptions(in: .redeemed)
                where redemption.redemption.reward == towel.id {
                    _ = try await engine.fulfilRedemption(redemption.id)
                }
            },
            Step { _, ana in
                for redemption in try await ana.redemptions(.whole).items
                where redemption.state == .redeemed {
                    _ = try await ana.refund(redemption.id)
                }
            },
            // Nothing of it returns to stock.
            Step(isAtomic: false) { engine, _ in
                for redemption in try await engine.memberRedemptions(in: .fulfilled) {
                    _ = try await engine.refundRedemption(redemption.id)
                }
            },
            Step { _, ana in try await ana.redeems(pass, withKey: "third pass") },
            // The balance becomes negative.
            Step { _, ana in try await ana.deleteWorkout(first) },
        ])

    /// After an update, histories are settled, settled again by other rules, and searched for badges; later, seasons
    /// end.
    static let jobs = InterruptedScript(
        owners: 2,
        prepare: { world, people in
            let (ana, ben, cem) = (people[0], people[1], people[2])
            let group = try await ana.createsGroup(with: ben)
            _ = try await ana.services.updateGroup(group.id, GroupChanges(metrics: [.xp, .distance]))
            let chief = try await world.staffMember("chief")
            try await chief.createsTournament(days: 1)
            try await ana.createsTournament(by: .xp, days: 1, in: group)
            // Badges of these people wait for the job.
            try await world.database.write { connection in
                try connection.send("INSERT INTO achievement_backlog (person) SELECT id FROM people")
            }
            for member in people {
                try await member.runs(10, minutes: 60, endingMinutesAgo: 200)
                // A duplicate.
                try await member.runs(3, minutes: 20, endingMinutesAgo: 210)
                try await member.runs(5, minutes: 40, endingMinutesAgo: 90, .friends)
                try await member.runs(5, minutes: 40, endingMinutesAgo: 20)
            }
            for member in [ana, cem] { try await world.forgetAwards(of: member) }
            try await world.database.write { [ben = ben.id] connection in
                // As if by an earlier version, which knew no duplicates.
                try connection.send("UPDATE awards SET status = 0 WHERE owner = \(ben)")
                try connection.recountStats(of: ben)
                try connection.send("INSERT INTO training_backlog (person) VALUES (\(ben))")
            }
        },
        steps: [
            job(.settlingPastWorkouts),
            job(.rankingTraining),
            job(.findingPastAchievements),
            // The week and the tournaments end.
            job(.closingSeasons, after: 25 * 3_600),
            Step { _, ana in try await ana.publishRun(8, minutes: 50, endingMinutesAgo: 400, as: first) },
            job(.closingSeasons),
            job(.closingSeasons, after: Season.gracePeriod),
            // A year and a half later.
            job(.rankingTraining, after: 500 * 86_400),
        ])

    private static func job(_ job: PeriodicJob, after wait: TimeInterval = 1) -> Step {
        Step(wait: wait, isAtomic: false) { engine, _ in _ = try await job.run(on: engine) }
    }
}

extension Session {
    fileprivate func publishRun(
        _ kilometres: Double, minutes: Double, endingMinutesAgo ago: Double,
        _ visibility: ItemVisibility = .public, as id: Workout.ID
    ) async throws {
        // At the clock's start, so that a request that is sent again is the same.
        let end = TestClock.start.addingTimeInterval(-ago * 60)
        _ = try await publish(
            .run(kilometres, minutes: minutes, endingAt: end, visibility), as: id, ifMatch: nil)
    }

    fileprivate func redeems(_ offer: RewardOffer, withKey key: String) async throws {
        _ = try await withIdempotencyKey(key, fingerprint: [1]).redeem(offer.id, at: offer.price)
    }

    fileprivate func redemption(of offer: RewardOffer, in state: RedemptionState) async throws
        -> Redemption.ID
    {
        let found = try await redemptions(.whole).items.filter { $0.reward == offer.id }
        guard let redemption = found.first(where: { $0.state == state }) ?? found.first else {
            throw SocialError(.notFound, "There is no redemption.")
        }
        return redemption.id
    }
}
