import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func publish(_ draft: ScoreDraft, in game: Game.ID, on day: Day) async throws -> PublishedScore {
        let game = try engine.environment.game(game)
        let draft = try draft.checked(for: game)
        let now = engine.environment.now()
        try day.checkIsPlayable(now: now)
        let publication = ScorePublication(
            draft, in: game, numbered: try await engine.number(of: game.id), on: day, by: viewer, at: now,
            using: engine.environment.random)
        return try await writeScores(of: [day]) { try $0.publish(publication) }
    }

    public func deleteScore(in game: Game.ID, on day: Day) async throws {
        try await writeScores(of: [day]) { transaction in
            let me = transaction.viewer.id
            let (connection, games) = (transaction.connection, transaction.environment.games)
            guard let score = try connection.score(of: me, in: game, on: day, games: games) else {
                throw SocialError(.scoreNotFound, "You have no score in this game on this day.")
            }
            try transaction.delete([score])
        }
    }

    public func scores(
        of person: PersonReference, from: Day?, to: Day?, _ page: PageRequest
    ) async throws -> Page<Score> {
        try await read { try $0.scores(of: try $0.resolve(person), from: from, to: to, page) }
    }

    public func games() async throws -> [Game] {
        try await read { $0.environment.games.games }
    }

    public func readScores(in text: String, on day: Day?) async throws -> [SharedScore] {
        let catalogue = try await read { $0.environment.games }
        return try ShareText.read(text, catalogue: catalogue, on: day)
    }

    /// Runs a transaction that changes the viewer's scores on the days.
    ///
    /// Many players publish results of one puzzle at the same time and update the same few counts. To avoid
    /// serialization failures, such a write locks the player and increments the counts. Only writes that can affect
    /// season results, which depend on many players' scores, are serializable.
    func writeScores<Value: Sendable>(
        of days: [Day], inParts hasParts: Bool = false,
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let now = engine.environment.now()
        let affectsSeasons = days.contains { Season.mayBeClosing(on: $0, at: now) }
        return try await write(
            locking: affectsSeasons ? .scoresBesideOthers : .scores, inParts: hasParts, body)
    }
}

/// The data for the page of the viewer's scores.
public struct ScoresPage: Sendable {
    public let scores: Page<Score>
    public let streaks: Streaks
}

extension Session {
    /// Reads the viewer's scores and streaks in one transaction.
    public func scoresPage(_ page: PageRequest) async throws -> ScoresPage {
        try await readCounted { scores in
            let me = scores.viewer.id
            return ScoresPage(
                scores: try scores.transaction.scores(of: me, from: nil, to: nil, page),
                streaks: try scores.streaks(of: me))
        }
    }
}

extension Transaction {
    /// Deletes scores of the viewer and everything that depends on them.
    func delete(_ scores: [Score]) throws {
        for score in scores {
            let number = try gameNumbers.number(of: score.game, on: connection)
            let boards = ScoredBoards(of: score.owner, gameNumber: number, on: score.day)
            // Two of the scores may count on the same board, so read the standings for each.
            let standings = try ScoredStandings(on: boards, connection)
            try retractNotifications(where: "item = \(score.id)")
            try spend([score.id.uuid])
            try connection.send("DELETE FROM items WHERE id = \(score.id)")
            try apply(.deleted(score), standings)
        }
    }

    /// Creates or replaces a score of the viewer.
    /// - Throws: ``SocialError/Code/invalidValue`` if the day has not begun where the viewer is.
    func publish(_ publication: ScorePublication) throws -> PublishedScore {
        let day = publication.score.day
        // A day that has begun everywhere needs no query.
        let hasBegunEverywhere = day.startInUTC.addingTimeInterval(12 * 3_600) <= now
        let timeZone = hasBegunEverywhere ? nil : try connection.timeZoneLater(of: viewer.id)
        let standings = try ScoredStandings(on: publication.boards, connection)
        let games = environment.games
        let old = try connection.fetchFirst(publication.replacedQuery) { Score(&$0, games: games) }
        // Without a known time zone, the viewer may be anywhere.
        if let timeZone = try timeZone?.get(), day > Day(of: now, in: timeZone) {
            throw SocialError(.invalidValue, "This day has not begun yet where you are.", field: "day")
        }
        guard let old else {
            let score = publication.score
            for insertion in publication.insertions { try connection.send(insertion) }
            try apply(.created(score), standings)
            return PublishedScore(score: score, status: .created)
        }
        let new = publication.replacement(of: old)
        guard new != old else { return PublishedScore(score: old, status: .unchanged) }
        try connection.update(new)
        try apply(.replaced(old, by: new), standings)
        return PublishedScore(score: new, status: .updated)
    }

    /// Updates the standings, the seasons and the log after a change to one of the viewer's scores.
    /// - Parameter standings: the viewer's standings before the change.
    private func apply(_ change: ItemChange<Score>, _ standings: ScoredStandings) throws {
        let (event, score): (EventKind, Score) =
            switch change {
            case .created(let score): (.publishedScore, score)
            case .replaced(_, let score): (.changedScore, score)
            case .deleted(let score): (.deletedScore, score)
            }
        try standings.change(from: change.old?.publicPoints, to: change.new?.publicPoints)
        try reopenSeasons(with: score.day)
        try log(
            event, item: score.id.uuid, seenBy: change.old?.visibility, change.new?.visibility,
            gaining: (change.new?.points ?? 0) - (change.old?.points ?? 0))
    }
}

extension EngineEnvironment {
    /// - Throws: ``SocialError/Code/gameNotFound``.
    func game(_ id: Game.ID) throws(SocialError) -> Game {
        guard let game = games[id] else {
            throw SocialError(.gameNotFound, "There is no game \(id).", field: "game")
        }
        return game
    }
}

extension Day {
    /// - Throws: ``SocialError/Code/invalidValue`` for a day before 2000, and for one that has not begun in any time
    ///   zone.
    func checkIsPlayable(now: Date) throws(SocialError) {
        guard self >= Self.first else {
            throw SocialError(.invalidValue, "Scores start with the year 2000.", field: "day")
        }
        guard self <= Day.latest(at: now) else {
            throw SocialError(.invalidValue, "This day has not begun yet.", field: "day")
        }
    }

    private static let first = Day(ordinal: 10_957)
}
