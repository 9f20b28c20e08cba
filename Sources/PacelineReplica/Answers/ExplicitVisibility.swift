import Foundation
import Paceline
import PacelineAPI

/// Adds a visibility to a request that publishes a workout or a score without one.
///
/// Otherwise the server would take it from the author's settings at the time of sending. If these change first, such as
/// on another device, people whom the author did not expect could see the item.
///
/// The server may already have workouts and scores from before the horizon. They keep their own visibility.
struct ExplicitVisibility {
    private let transaction: ReplicaTransaction
    private let overlay: Overlay
    private let account: Account
    private let isAdult: Bool

    /// - Parameter account: the author's, as the server sent it.
    init(of account: Account, _ transaction: ReplicaTransaction, at now: Date) throws {
        self.transaction = transaction
        overlay = try transaction.overlay()
        self.account = overlay.account(account)
        let zone = TimeZone(identifier: account.timeZone) ?? .gmt
        isAdult = AgeGroup(bornOn: account.birthDate, at: now, in: zone) == .adult
    }

    func adding(to request: QueuedRequest) throws -> QueuedRequest {
        guard let body = request.body else { return request }
        let completed: JSONValue
        switch try CommandScope(request).effect {
        case .publishWorkout(let id, let draft): completed = try adding(to: body, id, draft)
        case .publishWorkouts:
            let drafts = try FieldReader(parameters: [:], body: body).decoded(WorkoutBatch.self).workouts
            completed = try body.replacing("workouts", with: drafts) { try adding(to: $0, $1.id, $1.draft) }
        case .publishScore(let game, let day, let draft): completed = try adding(to: body, game, day, draft)
        case .publishScores(let day, let scores):
            completed = try body.replacing("scores", with: scores) {
                try adding(to: $0, $1.game, day, $1.draft)
            }
        default: return request
        }
        return QueuedRequest(request.method, request.path, body: completed)
    }

    private func adding(
        to body: JSONValue, _ id: Workout.ID, _ draft: WorkoutDraft
    ) throws -> JSONValue {
        guard draft.visibility == nil, isWithinHorizon(draft.startedAt),
            try transaction.item(id.item, with: overlay) == nil
        else { return body }
        let visibility = limited(account.settings.workoutVisibility, to: .friends)
        return body.adding(["visibility": .string(visibility.description)])
    }

    private func adding(
        to body: JSONValue, _ game: Game.ID, _ day: Day, _ draft: ScoreDraft
    ) throws -> JSONValue {
        // In the time zones furthest ahead, the day begins 14 hours before it does in UTC.
        guard draft.visibility == nil, isWithinHorizon(day.adding(days: -1).startInUTC),
            try !isPublished(game, day)
        else { return body }
        let visibility = limited(account.settings.scoreVisibility, to: .friends)
        return body.adding(["visibility": .string(visibility.rawValue)])
    }

    /// Items of minors and of people of unknown age reach friends at most.
    private func limited<Visibility: Comparable>(_ visibility: Visibility, to limit: Visibility) -> Visibility
    {
        isAdult ? visibility : min(visibility, limit)
    }

    /// Whether the store has everything that the author has published since the instant.
    private func isWithinHorizon(_ instant: Date) -> Bool {
        instant.milliseconds >= transaction.meta.horizon ?? .max
    }

    private func isPublished(_ game: Game.ID, _ day: Day) throws -> Bool {
        let key = ScoreKey(game: game, day: day)
        if overlay.deletedScores.contains(key) { return false }
        return try overlay.scores[key] != nil || transaction.score(of: account.id, in: game, on: day) != nil
    }
}

extension ReplicaTransaction {
    /// A person's score as the server sent it; nil if it is not stored.
    func score(of person: Person.ID, in game: Game.ID, on day: Day) throws -> Score? {
        try items("WHERE owner = \(person.uuid)").lazy.compactMap(\.value.score)
            .first { $0.game == game && $0.day == day }
    }
}

extension JSONValue {
    /// The value with each entry of a list replaced. The closure takes the entry and its decoded form.
    fileprivate func replacing<Decoded>(
        _ list: String, with decoded: [Decoded], _ change: (JSONValue, Decoded) throws -> JSONValue
    ) throws -> JSONValue {
        guard case .array(let values)? = self[list] else { return self }
        return adding([list: .array(try zip(values, decoded).map(change))])
    }
}
