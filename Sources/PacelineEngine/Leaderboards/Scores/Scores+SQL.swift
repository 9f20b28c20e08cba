import Foundation
import Paceline
import PacelineDatabase

extension SQL {
    /// A query for the person's default visibility of scores, their ``ShowingLimit`` and, in the columns of
    /// ``StoredScore``, their score in the game on the day, which may be null.
    static func replacedScore(of owner: Person.ID, in game: Game.ID, on day: Day, at now: Date) -> SQL {
        """
        SELECT settings.score_visibility,
            COALESCE((SELECT \(ShowingLimit.column(at: now)) FROM accounts
                WHERE accounts.person = settings.person), \(ShowingLimit.unlimited.rawValue)),
            \(StoredScore.columns)
        FROM settings
        LEFT JOIN scores ON scores.owner = settings.person AND scores.day = \(day) AND scores.game = \(game)
        WHERE settings.person = \(owner)
        """
    }
}

extension Connection {
    /// Whether the boards of groups count any score of the person.
    func hasScoresForGroups(_ person: Person.ID) throws -> Bool {
        try exists("SELECT 1 FROM scores WHERE owner = \(person) AND \(SQL.countsInGroups) LIMIT 1")
    }
}

extension Score {
    /// The columns of a score. Needs `scores`.
    static let columns: SQL = """
        scores.game, scores.points, scores.maximum, scores.is_completed, scores.id, scores.owner, scores.day,
        scores.score, scores.is_hard_mode, scores.puzzle, scores.grid, scores.visibility, scores.counts,
        scores.created_at, scores.updated_at
        """

    /// Decodes the ``columns``.
    init(_ row: inout Row, games: GameCatalogue) {
        let game = row.next() as Game.ID
        let (points, maximum) = (row.next() as Int, row.next() as Int)
        let isCompleted = row.next() as Bool
        self.init(
            id: row.next(), owner: row.next(), game: game, day: row.next(), score: row.next(),
            maximum: maximum, isCompleted: isCompleted, isHardMode: row.next(), puzzle: row.next(),
            grid: row.next(), visibility: ScoreVisibility(row.next(), countingOn: row.next()), points: points,
            metric: games.metric(of: game, points: points, maximum: maximum, isCompleted: isCompleted),
            createdAt: row.next(), updatedAt: row.next())
    }
}

extension ItemContent {
    static let score = ItemContent(
        kind: .score, join: "JOIN scores ON scores.id = items.id", columns: Score.columns,
        title: "scores.game", titleRating: "0"
    ) { row, _, environment in
        .score(Score(&row, games: environment.games))
    } decodeTitle: { game, environment in
        Game.ID(game).flatMap { environment.games[$0]?.name } ?? game
    } detailed: { _, _ in
        nil
    } delete: { ids, transaction in
        try transaction.delete(try transaction.scores(ids))
    }
}

extension GameCatalogue {
    /// The result as text. For a game that is no longer in the catalogue, only the points.
    func metric(of game: Game.ID, points: Int, maximum: Int, isCompleted: Bool) -> String {
        self[game]?.metric(points: points, maximum: maximum, isCompleted: isCompleted)
            ?? Score.label(points: points)
    }
}

extension Score {
    /// Inserts the score's feed item.
    func itemInsertion(at instant: Date) -> SQL {
        """
        INSERT INTO items (id, kind, owner, at, visibility, category)
        VALUES (\(id), 'score', \(owner), \(instant), \(visibility.itemVisibility), \(game))
        """
    }

    /// Inserts the score. Its feed item must exist.
    var insertion: SQL {
        """
        INSERT INTO scores (id, owner, day, game, week, visibility, counts, points, score, maximum,
            is_completed, is_hard_mode, puzzle, grid, created_at, updated_at)
        VALUES (\(id), \(owner), \(day), \(game), \(day.week.lowerBound), \(visibility.itemVisibility),
            \(visibility.countingBoards), \(points), \(score), \(maximum), \(isCompleted), \(isHardMode),
            \(puzzle), \(grid), \(createdAt), \(updatedAt))
        """
    }
}

