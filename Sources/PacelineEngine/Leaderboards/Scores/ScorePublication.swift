import Foundation
import Paceline
import PacelineDatabase

/// What publishing a score asks and writes, as far as it is known before it is its turn to write: while it writes, on
/// SQLite, all others wait.
struct ScorePublication: Sendable {
    private let draft: ScoreDraft
    private let game: Game
    private let now: Date
    /// The score, when it is a new one.
    let score: Score
    let boards: ScoredBoards
    /// Asks for the score that it replaces.
    let replacedQuery: SQL
    /// What inserts the new score: its feed item, and itself.
    let insertions: [SQL]

    /// - Parameters:
    ///   - draft: checked.
    ///   - number: the game's, as ``GameNumbers`` has it.
    init(
        _ draft: ScoreDraft, in game: Game, numbered number: Int, on day: Day, by player: Person.ID,
        at now: Date
    ) {
        self.draft = draft
        self.game = game
        self.now = now.inMilliseconds
        score = Score(
            draft, id: .new(at: now), of: player, in: game, on: day, visibility: draft.visibility ?? .public,
            createdAt: self.now, updatedAt: self.now)
        boards = ScoredBoards(of: player, gameNumber: number, on: day)
        replacedQuery = .score(of: player, in: game.id, on: day)
        // A score of long ago does not come before what happened today.
        insertions = [score.itemInsertion(at: min(self.now, day.endEverywhere)), score.insertion]
    }

    /// What becomes of the score that is there. Unless it is stated, it keeps the visibility that was chosen.
    func replacement(of old: Score) -> Score {
        var new = Score(
            draft, id: old.id, of: old.owner, in: game, on: old.day,
            visibility: draft.visibility ?? old.visibility, createdAt: old.createdAt, updatedAt: old.updatedAt
        )
        guard new != old else { return old }
        new.updatedAt = max(now, old.updatedAt.addingTimeInterval(0.001))
        return new
    }
}

extension Score {
    /// - Parameter draft: checked.
    fileprivate init(
        _ draft: ScoreDraft, id: FeedItem.ID, of owner: Person.ID, in game: Game, on day: Day,
        visibility: ItemVisibility, createdAt: Date, updatedAt: Date
    ) {
        let maximum = draft.maximum ?? game.maximum
        let points = game.points(score: draft.score, maximum: maximum, isCompleted: draft.isCompleted)
        self.init(
            id: id, owner: owner, game: game.id, day: day, score: draft.score, maximum: maximum,
            isCompleted: draft.isCompleted, isHardMode: draft.isHardMode, puzzle: draft.puzzle,
            visibility: visibility, points: points,
            metric: game.metric(points: points, maximum: maximum, isCompleted: draft.isCompleted),
            createdAt: createdAt, updatedAt: updatedAt)
    }
}
