import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func seasons(
        of group: LeaderboardGroup.ID?, kind: Season.Kind?, _ page: PageRequest
    ) async throws -> Page<Season> {
        try await read { transaction in
            if let group { try Groups(transaction).role(in: group) }
            return try transaction.seasons(of: group, kind, page)
        }
    }

    public func season(_ id: Season.ID) async throws -> SeasonResults {
        try await read { try $0.results(of: id) }
    }
}

extension Transaction {
    /// - Throws: ``SocialError/Code/seasonNotFound``, also when the viewer is not in the season's group.
    func results(of id: Season.ID) throws -> SeasonResults {
        let season = try season(id)
        let rows = try rows(of: season)
        return SeasonResults(season: season, rows: rows, me: rows.first { $0.person.id == viewer.id })
    }

    /// Reopens seasons of the group after the viewer has stopped or resumed sharing with it: those that have ended, still
    /// take late scores, and include scores of the viewer.
    /// - Parameter isSharing: whether the viewer has resumed.
    func reopenSeasons(of group: LeaderboardGroup.ID, nowSharing isSharing: Bool) throws {
        try connection.reopenTrainingSeasons(where: "group_id = \(group)", at: now)
        for kind in Season.Kind.recurring {
            let span = SeasonSpan(kind, endedAt: now)
            guard now < Season.graceEnd(after: span.days.upperBound),
                try connection.hasScores(of: viewer.id, in: span, of: group)
            else { continue }
            // Read the state explicitly, as below.
            let state = try connection.fetchFirst(
                """
                SELECT state
                FROM seasons
                WHERE group_id = \(group) AND kind = \(kind) AND metric = 'points'
                    AND first_day = \(span.days.lowerBound)
                """
            ) { $0[0] as Season.State }
            // Without the viewer's scores, there may be no season to close.
            guard state != .reopened, state != nil || isSharing else { continue }
            try connection.reopenSeason(
                .new(for: span.days, using: environment.random), kind, span.days, of: group)
        }
    }

    /// Reopens the seasons of the viewer's groups that include the day, have ended, and still take late scores.
    func reopenSeasons(with day: Day) throws {
        for kind in Season.Kind.recurring {
            let days = kind.days(of: day)
            guard days.upperBound.endEverywhere <= now, now < Season.graceEnd(after: days.upperBound) else {
                continue
            }
            // Read the state explicitly, so that PostgreSQL detects the conflict with a transaction that is computing
            // results without this score.
            let groups = try connection.fetch(
                """
                SELECT group_members.group_id, seasons.state
                FROM group_members
                LEFT JOIN seasons ON seasons.group_id = group_members.group_id AND seasons.kind = \(kind)
                    AND seasons.first_day = \(days.lowerBound) AND seasons.metric = 'points'
                JOIN groups ON groups.id = group_members.group_id AND \(SQL.hasSeasons(by: .points))
                WHERE person = \(viewer.id) AND is_sharing = 1
                    AND joined_at < \(days.upperBound.endEverywhere)
                ORDER BY group_members.group_id
                """
            ) { (id: $0[0] as LeaderboardGroup.ID, season: $0[1] as Season.State?) }
            for group in groups where group.season != .reopened {
                try connection.reopenSeason(
                    .new(for: days, using: environment.random), kind, days, of: group.id)
            }
        }
    }
}

extension Connection {
    /// - Parameter id: used if the season does not exist yet.
    fileprivate func reopenSeason(
        _ id: Season.ID, _ kind: Season.Kind, _ days: ClosedRange<Day>, of group: LeaderboardGroup.ID
    ) throws {
        try send(
            """
            INSERT INTO seasons (id, group_id, kind, metric, first_day, last_day, state, closed_at)
            VALUES (\(id), \(group), \(kind), 'points', \(days.lowerBound), \(days.upperBound), 'reopened', NULL)
            ON CONFLICT (group_id, kind, first_day, metric) WHERE kind <> 'tournament' DO UPDATE
            SET state = 'reopened'
            WHERE seasons.state = 'closed'
            """)
    }
}
