import Foundation
import Paceline
import PacelineEngine

extension Site {
    /// The engine session of a person, for setup.
    func session(_ username: String, password: String = Browser.password) async throws -> Session {
        let credential = Credential.password(username: username, password: password)
        return try await engine.services(token: try await engine.signIn(with: credential).token)
    }

    /// A browser of a person with a role, who has signed in again since they got it.
    func staffMember(_ username: String, _ role: StaffRole) async throws -> Browser {
        let browser = try await member(username)
        try await engine.setRole(of: username, to: role)
        _ = try await session(username).createRecoveryCodes()
        try await browser.open("/sign-in")
        _ = try await browser.submit("/sign-in", ["username": username, "password": Browser.password])
        return browser
    }

    func befriend(_ one: String, _ other: String) async throws {
        let request = try await session(one).request(RequestDraft(to: .person(.username(other))))
        _ = try await session(other).accept(request.id)
    }

    /// Publishes a row with four intervals.
    @discardableResult
    func publish(
        by username: String, title: String = "4x500m", notes: String? = nil, visibility: ItemVisibility? = nil
    ) async throws -> Workout {
        let intervals = (0..<4).map {
            Interval(index: $0, duration: 105 - Double($0), distance: 500, restDuration: 60)
        }
        let draft = WorkoutDraft(
            type: .rowing, title: title, startedAt: clock.now.addingTimeInterval(-3_600), duration: 414,
            measures: WorkoutMeasures(distance: 2_000, intensityZone: 4), isErgTest: true,
            visibility: visibility,
            detail: WorkoutDetail(intervals: intervals, notes: notes))
        return try await publish(draft, by: username)
    }

    @discardableResult
    func publish(_ draft: WorkoutDraft, by username: String) async throws -> Workout {
        try await session(username).publish(draft, as: Workout.ID(UUID()), ifMatch: nil).workout
    }

    /// Publishes a score of today.
    @discardableResult
    func publish(
        _ score: Int, in game: String, on day: Day? = nil, grid: PuzzleGrid? = nil, by username: String
    ) async throws -> Score {
        try await session(username).publish(
            ScoreDraft(score: score, isCompleted: true, grid: grid), in: Game.ID(game)!, on: day ?? today
        ).score
    }
}
