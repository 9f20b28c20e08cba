import Algorithms
import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func leaderboard(_ query: LeaderboardQuery, _ page: PageRequest) async throws -> Leaderboard {
        try query.check(engine.environment)
        guard query.scope == .global, query.metric.isTraining, !engine.sharesDatabase else {
            return try await readCounted { try $0.leaderboard(query, page) }
        }
        // An embedded engine may run no periodic jobs, and with one writer there is nothing to wait for.
        return try await engine.catchUp(ExperienceConsumer()) {
            try await readCounted { try $0.leaderboard(query, page) }
        }
    }
}

extension CountedScores {
    /// The viewer's day. A change of the time zone takes effect later for workouts than for puzzles.
    private func today(_ metric: BoardMetric) throws -> Day {
        guard metric.isTraining else { return try connection.day(of: now, for: viewer.id) }
        return try connection.timeZonesLater(of: viewer.id).get().day(of: now)
    }

    func leaderboard(_ query: LeaderboardQuery, _ page: PageRequest) throws -> Leaderboard {
        let limit = try transaction.limit(of: page)
        let day = try query.day ?? today(query.metric)
        guard day <= Day.latest(at: now) else { throw SocialError.dayNotBegun }
        // A streak has no range.
        let days = query.metric == .currentStreak ? nil : query.range.days(of: day)
        let board = try board(query, query.range, days)
        let mine = try board.places(of: [viewer.id]).first
        let list = """
            leaderboard|\(query.scope)|\(days?.description ?? "")|\(query.game?.description ?? "")\
            \(query.metric.isTraining ? "|\(query.metric.rawValue)" : "")
            """
        if page.cursor == nil, let first = try firstPage(of: board, query, day, limit) {
            return Leaderboard(
                range: Leaderboard.DayRange(days), rows: try transaction.shown(first),
                me: try rows(of: mine.map { [$0] } ?? [], on: board, query, day).first ?? nil,
                next: first.last.map { transaction.cursors.seal($0.bytes, list: list, viewer: viewer.id) })
        }
        let (places, next) =
            query.isCentredOnViewer
            ? (try mine.map { try neighbours(of: $0, on: board) } ?? [], nil)
            : try places(on: board, list, page, limit)
        // The viewer's own row comes last and is not part of the page.
        let rows = try rows(of: places + (mine.map { [$0] } ?? []), on: board, query, day)
        return Leaderboard(
            range: Leaderboard.DayRange(days), rows: rows.prefix(places.count).compactMap(\.self),
            me: mine == nil ? nil : rows.last ?? nil, next: next)
    }

    private func board(
        _ query: LeaderboardQuery, _ range: LeaderboardRange, _ days: ClosedRange<Day>?
    ) throws -> any Board {
        query.metric.isTraining
            ? try TrainingBoards(of: query.metric, transaction).board(query.scope, range, days)
            : try board(query.scope, range, days, game: query.game)
    }

    /// The cached first page of a global board.
    /// - Returns: nil for other boards and pages, for boards by training, and while there are expired scores: these
    ///   have no event that would invalidate the cache.
    private func firstPage(
        of board: some Board, _ query: LeaderboardQuery, _ day: Day, _ limit: Int
    ) throws -> BoardPage? {
        guard !hasExpired, !query.metric.isTraining, let board = board as? GlobalBoard,
            !query.isCentredOnViewer,
            try viewer.hidden.isEmpty,
            let cache = try transaction.cache.view(on: connection)
        else { return nil }
        return try cache.board(BoardPage.ID(key: board.key, limit: limit)) {
            let places = try board.places(after: nil, limit: limit + 1)
            let rows = try unfiltered.rows(of: Array(places.prefix(limit)), on: board, query, day)
            return BoardPage(
                rows: rows.compactMap(\.self), last: places.count > limit ? places[limit - 1] : nil)
        }
    }

    private func neighbours(of place: Place, on board: some Board) throws -> [Place] {
        let count = LeaderboardQuery.neighbourCount
        return try board.places(before: place, limit: count) + [place]
            + board.places(after: place, limit: count)
    }

    private func places(
        on board: some Board, _ list: String, _ page: PageRequest, _ limit: Int
    ) throws -> (places: [Place], next: Cursor?) {
        let start = try page.cursor.map { cursor throws(SocialError) in
            try Place(bytes: transaction.cursors.open(cursor, list: list, viewer: viewer.id))
        }
        let places = try board.places(after: start, limit: limit + 1)
        guard places.count > limit else { return (places, nil) }
        let shown = Array(places.prefix(limit))
        return (shown, shown.last.map { transaction.cursors.seal($0.bytes, list: list, viewer: viewer.id) })
    }

