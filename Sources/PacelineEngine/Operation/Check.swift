import Foundation
import Paceline
import PacelineDatabase

/// A counter that does not hold what it counts.
public struct CounterDifference: Sendable, Equatable, Codable {
    /// Which counter, such as `people.friend_count`.
    public let counter: String
    /// Whose.
    public let subject: String
    public let stored: Int
    public let counted: Int
}

extension Engine {
    /// Recounts every counter in one consistent state, and says which differ.
    public func check() async throws -> [CounterDifference] {
        try await translatingErrors {
            try await database.readAtLength { connection in
                try Counter.all.flatMap { try $0.differences(in: connection) }
            }
        }
    }
}

/// A counter, and the query that counts anew.
struct Counter: Sendable {
    let name: String
    /// Rows of subject, what is stored, what is counted, where the two differ.
    let query: SQL
    /// Reads the subject, which most often is an identifier.
    var subject: @Sendable (Row) -> String = { ($0[0] as Person.ID).description }

    func differences(in connection: any Connection) throws -> [CounterDifference] {
        try connection.fetch(query) {
            CounterDifference(counter: name, subject: subject($0), stored: $0[1], counted: $0[2])
        }
    }

    static let all: [Counter] = people + reactions + stats + groups + standings

    private static let people = [
        column("friend_count", of: "people", counting: "edges WHERE follower = people.id AND is_mutual = 1"),
        column("follower_count", of: "people", counting: "edges WHERE followee = people.id"),
        column("following_count", of: "people", counting: "edges WHERE follower = people.id"),
        Counter(
            name: "edges.is_mutual",
            query: """
                SELECT follower, is_mutual, is_back
                FROM (
                    SELECT follower, is_mutual, CASE WHEN EXISTS (
                        SELECT 1 FROM edges AS back
                        WHERE back.follower = edges.followee AND back.followee = edges.follower)
                        THEN 1 ELSE 0 END AS is_back
                    FROM edges) AS compared
                WHERE is_mutual <> is_back
                """),
    ]

    private static let reactions = [
        column(
            "kudos_count", of: "items", counting: "kudos WHERE item = items.id",
            keeping: KudosCount.kept),
        column("comment_count", of: "items", counting: "comments WHERE item = items.id AND is_deleted = 0"),
        column("heart_count", of: "comments", counting: "hearts WHERE comment = comments.id"),
    ]

    private static let stats =
        [
            total("workouts", "1"),
            total("millimetres", "CAST(ROUND(COALESCE(workouts.distance, 0) * 1000) AS BIGINT)"),
            total("grams", "CAST(ROUND(COALESCE(workouts.volume, 0) * 1000) AS BIGINT)"),
            total("milliseconds", "CAST(ROUND(workouts.duration * 1000) AS BIGINT)"),
            total("xp", "items.xp"),
        ] + [days, types]

    private static let groups = [
        column("member_count", of: "groups", counting: "group_members WHERE group_id = groups.id"),
        Counter(
            name: "groups.owner",
            query: """
                SELECT id, 1, owners
                FROM (
                    SELECT id, (SELECT COUNT(*) FROM group_members
                        WHERE group_id = groups.id AND person = groups.owner AND role = 'owner') AS owners
                    FROM groups) AS compared
                WHERE owners <> 1
                """),
        // How many rows of a season stand where their points do not let them.
        Counter(
            name: "season_results.rank",
            query: """
                SELECT season, 0, COUNT(*)
                FROM (
                    SELECT season, rank, points, LAG(rank) OVER season_order AS rank_above,
                        LAG(points) OVER season_order AS points_above
                    FROM season_results
                    WINDOW season_order AS (PARTITION BY season ORDER BY place)) AS compared
                WHERE points_above < points OR (points_above = points AND rank_above <> rank)
                    OR (points_above > points AND rank_above >= rank)
                GROUP BY season
                """),
    ]

    /// - Parameter kept: what the column keeps of what is counted.
    private static func column(
        _ name: String, of table: String, counting rows: String, keeping kept: (SQL) -> SQL = { $0 }
    ) -> Counter {
        Counter(
            name: "\(table).\(name)",
            query: """
                SELECT id, \(verbatim: name), counted
                FROM (
                    SELECT id, \(verbatim: name), (SELECT COUNT(*) FROM \(verbatim: rows)) AS counted
                    FROM \(verbatim: table)) AS compared
                WHERE \(verbatim: name) <> \(kept("counted"))
                """)
    }

    /// A total at every reach, and at none more than there is something to count.
    private static func total(_ name: String, _ share: String) -> Counter {
        Counter(
            name: "stats.\(name)",
            query: """
                SELECT person, stored, counted
                FROM (
                    SELECT people.id AS person,
                        COALESCE((SELECT \(verbatim: name) FROM stats
                            WHERE person = people.id AND reach = reaches.reach), 0) AS stored,
                        COALESCE((SELECT SUM(\(verbatim: share))
                            FROM items
                            JOIN workouts ON workouts.id = items.id
                            WHERE items.owner = people.id AND items.visibility >= reaches.reach), 0) AS counted
                    FROM people
                    CROSS JOIN (\(reaches)) AS reaches) AS compared
                WHERE stored <> counted
                """)
    }

    private static let reaches: SQL =
        "SELECT 0 AS reach UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3"

    private static let days = grouped("day", column: "workouts.day", table: "stats_days")
    private static let types = grouped("type", column: "workouts.type", table: "stats_types")

    private static func grouped(_ name: String, column: String, table: String) -> Counter {
        let counted: SQL = """
            SELECT items.owner AS person, reaches.reach AS reach, \(verbatim: column) AS grouped, COUNT(*) AS workouts
            FROM items
            JOIN workouts ON workouts.id = items.id
            JOIN (\(reaches)) AS reaches ON items.visibility >= reaches.reach
            GROUP BY items.owner, reaches.reach, \(verbatim: column)
            """
        let stored: SQL =
            "SELECT person, reach, \(verbatim: name) AS grouped, workouts FROM \(verbatim: table)"
        return Counter(
            name: "\(table).workouts",
            query: """
                SELECT person, SUM(stored), SUM(counted)
                FROM (
                    SELECT person, reach, grouped, workouts AS stored, 0 AS counted FROM (\(stored)) AS stored
                    UNION ALL
                    SELECT person, reach, grouped, 0, workouts FROM (\(counted)) AS counted) AS compared
                GROUP BY person, reach, grouped
                HAVING SUM(stored) <> SUM(counted)
                """)
    }
}
