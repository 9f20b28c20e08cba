import Foundation
import Paceline
import PacelineDatabase

/// The contribution of one workout to its owner's totals.
struct StatsContribution: Equatable {
    let visibility: ItemVisibility
    let type: WorkoutType
    let day: Day
    let millimetres: Int64
    let grams: Int64
    let milliseconds: Int64

    /// - Parameters:
    ///   - duration: in seconds. Counts up to the time from start to end, as it does for XP.
    ///   - start: when the workout started.
    ///   - end: when it ended.
    init(
        visibility: ItemVisibility, type: WorkoutType, day: Day, distance: Double?, volume: Double?,
        duration: Double, from start: Date, to end: Date
    ) {
        self.visibility = visibility
        self.type = type
        self.day = day
        millimetres = Int64(((distance ?? 0) * 1_000).rounded())
        grams = Int64(((volume ?? 0) * 1_000).rounded())
        let elapsed = end.milliseconds - start.milliseconds
        milliseconds = max(0, min(Int64((duration * 1_000).rounded()), elapsed))
    }
}

/// A workout's contributions before and after a change; nil where it does not exist or does not count.
typealias ContributionChange = (old: StatsContribution?, new: StatsContribution?)

extension SQL {
    /// Whether the workout counts in totals, which duplicates and future ones do not. Requires `items`, and `awards` by
    /// an outer join: workouts that have not been settled count.
    static let isCounted: SQL =
        "COALESCE(awards.status, 0) = 0 AND COALESCE(awards.eligibility, 0) <> \(Eligibility.future)"
}

/// A change to a person's totals for one closeness.
private struct StatsChange {
    var workouts = 0
    var millimetres: Int64 = 0
    var grams: Int64 = 0
    var milliseconds: Int64 = 0
    var longWorkouts = 0
    var countedMillimetres: Int64 = 0
    var xp = 0
    var types = Counts<WorkoutType>()
    var days: [Day: DayChange] = [:]

    /// Whether all totals stay the same.
    var isEmpty: Bool {
        (workouts, longWorkouts) == (0, 0) && (millimetres, grams, milliseconds) == (0, 0, 0)
            && (countedMillimetres, xp) == (0, 0) && types.isEmpty && days.values.allSatisfy { $0 == .none }
    }

    /// Adds the contribution `count` times, if viewers at this closeness are the most distant who can see it.
    mutating func add(_ contribution: StatsContribution?, times count: Int, at closeness: Closeness) {
        guard let contribution, contribution.visibility.rawValue == closeness.rawValue else { return }
        workouts += count
        millimetres += contribution.millimetres * Int64(count)
        grams += contribution.grams * Int64(count)
        milliseconds += contribution.milliseconds * Int64(count)
        longWorkouts += contribution.isLong ? count : 0
        countedMillimetres += contribution.countedMillimetres * Int64(count)
        types.add(count, of: contribution.type)
        days[contribution.day, default: .none].add(contribution, times: count)
    }
}

/// Changes to the number of workouts by type.
private struct Counts<Key: Equatable> {
    private var changes: [(key: Key, change: Int)] = []

    mutating func add(_ count: Int, of key: Key) {
        guard let index = changes.firstIndex(where: { $0.key == key }) else {
            return changes.append((key, count))
        }
        changes[index].change += count
        if changes[index].change == 0 { changes.remove(at: index) }
    }

    var isEmpty: Bool { changes.isEmpty }
    var decreases: some Sequence<(key: Key, change: Int)> { changes.lazy.filter { $0.change < 0 } }
    var increases: some Sequence<(key: Key, change: Int)> { changes.lazy.filter { $0.change > 0 } }
}

extension Connection {
    /// Subtracts the old contributions from the person's totals and adds the new ones.
    /// - Parameter xp: how much more XP viewers at each closeness see. It is settled for each closeness by itself: see
    ///   ``AwardSettlement``.
    func changeStats(of person: Person.ID, _ changes: [ContributionChange], xp: [Closeness: Int]) throws {
        // Closer viewers see everything that more distant ones see, so changes accumulate from far to near.
        var change = StatsChange()
        for closeness in Closeness.counted.reversed() {
            for (old, new) in changes where old != new {
                change.add(old, times: -1, at: closeness)
                change.add(new, times: 1, at: closeness)
            }
            change.xp = xp[closeness] ?? 0
            guard !change.isEmpty else { continue }
            try addTotals(of: person, closeness, change)
            try addTypes(of: person, closeness, change.types)
            try addDays(of: person, closeness, change.days)
        }
    }

    /// The contributions of workouts that count now, or no longer.
    func contributions(of awards: [StoredAward]) throws -> [ContributionChange] {
        guard !awards.isEmpty else { return [] }
        let counted = Set(awards.filter(\.isCounted).map(\.workout))
        return try fetch(
            """
            SELECT items.id, items.visibility, workouts.type, workouts.day, workouts.distance, workouts.volume,
                workouts.duration, workouts.started_at, workouts.ended_at
            FROM items
            JOIN workouts ON workouts.id = items.id
            WHERE items.id IN \(list: awards.map(\.workout))
            """
        ) { row in
            let id = row.next() as Workout.ID
            let contribution = StatsContribution(
                visibility: row.next(), type: row.next(), day: row.next(), distance: row.next(),
                volume: row.next(), duration: row.next(), from: row.next(), to: row.next())
            return counted.contains(id) ? (old: nil, new: contribution) : (old: contribution, new: nil)
        }
    }

