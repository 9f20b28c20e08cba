import Foundation
import Paceline
import PacelineDatabase

/// The days of a season.
struct SeasonSpan: Sendable, Equatable {
    let kind: Season.Kind
    let days: ClosedRange<Day>

    var next: SeasonSpan { SeasonSpan(kind, with: days.upperBound.adding(days: 1)) }

    init(_ kind: Season.Kind, with day: Day) {
        self.kind = kind
        days = kind.days(of: day)
    }

    init(_ season: Season) {
        kind = season.kind
        days = season.firstDay...season.lastDay
    }

    /// The latest span that has ended everywhere by the instant.
    init(_ kind: Season.Kind, endedAt instant: Date) {
        let last = Season.lastFinishedDay(at: instant)
        let span = SeasonSpan(kind, with: last)
        self =
            span.days.upperBound <= last
            ? span : SeasonSpan(kind, with: span.days.lowerBound.adding(days: -1))
    }
}

extension Connection {
    /// The oldest span that has ended but is not closed; nil when there is none.
    func nextSpan(_ kind: Season.Kind, at now: Date) throws -> SeasonSpan? {
        let last = try fetchFirst("SELECT MAX(first_day) FROM season_closings WHERE kind = \(kind)") {
            $0[0] as Day?
        }
        let span: SeasonSpan?
        if let last = last ?? nil {
            span = SeasonSpan(kind, with: last).next
        } else {
            let first = try fetchFirst("SELECT MIN(joined_at) FROM people") { $0[0] as Date? } ?? nil
            span = first.map { SeasonSpan(kind, with: Day(of: $0, in: .gmt)) }
        }
        guard let span, span.days.upperBound <= Season.lastFinishedDay(at: now) else { return nil }
        return span
    }

    /// Records that the span is closed, globally and for all groups.
    func recordClosing(of span: SeasonSpan, at now: Date) throws {
        try send(
            """
            INSERT INTO season_closings (kind, first_day, closed_at)
            VALUES (\(span.kind), \(span.days.lowerBound), \(now))
            ON CONFLICT (kind, first_day) DO NOTHING
            """)
    }

    /// The groups with scores in the span, ordered by id.
    func groups(scoringIn span: SeasonSpan, after group: LeaderboardGroup.ID?, limit: Int) throws
        -> [LeaderboardGroup.ID]
    {
        try fetch(
            """
            SELECT groups.id
            FROM groups
            WHERE \(SQL.hasSeasons(by: .points)) AND EXISTS (\(SQL.scores(in: span, of: "groups.id")))
                \(group.map { "AND groups.id > \($0)" } ?? .empty)
            ORDER BY groups.id
            LIMIT \(limit)
            """
        ) { $0[0] as LeaderboardGroup.ID }
    }

    /// The seasons that late scores have reopened, oldest first.
    func reopenedSeasons(limit: Int) throws -> [Season.ID] {
        try fetch("SELECT id FROM seasons WHERE state = 'reopened' ORDER BY last_day, id LIMIT \(limit)") {
            $0[0] as Season.ID
        }
    }

    /// Rebuilds the results of a reopened season, unless another server has done so. Deletes one that was never closed
    /// and whose late scores no longer count.
    func rebuildResults(of id: Season.ID, at now: Date) throws {
        let found = try fetchFirst(
            """
            SELECT \(Season.columns), closed_at IS NULL
            FROM seasons
            WHERE id = \(id) AND state = 'reopened'
            """
        ) { (season: Season(&$0), isNew: $0.next() as Bool) }
        guard let (season, isNew) = found else { return }
        let results = try results(of: season)
        guard !isNew || !results.isEmpty else {
            return try send("DELETE FROM seasons WHERE id = \(id)")
        }
        let changed = try people(withOtherResultsThan: results, in: id)
        // Any public workout reopens global seasons, and few change the results.
        guard season.group != nil || !changed.isEmpty else {
            return try send("UPDATE seasons SET state = 'closed' WHERE id = \(id)")
        }
        try send("DELETE FROM season_results WHERE season = \(id)")
        try store(results, of: id, in: season.group, changing: changed, at: now)
    }

