import Foundation
import Paceline
import Testing

extension Member {
    /// Publishes a run that ended some minutes ago. With a heart rate of 90, each kilometre is worth 57 XP and each
    /// minute 2.
    @discardableResult
    func runs(
        _ kilometres: Double, minutes: Double = 30, endingMinutesAgo ago: Double = 0,
        _ visibility: ItemVisibility = .public, as id: Workout.ID = .random()
    ) async throws -> Workout {
        clock.tick()
        let end = clock.now.addingTimeInterval(-ago * 60)
        return try await services.publish(
            .run(kilometres, minutes: minutes, endingAt: end, visibility), as: id, ifMatch: nil
        ).workout
    }

    /// The awards of the member's workouts, from the newest.
    func awards() async throws -> [Int] {
        try await services.workouts(of: .me, .whole).items.map(\.xpEarned)
    }

    /// The entries of the member's ledger, from the first.
    func entries() async throws -> [LedgerEntry] {
        try await walk(inPagesOf: 100) { try await services.ledger($0) }.reversed()
    }
}

extension WorkoutDraft {
    static func run(
        _ kilometres: Double, minutes: Double = 30, endingAt end: Date, _ visibility: ItemVisibility = .public
    ) -> WorkoutDraft {
        WorkoutDraft(
            type: .running, title: "\(kilometres) km", startedAt: end.addingTimeInterval(-minutes * 60),
            duration: minutes * 60,
            measures: WorkoutMeasures(distance: kilometres * 1_000, averageHeartRate: 90),
            visibility: visibility)
    }
}

extension LedgerEntry {
    /// A short form for tests: `earned 730`, `reversed -730 cooldown`.
    var summary: String {
        "\(kind.rawValue) \(amount)" + (reason.map { " \($0.rawValue)" } ?? "")
    }
}

extension Workout {
    /// A short form for tests: `730 of 730`, `0 of 730 late`, `0 of 730 duplicate, duplicate`.
    var awardSummary: String {
        guard let experience else { return "none" }
        return "\(experience.award) of \(experience.worth)"
            + (experience.reason.map { " \($0.rawValue)" } ?? "")
            + (experience.status == .counted ? "" : ", \(experience.status.rawValue)")
    }
}