    private func addTotals(of person: Person.ID, _ closeness: Closeness, _ change: StatsChange) throws {
        try send(
            """
            INSERT INTO stats (person, reach, workouts, millimetres, grams, milliseconds, long_workouts,
                counted_millimetres, xp)
            VALUES (\(person), \(closeness.rawValue), \(change.workouts), \(change.millimetres), \(change.grams),
                \(change.milliseconds), \(change.longWorkouts), \(change.countedMillimetres), \(change.xp))
            ON CONFLICT (person, reach) DO UPDATE
            SET workouts = stats.workouts + excluded.workouts,
                millimetres = stats.millimetres + excluded.millimetres,
                grams = stats.grams + excluded.grams,
                milliseconds = stats.milliseconds + excluded.milliseconds,
                long_workouts = stats.long_workouts + excluded.long_workouts,
                counted_millimetres = stats.counted_millimetres + excluded.counted_millimetres,
                xp = stats.xp + excluded.xp
            """)
    }

    private func addTypes(of person: Person.ID, _ closeness: Closeness, _ types: Counts<WorkoutType>) throws {
        for (type, change) in types.decreases {
            try send(
                """
                UPDATE stats_types SET workouts = workouts + \(change)
                WHERE person = \(person) AND reach = \(closeness.rawValue) AND type = \(type)
                """)
            try send(
                """
                DELETE FROM stats_types
                WHERE person = \(person) AND reach = \(closeness.rawValue) AND type = \(type) AND workouts = 0
                """)
        }
        for (type, change) in types.increases {
            try send(
                """
                INSERT INTO stats_types (person, reach, type, workouts)
                VALUES (\(person), \(closeness.rawValue), \(type), \(change))
                ON CONFLICT (person, reach, type) DO UPDATE
                SET workouts = stats_types.workouts + excluded.workouts
                """)
        }
    }

    /// Updates the first day with a workout, and the streaks of days with long ones.
    /// - Parameter day: the day on which long workouts were added, if nothing else changed. It usually extends the last
    ///   streak; then the other days are not read.
    func recountStreak(of person: Person.ID, _ closeness: Closeness, adding day: Day?) throws {
        let before = try fetchFirst(
            """
            SELECT last_day, streak, longest_streak
            FROM stats
            WHERE person = \(person) AND reach = \(closeness.rawValue)
            """
        ) { (lastDay: $0[0] as Day?, streak: $0[1] as Int, longest: $0[2] as Int) }
        if let day, let before, let lastDay = before.lastDay, day >= lastDay {
            guard day > lastDay else { return }
            let streak = day.ordinal == lastDay.ordinal + 1 ? before.streak + 1 : 1
            return try setStreak(
                of: person, closeness, last: Streak(length: streak, lastDay: day),
                longest: max(before.longest, streak))
        }
        let days = try fetch(
            """
            SELECT day, long_workouts
            FROM stats_days
            WHERE person = \(person) AND reach = \(closeness.rawValue)
            ORDER BY day
            """
        ) { (day: $0[0] as Day, longWorkouts: $0[1] as Int) }
        let runs = Streak.runs(in: days.filter { $0.longWorkouts > 0 }.map(\.day))
        try setStreak(of: person, closeness, last: runs?.last, longest: runs?.longest ?? 0)
        try send(
            """
            UPDATE stats SET first_day = \(days.first?.day)
            WHERE person = \(person) AND reach = \(closeness.rawValue)
            """)
    }

    private func setStreak(
        of person: Person.ID, _ closeness: Closeness, last: Streak?, longest: Int
    ) throws {
        try send(
            """
            UPDATE stats
            SET last_day = \(last?.lastDay), streak = \(last?.length ?? 0), longest_streak = \(longest)
            WHERE person = \(person) AND reach = \(closeness.rawValue)
            """)
    }
}

extension Closeness {
    /// The values for which totals are stored.
    static let counted: [Closeness] = [.me, .friend, .follower, .stranger]
}

extension Transaction {
    /// The person's totals over the workouts that a viewer with this closeness may see.
    func stats(of person: Person.ID, seenFrom closeness: Closeness) throws -> PersonStats {
        let today = try connection.timeZonesLater(of: person).get().day(of: now)
        let favourite = try connection.fetchFirst(
            """
            SELECT type
            FROM stats_types
            WHERE person = \(person) AND reach = \(closeness.rawValue)
            ORDER BY workouts DESC, type
            LIMIT 1
            """
        ) { $0[0] as WorkoutType }
        let stats = try connection.fetchFirst(
            """
            SELECT workouts, millimetres, grams, milliseconds, xp, first_day, last_day, streak, longest_streak
            FROM stats
            WHERE person = \(person) AND reach = \(closeness.rawValue)
            """
        ) { row in
            let workouts = row[0] as Int
            let streak = (row[6] as Day?).map { Streak(length: row[7], lastDay: $0).length(on: today) }
            let average = (row[5] as Day?).map {
                PersonStats.weeklyAverage(workouts: workouts, first: $0, today: today)
            }
            return PersonStats(
                workouts: workouts, distance: Double(row[1] as Int64) / 1_000,
                volume: Double(row[2] as Int64) / 1_000, duration: Double(row[3] as Int64) / 1_000,
                xp: row[4], level: Level(lifetime: row[4]).number,
                currentStreak: streak ?? 0, longestStreak: row[8], favouriteType: favourite,
                weeklyAverage: average ?? 0)
        }
        return stats ?? .none
    }
}
