import Foundation
import Paceline
import PacelineDatabase

/// The queries and rows for publishing a score, prepared before the write transaction: on SQLite, it blocks all other
/// writes.
struct ScorePublication: Sendable {
    private let draft: ScoreDraft
    private let game: Game
    private let now: Date
    /// The score to insert if there is none yet.
    let score: Score
    let boards: ScoredBoards
    /// Fetches the score to replace.
    let replacedQuery: SQL
    /// Insert the feed item and then the score, which refers to it.
    let insertions: [SQL]

    /// - Parameters:
    ///   - draft: must be validated.
    ///   - number: the game's number in ``GameNumbers``.
    init(
        _ draft: ScoreDraft, in game: Game, numbered number: Int, on day: Day, by player: Person.ID,
        at now: Date, using random: RandomSource
    ) {
        self.draft = draft
        self.game = game
        self.now = now.roundedToMilliseconds
        score = Score(
            draft, id: .new(at: now, using: random), of: player, in: game, on: day,
            visibility: draft.visibility ?? .public,
            createdAt: self.now, updatedAt: self.now)
        boards = ScoredBoards(of: player, gameNumber: number, on: day)
        replacedQuery = .score(of: player, in: game.id, on: day)
        // A score for a past day appears in feeds on that day.
        insertions = [score.itemInsertion(at: min(self.now, day.endEverywhere)), score.insertion]
    }

    /// The old score with the draft applied. A draft without a visibility or, for the same result, without a grid keeps
    /// the old one.
    func replacement(of old: Score) -> Score {
        var new = Score(
            draft, id: old.id, of: old.owner, in: game, on: old.day,
            visibility: draft.visibility ?? old.visibility, createdAt: old.createdAt, updatedAt: old.updatedAt
        )
        let isSameResult =
            (new.score, new.isCompleted, new.puzzle) == (old.score, old.isCompleted, old.puzzle)
        if isSameResult { new.grid = new.grid ?? old.grid }
        guard new != old else { return old }
        new.updatedAt = max(now, old.updatedAt.addingTimeInterval(0.001))
        return new
    }
}

extension Score {
    /// - Parameter draft: must be validated.
    fileprivate init(
        _ draft: ScoreDraft, id: FeedItem.ID, of owner: Person.ID, in game: Game, on day: Day,
        visibility: ItemVisibility, createdAt: Date, updatedAt: Date
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
