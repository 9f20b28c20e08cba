import Foundation
import Paceline
import PacelineDatabase

extension Counter {
    /// Compares levels and badges, and where feeds show them, with what the workouts earn.
    ///
    /// Leaves out people of whom the log has events that ``ExperienceConsumer`` has not processed, and those whose past
    /// has not been counted.
    static let achievements = Counter(name: "achievements") { connection in
        try connection.peopleWithCurrentAchievements().flatMap { person in
            try connection.achievementDifferences(of: person)
        }
    }
}

extension Connection {
    fileprivate func peopleWithCurrentAchievements() throws -> [Person.ID] {
        let consumer = ExperienceConsumer().name
        let position = try logPosition(named: consumer) ?? .start
        return try fetch(
            """
            SELECT person
            FROM (SELECT person FROM achievements UNION SELECT owner FROM awards) AS trained
            WHERE person NOT IN (SELECT person FROM achievement_backlog)
                AND person NOT IN (SELECT person FROM experience_backlog)
                AND person NOT IN (SELECT person FROM events WHERE \(SQL.isAppended(after: position)))
                AND person NOT IN (
                    SELECT events.person
                    FROM parked_events
                    JOIN events ON \(SQL.isSameEvent)
                    WHERE parked_events.follower = \(consumer))
            ORDER BY person
            """
        ) { $0[0] as Person.ID }
    }

    fileprivate func achievementDifferences(of person: Person.ID) throws -> [CounterDifference] {
        let stored = try achievementsLater(of: person)
        let records = try trainingRecordsLater(of: person)
        let sharing = try achievementSharingLater(of: person)
        let rows = Dictionary(uniqueKeysWithValues: try stored.get().map { ($0.row.id, $0) })
        let evidence = TrainingHistory.evidence(of: try records.get())
        let isShared = try sharing.get()?.isShared ?? false
        // Those of a newer version are left out.
        let known = Set(rows.keys).union(evidence.keys).filter { AchievementDefinition.of($0) != nil }
        return known.sorted().flatMap { id in
            AchievementComparison(
                stored: rows[id]?.row, item: rows[id]?.item, dates: (evidence[id] ?? [:]).mapValues(\.at),
                isShared: isShared
            ).differences.map { column, stored, counted in
                CounterDifference(
                    counter: "achievements.\(id).\(column)", subject: person.description,
                    stored: Int(clamping: stored), counted: Int(clamping: counted))
            }
        }
    }
}

/// A level or a badge as it is stored, and as the workouts earn it.
private struct AchievementComparison {
    let stored: StoredAchievement?
    /// Where feeds show it; nil if they do not.
    let item: StoredAchievement.Placement?
    /// When the workouts earned it, for each closeness.
    let dates: [Closeness: Date]
    /// Whether the owner shows others what they earn.
    let isShared: Bool

    typealias Values = (column: String, stored: Int64, counted: Int64)

    /// The values that differ: visibilities by number, instants in milliseconds, and 0 for what does not exist.
    var differences: [Values] { (row + place).filter { $0.stored != $0.counted } }

    private var row: [Values] {
        let widest = AchievementState(dates: dates, posted: []).widest?.visibility
        let visibility: Values = ("visibility", Self.number(stored?.visibility), Self.number(widest))
        let instants = zip(Closeness.counted, ["at", "at_friends", "at_followers", "at_public"]).map {
            closeness, column in
            (column, Self.number(stored?.state.dates[closeness]), Self.number(dates[closeness])) as Values
        }
        return [visibility] + instants
    }

    private var place: [Values] {
        guard let stored, let item else { return [] }
        let target = stored.placement(isShared: isShared)
        return [
            ("item_visibility", Self.number(item.visibility), Self.number(target?.visibility)),
            ("item_at", Self.number(item.at), Self.number(target?.at)),
        ]
    }

    private static func number(_ instant: Date?) -> Int64 { instant?.milliseconds ?? 0 }

    private static func number(_ visibility: ItemVisibility?) -> Int64 { Int64(visibility?.rawValue ?? 0) }
}
