import Foundation
import Paceline
import PacelineDatabase

extension Season {
    static let columns: SQL = """
        seasons.id, seasons.group_id, seasons.kind, seasons.title, seasons.metric, seasons.first_day,
            seasons.last_day, seasons.state
        """

    /// Decodes the ``columns``. When the results were stored would reveal a hidden member: with their score, a season
    /// is stored as soon as it has ended, but without it only after a late score of another.
    init(_ row: inout Row) {
        let (id, group) = (row.next() as Season.ID, row.next() as LeaderboardGroup.ID?)
        let (kind, title) = (row.next() as Season.Kind, row.next() as String?)
        let metric = row.next() as BoardMetric
        let (firstDay, lastDay) = (row.next() as Day, row.next() as Day)
        self.init(
            id: id, group: group, kind: kind, title: title, metric: metric, firstDay: firstDay,
            lastDay: lastDay, state: row.next(), closedAt: lastDay.endEverywhere)
    }
}

extension Transaction {
    /// The closed seasons and open tournaments of a group, or the global ones, newest first. Index: `seasons_by_group`.
    /// - Parameter group: nil for global seasons.
    func seasons(
        of group: LeaderboardGroup.ID?, _ kind: Season.Kind?, _ page: PageRequest
    ) throws -> Page<Season> {
        let limit = try limit(of: page)
        let name = "seasons|\(group?.description ?? "")|\(kind?.rawValue ?? "")"
        let start = try start(of: page, in: name)
        let rows = try connection.fetch(
            """
            SELECT \(Season.columns)
            FROM seasons
            WHERE \(SQL.isSeason(of: group))
                \(SQL.showsSeason(to: viewer))
                \(kind.map { "AND kind = \($0)" } ?? .empty)
                \(SQL.isBefore(start, "last_day", "id"))
            ORDER BY last_day DESC, id DESC
            LIMIT \(limit + 1)
            """, Season.init)
        return self.page(of: try presenting(rows), limit, in: name) {
            // Positions have a time; this list is ordered by day.
            Position(at: Date(milliseconds: Int64($0.lastDay.number)), id: $0.id.uuid)
        }
    }

    /// - Throws: ``SocialError/Code/seasonNotFound``, also when the viewer is not in the season's group.
    func season(_ id: Season.ID) throws -> Season {
        let season = try connection.fetchFirst(
            """
            SELECT \(Season.columns)
            FROM seasons
            WHERE seasons.id = \(id) AND (seasons.group_id IS NULL OR EXISTS (
                SELECT 1
                FROM group_members
                WHERE group_members.group_id = seasons.group_id AND group_members.person = \(viewer.id)))
                \(SQL.showsSeason(to: viewer))
            """, Season.init)
        guard let season else {
            throw SocialError(.seasonNotFound, "There is no such season, or you are not in its group.")
        }
        return try presenting([season])[0]
    }

    /// The seasons as the viewer may know them: a late score reopens one only if the viewer sees the changed result. It
    /// may be private, or of a person who is hidden from them.
    func presenting(_ seasons: [Season]) throws -> [Season] {
        let hiddenTitles = try hiddenTitles(of: seasons)
        return try seasons.map { season in
            var season = season
            if hiddenTitles.contains(season.id) { season.title = "Tournament" }
            guard season.state == .reopened else { return season }
            let isShown = try !shown(connection.peopleToChange(in: season), in: season).isEmpty
            season.state = isShown ? .reopened : .closed
            return season
        }
    }

    /// The tournaments whose titles the viewer does not read, since these are texts by people who are not friends.
    /// Administrators of the community or of a group, and a former owner, need not be.
    private func hiddenTitles(of seasons: [Season]) throws -> Set<Season.ID> {
        let titled = seasons.filter { $0.title != nil }.map(\.id)
        guard !titled.isEmpty, try viewer.readsFriendsOnly else { return [] }
        let hidden = try connection.fetch(
            """
            SELECT id
            FROM seasons
            WHERE id IN \(list: titled)
                AND (author IS NULL OR NOT \(SQL.isKnown("seasons.author", to: viewer.id)))
            """
        ) { $0[0] as Season.ID }
        return Set(hidden)
    }

    /// Whether the viewer sees the person's row on the group's boards and in its seasons.
    func showsRow(of person: Person.ID, in group: LeaderboardGroup.ID) throws -> Bool {
        try connection.exists(
            """
            SELECT 1
            FROM people
            WHERE id = \(person) \(SQL.showsRow(of: "people.id", in: "\(group)", to: viewer))
            """)
    }

