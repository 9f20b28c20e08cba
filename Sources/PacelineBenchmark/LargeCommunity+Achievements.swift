import Foundation
import GRDB
import Paceline

extension LargeCommunity {
    /// Inserts the levels and badges of a person, which were not posted to feeds.
    func insertAchievements(
        earnedBy records: [TrainingRecord], of owner: Int, _ database: GRDB.Database
    ) throws {
        let person = Self.person(owner).bytes
        for (id, evidence) in TrainingHistory.evidence(of: records).sorted(by: { $0.key < $1.key }) {
            let dates = evidence.mapValues(\.at)
            guard let widest = AchievementState(dates: dates, posted: []).widest,
                let at = dates[.me]
            else { continue }
            try database.cached(
                """
                INSERT INTO achievements (person, id, visibility, at, at_friends, at_followers, at_public, posted,
                    most_open)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0, 1)
                """,
                [
                    person, id.description, widest.rawValue, at.milliseconds, dates[.friend]?.milliseconds,
                    dates[.follower]?.milliseconds, dates[.stranger]?.milliseconds,
                ])
            for workout in Set(evidence.values.flatMap(\.workouts)).sorted() {
                try database.cached(
                    "INSERT INTO achievement_evidence (workout, person, id) VALUES (?, ?, ?)",
                    [workout.bytes, person, id.description])
            }
        }
    }
}