extension Connection {
    func scores(of owner: Person.ID, on days: Set<Day>, games: GameCatalogue) throws -> [Score] {
        try fetch(
            """
            SELECT \(Score.columns)
            FROM scores
            WHERE owner = \(owner) AND day IN \(list: days.sorted())
            """
        ) { Score(&$0, games: games) }
    }

    func update(_ stored: StoredScore) throws {
        let score = stored.score
        let visibility = score.visibility.itemVisibility
        try send("UPDATE items SET visibility = \(visibility) WHERE id = \(score.id)")
        try send(
            """
            UPDATE scores
            SET visibility = \(visibility), counts = \(stored.boards), points = \(score.points),
                score = \(score.score), maximum = \(score.maximum), is_completed = \(score.isCompleted),
                is_hard_mode = \(score.isHardMode), puzzle = \(score.puzzle), grid = \(score.grid),
                updated_at = \(score.updatedAt)
            WHERE owner = \(score.owner) AND day = \(score.day) AND game = \(score.game)
            """)
    }
}

extension Transaction {
    /// The viewer's score in the game on the day.
    func score(in game: Game.ID, on day: Day) throws -> StoredScore? {
        try storedScores(where: "owner = \(viewer.id) AND day = \(day) AND game = \(game)").first
    }

    /// The existing ones of the scores.
    fileprivate func scores(_ ids: [FeedItem.ID]) throws -> [StoredScore] {
        guard !ids.isEmpty else { return [] }
        return try storedScores(where: "id IN \(list: ids)")
    }

    private func storedScores(where condition: SQL) throws -> [StoredScore] {
        let games = environment.games
        return try connection.fetch("SELECT \(StoredScore.columns) FROM scores WHERE \(condition)") {
            StoredScore(&$0, games: games)
        }
    }

    /// The owner's scores that the viewer may see, newest day first.
    func scores(of owner: Person.ID, from: Day?, to: Day?, _ page: PageRequest) throws -> Page<Score> {
        let limit = try limit(of: page)
        let list = "scores|\(owner)|\(from?.description ?? "")|\(to?.description ?? "")"
        let start = try page.cursor.map {
            try ScorePosition(bytes: cursors.open($0, list: list, viewer: viewer.id))
        }
        let least = try connection.closeness(from: viewer.id, to: owner)
        guard try sees(.public, of: owner) else { return Page(items: []) }
        let days = [from.map { "AND day >= \($0)" }, to.map { "AND day <= \($0)" }].compactMap { $0 as SQL? }
        let rows = try connection.fetch(
            """
            SELECT \(Score.columns)
            FROM scores
            WHERE owner = \(owner) AND visibility >= \(least.rawValue) \(days.joined(separator: " "))
                AND NOT EXISTS (SELECT 1 FROM items WHERE items.id = scores.id AND items.expires_at <= \(now))
                \(start.map { "AND (day, game) < (\($0.day), \($0.game))" } ?? .empty)
            ORDER BY day DESC, game DESC
            LIMIT \(limit + 1)
            """
        ) { Score(&$0, games: environment.games) }
        guard rows.count > limit, let last = rows.prefix(limit).last else { return Page(items: rows) }
        let next = cursors.seal(ScorePosition(last).bytes, list: list, viewer: viewer.id)
        return Page(items: Array(rows.prefix(limit)), next: next)
    }
}

/// The position of a cursor in a list of scores.
private struct ScorePosition {
    let day: Day
    let game: String

    init(_ score: Score) {
        day = score.day
        game = score.game.description
    }

    /// - Throws: ``SocialError/Code/invalidCursor``.
    init(bytes: [UInt8]) throws(SocialError) {
        let number = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count > 4, let day = Day(number: number) else { throw .invalidCursor }
        self.day = day
        game = String(decoding: bytes.dropFirst(4), as: UTF8.self)
    }

    var bytes: [UInt8] {
        withUnsafeBytes(of: UInt32(day.number).bigEndian, Array.init) + Array(game.utf8)
    }
}
