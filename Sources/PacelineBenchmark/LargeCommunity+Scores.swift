import Foundation
import GRDB
import Paceline
import PacelineEngine

extension LargeCommunity {
    static let game = Game.ID(trusted: "wordle")

    /// The numbered day, counted from the first with scores.
    func scoredDay(_ number: Int) -> Day { Day(of: Self.start, in: .gmt).adding(days: number) }

    func insertScores(_ database: GRDB.Database) throws {
        for number in 0..<people * scoredDays {
            let day = scoredDay(number / people)
            let owner = Self.person(number % people).bytes
            let at = day.startInUTC.milliseconds + Int64(number % people)
            let id = Self.identifier(at: Date(milliseconds: at), UInt64(number)).bytes
            let attempts = Int(((UInt64(number) &* 2_654_435_761) >> 9) % 7)
            try database.cached(
                "INSERT INTO items (id, kind, owner, at, visibility, category) VALUES (?, 'score', ?, ?, 3, ?)",
                [id, owner, at, Self.game.description])
            try database.cached(
                """
                INSERT INTO scores (id, owner, day, game, week, visibility, counts, points, score, maximum,
                    is_completed, created_at, updated_at)
                VALUES (?, ?, ?, ?, ?, 3, 2, ?, ?, 6, ?, ?, ?)
                """,
                [
                    id, owner, day.number, Self.game.description, day.week.lowerBound.number,
                    attempts == 0 ? 0 : 7 - attempts, attempts == 0 ? nil : attempts, attempts == 0 ? 0 : 1,
                    at, at,
                ])
        }
    }

    /// Derives the standings and their counts from the scores.
    func countStandings(_ database: GRDB.Database) throws {
        try database.execute(
            sql: """
                INSERT INTO standings (owner, board, minus_points, name, scores)
                SELECT scores.owner, 8192 * (65536 * kind + CASE kind
                        WHEN 0 THEN (day / 10000 - 1999) * 372 + day / 100 % 100 * 31 + day % 100
                        WHEN 1 THEN (week / 10000 - 1999) * 372 + week / 100 % 100 * 31 + week % 100
                        WHEN 2 THEN (day / 10000 - 1999) * 372 + day / 100 % 100 * 31 + 1
                        ELSE 0 END) + number * is_of_game AS board,
                    -SUM(points), people.name_folded, COUNT(*)
                FROM scores
                JOIN people ON people.id = scores.owner
                JOIN game_numbers ON game_numbers.game = scores.game
                CROSS JOIN (SELECT 0 AS kind UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)
                CROSS JOIN (SELECT 0 AS is_of_game UNION ALL SELECT 1)
                GROUP BY scores.owner, board;
                INSERT INTO standing_counts (slot, people)
                SELECT board * 4294967296 + first - minus_points / width AS slot, COUNT(*)
                FROM standings
                CROSS JOIN (SELECT 1 AS width, 0 AS first UNION ALL SELECT 64, 2147483648)
                WHERE width = 1 OR -minus_points >= width
                GROUP BY slot;
                """)
    }
}