    /// The people whose results a reopened season will change.
    func peopleToChange(in season: Season) throws -> [Person.ID] {
        try people(withOtherResultsThan: results(of: season), in: season.id)
    }

    /// Creates the closed season of a group, or the global one, with its results, unless it exists.
    ///
    /// A global one also exists without results: if a late workout created it, it would reveal whether there were
    /// results of people who are hidden from its reader.
    /// - Parameter group: nil for a global season.
    func close(
        _ span: SeasonSpan, of group: LeaderboardGroup.ID?, by metric: BoardMetric, as id: Season.ID,
        at now: Date
    ) throws {
        let added = try execute(
            """
            INSERT INTO seasons (id, group_id, kind, metric, first_day, last_day, state, closed_at)
            VALUES (\(id), \(group), \(span.kind), \(metric), \(span.days.lowerBound), \(span.days.upperBound),
                'closed', \(now))
            ON CONFLICT DO NOTHING
            """)
        guard added == 1, let season = try season(id) else { return }
        let results = try results(of: season)
        try store(results, of: id, in: group, changing: results.map(\.person), at: now)
    }

    /// The tournaments that have ended but are not closed. Index: `seasons_not_final`, whose condition it repeats.
    func endedTournaments(at now: Date, limit: Int) throws -> [Season.ID] {
        try fetch(
            """
            SELECT id
            FROM seasons
            WHERE state = 'open' AND state <> 'final' AND last_day <= \(Season.lastFinishedDay(at: now))
            ORDER BY last_day, id
            LIMIT \(limit)
            """
        ) { $0[0] as Season.ID }
    }

    /// Closes a tournament, unless another server has done so.
    func closeTournament(_ id: Season.ID, at now: Date) throws {
        guard let season = try season(id), season.state == .open else { return }
        try store(results(of: season), of: id, in: season.group, changing: nil, at: now)
    }

    /// Finalizes the seasons that late scores can no longer change. Global tournaments lose their boards.
    func finishSeasons(at now: Date) throws {
        let last = Season.lastFinishedDay(at: now.addingTimeInterval(-Season.gracePeriod))
        try send(
            "UPDATE seasons SET state = 'final', board = NULL WHERE state = 'closed' AND last_day <= \(last)"
        )
    }

    private func season(_ id: Season.ID) throws -> Season? {
        try fetchFirst("SELECT \(Season.columns) FROM seasons WHERE id = \(id)", Season.init)
    }
}

extension Connection {
    /// Stores the results in the order of the board.
    /// - Parameter people: those whose results differ from before; nil if all members notice the closing.
    private func store(
        _ results: [SeasonResult], of season: Season.ID, in group: LeaderboardGroup.ID?,
        changing people: [Person.ID]?, at now: Date
    ) throws {
        let ranks = SeasonRow.ranks(of: results.map(\.points))
        try send(
            "INSERT INTO season_results (season, place, rank, person, points, breakdown)",
            rows: SQLRows(results.indices) { place in
                let result = results[place]
                return (season, place + 1, ranks[place], result.person, result.points, try result.text)
            })
        // A later time would reveal a late score to readers who cannot see the player.
        try send(
            """
            UPDATE seasons
            SET state = 'closed', closed_at = COALESCE(closed_at, \(now))
            WHERE id = \(season)
            """)
        // Nothing follows global seasons.
        if let group { try logClosing(of: season, in: group, changing: people, at: now) }
    }

    private func people(
        withOtherResultsThan results: [SeasonResult], in season: Season.ID
    ) throws -> [Person.ID] {
        let stored = try fetch(
            """
            SELECT person, breakdown
            FROM season_results
            WHERE season = \(season) AND person IS NOT NULL
            """
        ) { ($0[0] as Person.ID, $0[1] as String) }
        let before = Dictionary(uniqueKeysWithValues: stored)
        let after = try Dictionary(uniqueKeysWithValues: results.map { ($0.person, try $0.text) })
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    }

    /// The results as of now, best first.
    func results(of season: Season) throws -> [SeasonResult] {
        guard let group = season.group else { return try globalResults(in: season) }
        return try results(of: group, in: SeasonSpan(season), by: season.metric)
    }

