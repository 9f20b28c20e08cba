import Paceline
import PacelineDatabase

/// A person's totals, by the most distant audience that sees them.
struct TrainingTotals {
    var amounts: [Closeness: [TrainingTotal: Int64]] = [:]
    var levels: [Closeness: Int] = [:]

    /// The most open visibility in which the totals reach a milestone or level; `public` for everything else.
    func limit(of id: Achievement.ID) -> ItemVisibility {
        let reaches: (Closeness) -> Bool
        switch AchievementDefinition.of(id)?.rule {
        case .total(let total, let goal): reaches = { (amounts[$0]?[total] ?? 0) >= goal }
        case .level(let level): reaches = { (levels[$0] ?? 1) >= level }
        default: return .public
        }
        return Closeness.counted.reversed().first(where: reaches)?.visibility ?? .private
    }
}

extension Connection {
    /// Index: the primary key of `stats`.
    func trainingTotalsLater(of person: Person.ID) throws -> Deferred<TrainingTotals> {
        try fetchAllLater(
            """
            SELECT reach, workouts, millimetres, grams, milliseconds, longest_streak, xp
            FROM stats
            WHERE person = \(person)
            """
        ) { row in
            (
                audience: Closeness(rawValue: row[0]) ?? .me,
                amounts: [
                    TrainingTotal.workouts: row[1] as Int64, .millimetres: row[2] as Int64,
                    .grams: row[3] as Int64, .milliseconds: row[4] as Int64, .longestStreak: row[5] as Int64,
                ], level: Level(lifetime: row[6]).number
            )
        }
        .map { rows in
            rows.reduce(into: TrainingTotals()) { totals, row in
                totals.amounts[row.audience] = row.amounts
                totals.levels[row.audience] = row.level
            }
        }
    }
}
