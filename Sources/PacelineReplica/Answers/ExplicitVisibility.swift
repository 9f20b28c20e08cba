import Foundation
import Paceline
import PacelineAPI

/// Adds the audience that the author sees now to what a request publishes. Otherwise a setting that changes before it is
/// sent, such as on another device, would show it to other people.
///
/// Older workouts and scores than the device holds may exist already. They keep their audience.
struct ExplicitVisibility {
    private let transaction: ReplicaTransaction
    private let overlay: Overlay
    private let account: Account
    private let isAdult: Bool

    /// - Parameter account: the viewer's, as the server sent it.
    init(of account: Account, _ transaction: ReplicaTransaction, at now: Date) throws {
        self.transaction = transaction
        overlay = try transaction.overlay()
        self.account = overlay.account(account)
        let zone = TimeZone(identifier: account.timeZone) ?? .gmt
        isAdult = AgeGroup(bornOn: account.birthDate, at: now, in: zone) == .adult
    }

    func fixing(_ request: QueuedRequest) throws -> QueuedRequest {
        guard let body = request.body else { return request }
        let fixed: JSONValue
        switch try CommandScope(request).effect {
        case .publishWorkout(let id, let draft): fixed = try fixing(body, id, draft)
        case .publishWorkouts:
            let drafts = try FieldReader(parameters: [:], body: body).decoded(WorkoutBatch.self).workouts
            fixed = try body.replacing("workouts", with: drafts) { try fixing($0, $1.id, $1.draft) }
        case .publishScore(let game, let day, let draft): fixed = try fixing(body, game, day, draft)
        case .publishScores(let day, let scores):
            fixed = try body.replacing("scores", with: scores) { try fixing($0, $1.game, day, $1.draft) }
        default: return request
        }
        return QueuedRequest(request.method, request.path, body: fixed)
    }

    private func fixing(_ body: JSONValue, _ id: Workout.ID, _ draft: WorkoutDraft) throws -> JSONValue {
        guard draft.visibility == nil, isHeld(draft.startedAt),
            try transaction.item(id.item, with: overlay) == nil
        else { return body }
        let usual = account.settings.workoutVisibility
        return body.adding(["visibility": .string((isAdult ? usual : min(usual, .friends)).description)])
    }

    private func fixing(
        _ body: JSONValue, _ game: Game.ID, _ day: Day, _ draft: ScoreDraft
    ) throws -> JSONValue {
        // Somewhere, a day begins half a day before it does in UTC.
        guard draft.visibility == nil, isHeld(day.adding(days: -1).startInUTC),
            try !isPublished(game, day)
        else { return body }
        let usual = account.settings.scoreVisibility
        return body.adding(["visibility": .string((isAdult ? usual : min(usual, .friends)).rawValue)])
    }

    /// Whether the device holds all that the viewer has published since the instant.
    private func isHeld(_ instant: Date) -> Bool {
        instant.milliseconds >= transaction.meta.horizon ?? .max
    }

    private func isPublished(_ game: Game.ID, _ day: Day) throws -> Bool {
        let key = ScoreKey(game: game, day: day)
        if overlay.deletedScores.contains(key) { return false }
        return try overlay.scores[key] != nil || transaction.score(of: account.id, in: game, on: day) != nil
    }
}

extension ReplicaTransaction {
    /// A person's score as the server sent it; nil if it is not held.
    func score(of person: Person.ID, in game: Game.ID, on day: Day) throws -> Score? {
        try items("WHERE owner = \(person.uuid)").lazy.compactMap(\.value.score)
            .first { $0.game == game && $0.day == day }
    }
}

extension JSONValue {
    /// The value with each entry of the list changed, together with its decoded form.
    fileprivate func replacing<Decoded>(
        _ list: String, with decoded: [Decoded], _ change: (JSONValue, Decoded) throws -> JSONValue
    ) throws -> JSONValue {
        guard case .array(let values)? = self[list] else { return self }
        return adding([list: .array(try zip(values, decoded).map(change))])
    }
}
