import Foundation
import Paceline
import PacelineDatabase

/// The queries and rows for publishing a score, prepared before the write transaction: on SQLite, it blocks all other
/// writes.
struct ScorePublication: Sendable {
    private let draft: ScoreDraft
    private let game: Game
    private let now: Date
    /// The new score, for players who have the community's default visibility.
    private let score: Score
    private let insertions: [SQL]
    let boards: ScoredBoards
    /// Fetches the player's default visibility, their ``ShowingLimit``, and the score to replace.
    let replacedQuery: SQL

    var day: Day { score.day }
    /// Whether to publish only if there is no score yet.
    var isOnlyIfAbsent: Bool { draft.ifAbsent == true }

    /// - Parameters:
    ///   - draft: must be validated.
    ///   - number: the game's number in ``GameNumbers``.
    init(
        _ draft: ScoreDraft, in game: Game, numbered number: Int, on day: Day, by player: Person.ID,
        at now: Date, in environment: EngineEnvironment
    ) {
        self.draft = draft
        self.game = game
        self.now = now.roundedToMilliseconds
        score = Score(
            draft, id: .new(at: now, using: environment.random), of: player, in: game, on: day,
            visibility: draft.visibility ?? environment.scoreVisibility, createdAt: self.now,
            updatedAt: self.now)
        insertions = score.insertions
        boards = ScoredBoards(of: player, gameNumber: number, on: day)
        replacedQuery = .replacedScore(of: player, in: game.id, on: day, at: now)
    }

    /// The score to insert if there is none yet, and the statements that insert it.
    /// - Parameter visibility: the player's default.
    func creation(byDefault visibility: ScoreVisibility) -> (score: StoredScore, insertions: [SQL]) {
        guard draft.visibility == nil, visibility != score.visibility else {
            return (StoredScore(score), insertions)
        }
        var chosen = score
        chosen.visibility = visibility
        return (StoredScore(chosen), chosen.insertions)
    }

    /// Checks whether a player with the limit may publish it.
    /// - Parameter old: the visibility of the score to replace, which may stay.
    /// - Throws: ``SocialError/Code/birthDateRequired`` or ``SocialError/Code/ageRestricted`` if it would be shown to
    ///   more than friends.
    func check(_ limit: ShowingLimit, replacing old: ScoreVisibility?) throws(SocialError) {
        guard let error = limit.error, let visibility = draft.visibility,
            visibility > max(old ?? .private, .friends)
        else { return }
        throw error
    }

    /// The old score with the draft applied. A draft without a visibility or, for the same result, without a grid keeps
    /// the old one.
    func replacement(of stored: StoredScore) -> StoredScore {
        let old = stored.score
        var new = Score(
            draft, id: old.id, of: old.owner, in: game, on: old.day,
            visibility: draft.visibility ?? old.visibility, createdAt: old.createdAt, updatedAt: old.updatedAt
        )
        let isSameResult =
            (new.score, new.isCompleted, new.puzzle) == (old.score, old.isCompleted, old.puzzle)
        if isSameResult { new.grid = new.grid ?? old.grid }
        let boards = draft.visibility?.countingBoards ?? stored.boards
        guard new != old || boards != stored.boards else { return stored }
        new.updatedAt = now.roundedToMilliseconds(after: old.updatedAt)
        return StoredScore(new, countingOn: boards)
    }
}

extension Score {
    /// Insert the feed item and then the score, which refers to it.
    fileprivate var insertions: [SQL] {
        // A score for a past day appears in feeds on that day.
        [itemInsertion(at: min(createdAt, day.endEverywhere)), insertion]
    }

    /// - Parameter draft: must be validated.
    fileprivate init(
        _ draft: ScoreDraft, id: FeedItem.ID, of owner: Person.ID, in game: Game, on day: Day,
        visibility: ScoreVisibility, createdAt: Date, updatedAt: Date
    ) {
        let maximum = draft.maximum ?? game.maximum
        let points = game.points(score: draft.score, maximum: maximum, isCompleted: draft.isCompleted)
        self.init(
            id: id, owner: owner, game: game.id, day: day, score: draft.score, maximum: maximum,
            isCompleted: draft.isCompleted, isHardMode: draft.isHardMode, puzzle: draft.puzzle,
            grid: draft.grid, visibility: visibility, points: points,
            metric: game.metric(points: points, maximum: maximum, isCompleted: draft.isCompleted),
            createdAt: createdAt, updatedAt: updatedAt)
    }
}