    private func results(
        of group: LeaderboardGroup.ID, in span: SeasonSpan, by metric: BoardMetric
    ) throws -> [SeasonResult] {
        guard !metric.isTraining else {
            return try trainingResults(of: group, in: span, by: metric).map {
                SeasonResult(person: $0.person, name: $0.name, games: [metric.rawValue: $0.amount])
            }.sorted(by: SeasonResult.isBefore)
        }
        let rows = try fetch(
            """
            SELECT played.owner, people.name_folded, played.game, played.points
            FROM (
                SELECT owner, game, CAST(SUM(points) AS BIGINT) AS points
                FROM (\(SQL.scores(in: span, of: "\(group)"))) AS counted
                GROUP BY owner, game) AS played
            JOIN people ON people.id = played.owner
            """
        ) { (person: $0[0] as Person.ID, name: $0[1] as String, game: $0[2] as String, points: $0[3] as Int) }
        return Dictionary(grouping: rows, by: \.person).map { person, rows in
            SeasonResult(
                person: person, name: rows[0].name,
                games: Dictionary(uniqueKeysWithValues: rows.map { ($0.game, $0.points) }))
        }.sorted(by: SeasonResult.isBefore)
    }

    /// Logs the closing for the members who see one of the changed results: once for all of them, if every member sees
    /// one of these, otherwise for each person whose result changed.
    /// - Parameter people: nil for all members.
    private func logClosing(
        of season: Season.ID, in group: LeaderboardGroup.ID, changing people: [Person.ID]?, at now: Date
    ) throws {
        guard people?.isEmpty != true, let owner = try self.owner(of: group) else { return }
        for player in try playersToName(changing: people ?? [], at: now) {
            try append(
                LogEntry(
                    kind: .closedSeason, person: owner, topic: group.uuid, subject: season.uuid, other: player
                ),
                at: now)
        }
    }

    /// The people whom the events of a closing name; nil in place of them if everyone may see it.
    private func playersToName(changing people: [Person.ID], at now: Date) throws -> [Person.ID?] {
        guard !people.isEmpty else { return [nil] }
        let blocked = try peopleWithBlocks(among: people, orNotAdultAt: now).filter(\.hasBlocks).map(\.person)
        let hidden = try Set(blocked + children(among: people, at: now))
        return people.allSatisfy(hidden.contains) ? people.map(Optional.some) : [nil]
    }
}

/// A person's result in a season.
struct SeasonResult {
    let person: Person.ID
    let name: String
    /// The points by game, or the amount by metric.
    let games: [String: Int]

    var points: Int { games.values.reduce(0, +) }

    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(games), as: UTF8.self)
        }
    }

    /// The order of boards: by points, then by name, then by id.
    static func isBefore(_ left: SeasonResult, _ right: SeasonResult) -> Bool {
        if left.points != right.points { return left.points > right.points }
        if left.name != right.name { return left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }
        return left.person < right.person
    }
}

extension Connection {
    /// Whether the group's season counts scores of the person while they share with the group.
    func hasScores(
        of person: Person.ID, in span: SeasonSpan, of group: LeaderboardGroup.ID
    ) throws -> Bool {
        try exists(SQL.scores(in: span, of: "\(group)", where: "group_members.person = \(person)"))
    }
}

extension SQL {
    /// The scores that count for the group's season: those of people who joined before its end and share with the
    /// group, not private, and published within the grace period.
    fileprivate static func scores(
        in span: SeasonSpan, of group: SQL, where isIncluded: SQL = "group_members.is_sharing = 1"
    ) -> SQL {
        let last = span.days.upperBound
        return """
            SELECT scores.owner, scores.game, scores.points
            FROM group_members
            JOIN scores ON scores.owner = group_members.person
            WHERE group_members.group_id = \(group) AND \(isIncluded)
                AND group_members.joined_at < \(last.endEverywhere)
                AND scores.day BETWEEN \(span.days.lowerBound) AND \(last)
                AND \(countsInGroups)
                AND scores.created_at < \(Season.graceEnd(after: last))
            """
    }
}
