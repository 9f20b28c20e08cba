import Foundation
import Paceline
import PacelineDatabase

extension [BoardMetric] {
    /// The metrics of a group as stored: their names, separated by commas.
    var stored: String { map(\.rawValue).joined(separator: ",") }

    /// Metrics of a newer version are left out.
    init(stored: String) {
        self = stored.split(separator: ",").compactMap { BoardMetric(rawValue: String($0)) }
    }
}

extension SQL {
    /// Whether a group's seasons rank by the metric. Needs `groups`.
    static func hasSeasons(by metric: BoardMetric) -> SQL {
        let pattern: String = "%,\(metric.rawValue),%"
        return "',' || groups.metrics || ',' LIKE \(pattern)"
    }

    /// The days that count for a group's season by training: of people who joined before its end, share with the group
    /// and show it, and as friends see them.
    fileprivate static func training(
        _ training: TrainingDays, by metric: BoardMetric, in span: SeasonSpan, of group: SQL
    ) -> SQL {
        """
        FROM group_members
        CROSS JOIN \(training.table)
        JOIN people ON people.id = group_members.person
        WHERE group_members.group_id = \(group) AND group_members.is_sharing = 1
            AND group_members.joined_at < \(span.days.upperBound.endEverywhere)
            AND \(training.isSeen(of: "group_members.person", from: .friend, on: span.days))
            AND \(sharesTraining(metric))
        """
    }
}

extension Connection {
    /// The groups whose seasons rank by the metric and in which a member trained, ordered by id.
    func groups(
        trainingIn span: SeasonSpan, by metric: BoardMetric, after group: LeaderboardGroup.ID?, limit: Int
    ) throws -> [LeaderboardGroup.ID] {
        guard let training = TrainingDays(of: metric) else { return [] }
        return try fetch(
            """
            SELECT groups.id
            FROM groups
            WHERE \(SQL.hasSeasons(by: metric))
                AND EXISTS (
                    SELECT 1
                    \(SQL.training(training, by: metric, in: span, of: "groups.id")) AND \(training.amount) > 0)
                \(group.map { "AND groups.id > \($0)" } ?? .empty)
            ORDER BY groups.id
            LIMIT \(limit)
            """
        ) { $0[0] as LeaderboardGroup.ID }
    }

    /// What each member's training adds up to, unsorted.
    func trainingResults(
        of group: LeaderboardGroup.ID, in span: SeasonSpan, by metric: BoardMetric
    ) throws -> [(person: Person.ID, name: String, amount: Int)] {
        guard let training = TrainingDays(of: metric) else { return [] }
        return try fetch(
            """
            SELECT people.id, people.name_folded, \(training.sum)
            \(SQL.training(training, by: metric, in: span, of: "\(group)"))
            GROUP BY people.id, people.name_folded
            HAVING SUM(\(training.amount)) > 0
            """
        ) { (person: $0[0] as Person.ID, name: $0[1] as String, amount: $0[2] as Int) }
    }

    /// Reopens the seasons by training, global and of the people's groups, during the grace period after their end.
    /// A season whose results stay the same is not shown as reopened.
    func reopenTrainingSeasons(of people: some Sequence<Person.ID>, at now: Date) throws {
        try reopenTrainingSeasons(where: "group_id IS NULL", at: now)
        try reopenTrainingSeasons(
            where: """
                group_id IN (
                    SELECT group_id FROM group_members WHERE person IN \(list: Array(people)) AND is_sharing = 1)
                """, at: now)
    }

    /// Index: `seasons_by_group`.
    /// - Parameter condition: on `seasons`, with its groups.
    func reopenTrainingSeasons(where condition: SQL, at now: Date) throws {
        let lastFinal = Season.lastFinishedDay(at: now.addingTimeInterval(-Season.gracePeriod))
        try send(
            """
            UPDATE seasons
            SET state = 'reopened'
            WHERE state = 'closed' AND metric <> 'points' AND last_day > \(lastFinal) AND \(condition)
            """)
    }
}
