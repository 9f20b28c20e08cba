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
            in: engine.environment)
        return try await writeScores(of: [day]) { try $0.publish(publication) }
    }

    public func publishDailyScores(_ scores: [DailyScore], on day: Day) async throws -> [ScoreBatchResult] {
        guard (1...DailyScore.batchLimit).contains(scores.count) else {
            throw SocialError(
                .invalidValue, "Publish 1 to \(DailyScore.batchLimit) scores at once.", field: "scores")
        }
        return try await writeScores(of: [day], inParts: true) { transaction in
            try scores.map { score in
                try transaction.attemptToPublish(in: score.game) {
                    try $0.publish(score.draft, in: score.game, on: day)
                }
            }
        }
    }

    public func deleteScore(in game: Game.ID, on day: Day) async throws {
        try await writeScores(of: [day]) { transaction in
            guard let score = try transaction.score(in: game, on: day) else {
                throw SocialError.scoreNotFound
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
    func delete(_ scores: [StoredScore]) throws {
        for stored in scores {
            let score = stored.score
            let number = try gameNumbers.number(of: score.game, on: connection)
            let boards = ScoredBoards(of: score.owner, gameNumber: number, on: score.day)
            // Two of the scores may count on the same board, so read the standings for each.
            let standings = try ScoredStandings(on: boards, connection)
            try retractNotifications(where: "item = \(score.id)")
            try reserve([score.id.uuid])
            try connection.send("DELETE FROM items WHERE id = \(score.id)")
            try apply(.deleted(stored), standings)
        }
    }

    /// Creates or replaces a score of the viewer.
    /// - Throws: ``SocialError/Code/invalidValue`` if the day has not begun where the viewer is.
    func publish(_ publication: ScorePublication) throws -> PublishedScore {
        let day = publication.day
        // A day that has begun everywhere needs no query.
        let hasBegunEverywhere = day.startInUTC.addingTimeInterval(12 * 3_600) <= now
        let timeZone = hasBegunEverywhere ? nil : try connection.timeZoneLater(of: viewer.id)
        let standings = try ScoredStandings(on: publication.boards, connection)
        let games = environment.games
        let found = try connection.fetchFirst(publication.replacedQuery) {
            row -> (visibility: ScoreVisibility, limit: ShowingLimit, replaced: StoredScore?) in
            let (visibility, limit) = (row.next() as ScoreVisibility, row.next() as Int)
            return (
                visibility, ShowingLimit(rawValue: limit) ?? .unlimited,
                row.isNull(at: 2) ? nil : StoredScore(&row, games: games)
            )
        }
        guard let found else { throw SocialError.personNotFound }
        if publication.isOnlyIfAbsent, let old = found.replaced {
            return PublishedScore(score: old.score, status: .unchanged)
        }
        try publication.check(found.limit, replacing: found.replaced?.score.visibility)
        // Without a known time zone, the viewer may be anywhere.
        if let timeZone = try timeZone?.get(), day > Day(of: now, in: timeZone) {
            throw SocialError(.invalidValue, "This day has not begun yet where you are.", field: "day")
        }
        guard let old = found.replaced else {
            // A less restrictive default, set before birth dates were asked for, counts as friends.
            let usual = found.limit == .unlimited ? found.visibility : min(found.visibility, .friends)
            let (new, insertions) = publication.creation(byDefault: usual)
            for insertion in insertions { try connection.send(insertion) }
            try apply(.created(new), standings)
            return PublishedScore(score: new.score, status: .created)
        }
        let new = publication.replacement(of: old)
        guard new != old else { return PublishedScore(score: old.score, status: .unchanged) }
        try connection.update(new)
        try apply(.replaced(old, by: new), standings)
        return PublishedScore(score: new.score, status: .updated)
    }

    /// Checks a draft, and creates or replaces a score of the viewer.
    /// - Throws: as ``LeaderboardService/publish(_:in:on:)``.
    func publish(_ draft: ScoreDraft, in game: Game.ID, on day: Day) throws -> PublishedScore {
        let game = try environment.game(game)
        let draft = try draft.checked(for: game)
        try day.checkIsPlayable(now: now)
        let number = try gameNumbers.number(of: game.id, on: connection)
        return try publish(
            ScorePublication(
                draft, in: game, numbered: number, on: day, by: viewer.id, at: now, in: environment))
    }

    /// Publishes one of several scores. An error rejects only this one.
    func attemptToPublish(
        in game: Game.ID, _ publish: (Transaction) throws -> PublishedScore
    ) throws -> ScoreBatchResult {
        switch try attempt({ try publish(self) }) {
        case .success(let published):
            ScoreBatchResult(game: game, status: published.status, score: published.score)
        case .failure(let error): ScoreBatchResult(game: game, status: .rejected, error: error)
        }
    }

    /// Updates the standings, the seasons and the log after a change to one of the viewer's scores.
    /// - Parameter standings: the viewer's standings before the change.
    private func apply(_ change: ItemChange<StoredScore>, _ standings: ScoredStandings) throws {
        let score =
            switch change {
            case .created(let stored), .replaced(_, let stored), .deleted(let stored): stored.score
            }
        let (old, new) = (change.old?.score, change.new?.score)
        try standings.change(from: change.old?.globalPoints, to: change.new?.globalPoints)
        try reopenSeasons(with: score.day)
        try log(
            change.event, item: score.id.uuid, seenBy: old?.visibility.itemVisibility,
            new?.visibility.itemVisibility, gaining: (new?.points ?? 0) - (old?.points ?? 0))
    }
}

extension ItemChange<StoredScore> {
    /// The event to log. Followers of the player may not learn of a score that only groups count, but the members of
    /// these groups must.
    fileprivate var event: EventKind {
        let visibilities = [old, new].compactMap { $0?.score.visibility }
        if visibilities.max() == .groups { return .changedGroupScore }
        return switch self {
        case .created: .publishedScore
        case .replaced: .changedScore
        case .deleted: .deletedScore
        }
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
        guard self <= Day.latest(at: now) else { throw .dayNotBegun }
    }

    private static let first = Day(ordinal: 10_957)
}
