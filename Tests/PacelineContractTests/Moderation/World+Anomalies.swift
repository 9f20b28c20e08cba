import Foundation
import Paceline
import PacelineEngine
import Testing

extension Implementation {
    /// Runs a test in a community that holds workouts that look impossible.
    func runHolding(_ live: @escaping @Sendable (World) async throws -> Void) async throws {
        try await run(configuring: { $0.holdsAnomalies = true }, live)
    }

    /// Runs a test in such a community, with Ana and a friend of hers.
    func runHolding(
        _ live: @escaping @Sendable (World, _ ana: Member, _ friend: Member) async throws -> Void
    ) async throws {
        try await runHolding { world in
            let (ana, friend) = try await world.people("ana", "cem")
            try await world.befriend(ana, friend)
            try await live(world, ana, friend)
        }
    }
}

extension World {
    /// Signs up a person whom the operator gives a role.
    func moderator(_ username: String, _ role: StaffRole = .moderator) async throws -> Member {
        try await staffMember(username, role)
    }
}

extension Member {
    /// What moderators do.
    var moderation: any ModerationService {
        get throws { try #require(services as? any ModerationService) }
    }

    @discardableResult
    func decides(
        _ outcome: WorkoutDecision.Outcome, about workout: Workout.ID,
        _ reason: String = "As seen at the race.",
        ifMatch version: Version? = nil
    ) async throws -> WorkoutAnomaly {
        clock.tick()
        let listed = try await listedVersion(of: workout)
        return try await moderation.decide(
            workout, WorkoutDecisionDraft(outcome: outcome, reason: reason), ifMatch: version ?? listed)
    }

    /// The version of the workout as moderators see it; another one if they do not, as for members.
    private func listedVersion(of workout: Workout.ID) async throws -> Version {
        do {
            for state in AnomalyState.allCases {
                let listed = try await moderation.anomalies(in: state, .whole).items
                if let found = listed.first(where: { $0.id == workout }) { return found.version }
            }
        } catch let error as SocialError where error.code == .staffOnly {}
        return Version(changedAt: clock.now)
    }

    /// The anomalies in a state, from the oldest, in short form: `ana 20.0 km`.
    func anomalies(_ state: AnomalyState = .held) async throws -> [String] {
        try await walk(inPagesOf: 2) { try await moderation.anomalies(in: state, $0) }
            .map { anomaly in
                #expect(anomaly.workout.title.isEmpty && anomaly.workout.source == nil)
                return "\(anomaly.owner.username) \((anomaly.workout.distance ?? 0) / 1_000) km"
            }
    }

    /// The limits that each listed workout exceeds.
    func listedLimits() async throws -> [[PlausibilityLimit]] {
        try await moderation.anomalies(in: .listed, .whole).items.map(\.limits)
    }

    /// Publishes ten easy runs of the last two weeks, which a much faster one exceeds.
    func runsEasilyTenTimes() async throws {
        for day in 1...10 {
            try await runs(3, minutes: 20, endingMinutesAgo: Double(day) * 24 * 60 * 1.3)
        }
    }

    /// The member's notifications about held workouts and decisions, newest first.
    func reviewNotices() async throws -> [String] {
        try await inbox().items.filter { [.workoutHeld, .workoutDecided].contains($0.kind) }.map(\.sentence)
    }

    /// The workout as its owner sees it: award and state.
    func reviewed(_ workout: Workout) async throws -> String {
        let found = try await services.workout(workout.id)
        return "\(found.awardSummary); \(found.experience?.review?.state.rawValue ?? "plausible")"
    }
}