    /// A row for each place; nil when the person no longer exists.
    private func rows(
        of places: [Place], on board: some Board, _ query: LeaderboardQuery, _ day: Day
    ) throws -> [LeaderboardRow?] {
        guard !places.isEmpty else { return [] }
        // The viewer's place may be on the page and is appended again.
        let people = Array(places.map(\.owner).uniqued())
        let ranks = try board.ranks(of: Set(places.map(\.points)))
        let cards = try cards(of: places)
        let isOneDay = query.range == .today && query.metric != .currentStreak
        let before = isOneDay ? try ranksOfDayBefore(day, of: people, query) : nil
        let results = isOneDay ? try query.game.map { try metrics(of: people, in: $0, on: day) } : nil
        let breakdown =
            query.game == nil && !query.metric.isTraining ? try board.breakdown(of: people) : nil
        return zip(places, cards).map { place, card in
            guard let card, let rank = ranks[place.points] else { return nil }
            return LeaderboardRow(
                rank: rank, person: card, points: place.points,
                result: results?[place.owner] ?? query.metric.label(of: place.points),
                delta: before?[place.owner].map { $0 - rank },
                breakdown: breakdown.map { $0[place.owner] ?? [:] })
        }
    }

    private func cards(of places: [Place]) throws -> [Person?] {
        let known = places.compactMap(\.person)
        if known.count == places.count { return try transaction.presenting(known) }
        let found = try transaction.people(places.map(\.owner))
        return places.map { found[$0.owner] }
    }

    private func ranksOfDayBefore(
        _ day: Day, of people: [Person.ID], _ query: LeaderboardQuery
    ) throws -> [Person.ID: Int] {
        let before = day.adding(days: -1)
        guard
            !query.metric.isTraining
                || TrainingBoards(of: query.metric, transaction).hasBoard(query.scope, of: before)
        else { return [:] }
        let board = try board(query, .today, before...before)
        let places = try board.places(of: people)
        let ranks = try board.ranks(of: Set(places.map(\.points)))
        return Dictionary(uniqueKeysWithValues: places.map { ($0.owner, ranks[$0.points] ?? 0) })
    }

    /// The result of each person in one game on one day, as text.
    private func metrics(of people: [Person.ID], in game: Game.ID, on day: Day) throws -> [Person.ID: String]
    {
        let rows = try connection.fetch(
            """
            SELECT owner, points, maximum, is_completed
            FROM scores
            WHERE owner IN \(list: people) AND day = \(day) AND game = \(game)
            """
        ) { row in
            let metric = environment.games.metric(
                of: game, points: row[1], maximum: row[2], isCompleted: row[3])
            return (row[0] as Person.ID, metric)
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

extension LeaderboardQuery {
    /// - Throws: ``SocialError/Code/gameNotFound``, or ``SocialError/Code/invalidValue`` for a range of too many days,
    ///   or a game or scope that the metric does not have.
    func check(_ environment: EngineEnvironment) throws(SocialError) {
        if let game {
            _ = try environment.game(game)
            guard !metric.isTraining else {
                throw SocialError(
                    .invalidValue, "Boards by training have no games. Leave out the game or the metric.",
                    field: "game")
            }
        }
        guard BoardMetric.allCases.contains(metric) else {
            throw SocialError(
                .invalidValue, "There are no boards by \(metric.rawValue).", field: "metric")
        }
        guard scope != .global || metric != .currentStreak else { throw SocialError.streaksHaveNoGlobalBoard }
        try range.check()
    }
}

extension LeaderboardRange {
    /// - Throws: ``SocialError/Code/invalidValue`` for a range of too many days.
    fileprivate func check() throws(SocialError) {
        guard case .custom(let days) = self else { return }
        guard days.upperBound.ordinal - days.lowerBound.ordinal < Self.maxDays else {
            throw SocialError(.invalidValue, "A range has at most \(Self.maxDays) days.", field: "to")
        }
    }
}

extension Place {
    /// - Throws: ``SocialError/Code/invalidCursor``.
    fileprivate init(bytes: [UInt8]) throws(SocialError) {
        guard bytes.count >= 24 else { throw .invalidCursor }
        let (number, id) = bytes.withUnsafeBytes {
            (
                Int64(bigEndian: $0.loadUnaligned(as: Int64.self)),
                UUID(uuid: $0.loadUnaligned(fromByteOffset: 8, as: uuid_t.self))
            )
        }
        guard let points = Int(exactly: number) else { throw .invalidCursor }
        self.init(
            owner: Person.ID(id), points: points, name: String(decoding: bytes.dropFirst(24), as: UTF8.self))
    }

    fileprivate var bytes: [UInt8] {
        withUnsafeBytes(of: Int64(points).bigEndian, Array.init)
            + withUnsafeBytes(of: owner.uuid.uuid, Array.init) + Array(name.utf8)
    }
}