    /// Those of the people whose results in the season the viewer sees.
    private func shown(_ people: [Person.ID], in season: Season) throws -> Set<Person.ID> {
        guard !people.isEmpty else { return [] }
        let shown = try connection.fetch(
            """
            WITH players (person) AS (VALUES \(each: people))
            SELECT players.person
            FROM players
            JOIN seasons ON seasons.id = \(season.id)
            WHERE \(SQL.showsResult(of: "players.person", to: viewer))
            """
        ) { $0[0] as Person.ID }
        return Set(shown)
    }

    /// The season's results, or those so far if it is open, without rows that are hidden from the viewer by a block, by
    /// age or by what the person shows to everyone. The other ranks close up, since a gap would reveal them.
    func rows(of season: Season) throws -> [SeasonRow] {
        let rows = try season.state == .open ? currentRows(of: season) : storedRows(of: season)
        let people = try people(rows.filter(\.isShown).map(\.person))
        let hidden = rows.filter { people[$0.person] == nil }.map(\.rank)
        let shown = try rows.compactMap { row -> SeasonRow? in
            guard let person = people[row.person] else { return nil }
            return SeasonRow(
                rank: row.rank - hidden.count { $0 < row.rank }, person: person, points: row.points,
                breakdown: season.metric.isTraining
                    ? [:] : try JSONDecoder().decode([String: Int].self, from: Data(row.games.utf8)))
        }
        return season.group == nil ? Array(shown.prefix(Season.maxGlobalRows)) : shown
    }

    private func storedRows(of season: Season) throws -> [StoredSeasonRow] {
        try connection.fetch(
            """
            SELECT rank, person, points, breakdown, \(SQL.showsResult(of: "season_results.person", to: viewer))
            FROM season_results
            JOIN seasons ON seasons.id = season_results.season
            WHERE season_results.season = \(season.id) AND person IS NOT NULL
            ORDER BY place
            LIMIT \(max(LeaderboardGroup.maxMembers, Season.storedGlobalRows))
            """
        ) { row in
            StoredSeasonRow(
                rank: row[0], person: row[1], points: row[2], games: row[3], isShown: row[4])
        }
    }

    private func currentRows(of season: Season) throws -> [StoredSeasonRow] {
        let results = try connection.results(of: season)
        let ranks = SeasonRow.ranks(of: results.map(\.points))
        let shown = try shown(results.map(\.person), in: season)
        return try zip(ranks, results).map { rank, result in
            StoredSeasonRow(
                rank: rank, person: result.person, points: result.points, games: try result.text,
                isShown: shown.contains(result.person))
        }
    }
}

/// A row of `season_results`.
private struct StoredSeasonRow {
    let rank: Int
    let person: Person.ID
    let points: Int
    /// JSON.
    let games: String
    /// Whether the viewer sees it.
    let isShown: Bool
}

extension SQL {
    /// Whether a season is one of the group; whether it is global, if there is none.
    static func isSeason(of group: LeaderboardGroup.ID?) -> SQL {
        group.map { "seasons.group_id = \($0)" } ?? "seasons.group_id IS NULL"
    }

    /// An `AND` condition that excludes seasons that are not closed, and those without a row that the viewer sees:
    /// without the hidden people, there would be none. Nor may one that has lost its last row show up, which it would
    /// for those to whom it was hidden. Tournaments are always shown.
    static func showsSeason(to viewer: Viewer) throws -> SQL {
        """
        AND (seasons.kind = 'tournament' OR seasons.closed_at IS NOT NULL AND EXISTS (
            SELECT 1
            FROM season_results
            WHERE season_results.season = seasons.id AND season_results.person IS NOT NULL
                AND \(try showsResult(of: "season_results.person", to: viewer))))
        """
    }

    /// Whether the viewer sees the person's result in a season. Needs `seasons`.
    static func showsResult(of person: SQL, to viewer: Viewer) throws -> SQL {
        let isHidden = try hidesRow(of: person, in: "seasons.group_id", from: viewer)
        return """
            (seasons.group_id IS NOT NULL \(isHidden.map { "AND NOT \($0)" } ?? .empty)
                OR seasons.group_id IS NULL AND \(isShownToEveryone(person)))
                \(try isNotHidden(person, from: viewer))
            """
    }
}

extension Identifier where Subject == Season {
    /// Creates the identifier of the season with the days. It contains the time at which they had ended, not that at
    /// which the season was stored: see ``Season/init(_:)``.
    static func new(for days: ClosedRange<Day>, using random: RandomSource) -> Self {
        .new(at: days.upperBound.endEverywhere, using: random)
    }
}
