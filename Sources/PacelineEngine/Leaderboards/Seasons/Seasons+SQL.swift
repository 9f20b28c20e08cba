import Foundation
import Paceline
import PacelineDatabase

extension Season {
    static let columns: SQL = """
        seasons.id, seasons.group_id, seasons.kind, seasons.first_day, seasons.last_day, seasons.state
        """

    /// Decodes the ``columns``. When the results were stored would reveal a hidden member: with their score, a season
    /// is stored as soon as it has ended, but without it only after a late score of another.
    init(_ row: inout Row) {
        let (id, group) = (row.next() as Season.ID, row.next() as LeaderboardGroup.ID)
        let (kind, firstDay, lastDay) = (row.next() as Season.Kind, row.next() as Day, row.next() as Day)
        self.init(
            id: id, group: group, kind: kind, firstDay: firstDay, lastDay: lastDay, state: row.next(),
            closedAt: lastDay.endEverywhere)
    }
}

extension Transaction {
    /// The group's closed seasons, newest first. Index: `seasons_by_group`.
    func seasons(
        of group: LeaderboardGroup.ID, _ kind: Season.Kind?, _ page: PageRequest
    ) throws -> Page<Season> {
        let limit = try limit(of: page)
        let name = "seasons|\(group)|\(kind?.rawValue ?? "")"
        let start = try start(of: page, in: name)
        let rows = try connection.fetch(
            """
            SELECT \(Season.columns)
            FROM seasons
            WHERE group_id = \(group) AND closed_at IS NOT NULL
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
            JOIN group_members ON group_members.group_id = seasons.group_id
                AND group_members.person = \(viewer.id)
            WHERE seasons.id = \(id) AND seasons.closed_at IS NOT NULL \(SQL.showsSeason(to: viewer))
            """, Season.init)
        guard let season else {
            throw SocialError(.seasonNotFound, "There is no such season, or you are not in its group.")
        }
        return try presenting([season])[0]
    }

    /// The seasons as the viewer may know them: a late score reopens one only if the viewer sees the changed result. It
    /// may be private, or of a person who is hidden from them.
    func presenting(_ seasons: [Season]) throws -> [Season] {
        try seasons.map { season in
            guard season.state == .reopened else { return season }
            let isShown = try connection.peopleToChange(in: season).contains {
                try showsRow(of: $0, in: season.group)
            }
            var season = season
            season.state = isShown ? .reopened : .closed
            return season
        }
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

    /// The season's results, without rows that are hidden from the viewer by a block or by age. The other ranks close
    /// up, since a gap would reveal them.
    func rows(of season: Season) throws -> [SeasonRow] {
        let isHidden = try SQL.hidesRow(
            of: "season_results.person", in: "\(season.group)", from: viewer)
        let stored = try connection.fetch(
            """
            SELECT rank, person, points, breakdown, \(isHidden ?? "1 = 0")
            FROM season_results
            WHERE season = \(season.id) AND person IS NOT NULL
            ORDER BY place
            LIMIT \(Groups.mostMembers)
            """
        ) { row in
            (
                rank: row[0] as Int, person: row[1] as Person.ID, points: row[2] as Int,
                games: row[3] as String, isHidden: row[4] as Bool
            )
        }
        let people = try people(stored.filter { !$0.isHidden }.map(\.person))
        let hidden = stored.filter { people[$0.person] == nil }.map(\.rank)
        return try stored.compactMap { row in
            guard let person = people[row.person] else { return nil }
            return SeasonRow(
                rank: row.rank - hidden.count { $0 < row.rank }, person: person, points: row.points,
                breakdown: try JSONDecoder().decode([String: Int].self, from: Data(row.games.utf8)))
        }
    }
}

extension SQL {
    /// An `AND` condition that excludes seasons without a row that the viewer sees: without the hidden people, there
    /// would be none. Nor may one that has lost its last row show up, which it would for those to whom it was hidden.
    static func showsSeason(to viewer: Viewer) throws -> SQL {
        """
        AND EXISTS (
            SELECT 1
            FROM season_results
            WHERE season_results.season = seasons.id AND season_results.person IS NOT NULL
                \(try showsRow(of: "season_results.person", in: "seasons.group_id", to: viewer)))
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
