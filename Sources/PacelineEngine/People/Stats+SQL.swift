import Foundation
import Paceline
import PacelineDatabase

/// What one workout adds to its owner's totals.
struct StatsShare: Equatable {
    let visibility: Visibility
    let type: WorkoutType
    let day: Day
    let millimetres: Int64
    let grams: Int64
    let milliseconds: Int64
    let xp: Int

    init(
        visibility: Visibility, type: WorkoutType, day: Day, distance: Double?, volume: Double?,
        duration: Double,
        xp: Int
    ) {
        self.visibility = visibility
        self.type = type
        self.day = day
        millimetres = Int64(((distance ?? 0) * 1_000).rounded())
        grams = Int64(((volume ?? 0) * 1_000).rounded())
        milliseconds = Int64((duration * 1_000).rounded())
        self.xp = xp
    }
}

extension Connection {
    /// Takes one workout out of its owner's totals and puts another in; either may be missing.
    func changeStats(of person: Person.ID, from old: StatsShare?, to new: StatsShare?) throws {
        guard old != new else { return }
        for reach in Reach.counted {
            let old = old.flatMap { $0.isSeen(from: reach) ? $0 : nil }
            let new = new.flatMap { $0.isSeen(from: reach) ? $0 : nil }
            guard old != new else { continue }
            try addTotals(of: person, reach, old, new)
            try addTypes(of: person, reach, old, new)
            try addDays(of: person, reach, old?.day, new?.day)
        }
    }

    private func addTotals(of person: Person.ID, _ reach: Reach, _ old: StatsShare?, _ new: StatsShare?)
        throws
    {
        let count = (new == nil ? 0 : 1) - (old == nil ? 0 : 1)
        let millimetres = (new?.millimetres ?? 0) - (old?.millimetres ?? 0)
        let grams = (new?.grams ?? 0) - (old?.grams ?? 0)
        let milliseconds = (new?.milliseconds ?? 0) - (old?.milliseconds ?? 0)
        let xp = (new?.xp ?? 0) - (old?.xp ?? 0)
        try send(
            """
            INSERT INTO stats (person, reach, workouts, millimetres, grams, milliseconds, xp)
            VALUES (\(person), \(reach.rawValue), \(count), \(millimetres), \(grams), \(milliseconds), \(xp))
            ON CONFLICT (person, reach) DO UPDATE
            SET workouts = stats.workouts + excluded.workouts,
                millimetres = stats.millimetres + excluded.millimetres,
                grams = stats.grams + excluded.grams,
                milliseconds = stats.milliseconds + excluded.milliseconds,
                xp = stats.xp + excluded.xp
            """)
    }

    private func addTypes(of person: Person.ID, _ reach: Reach, _ old: StatsShare?, _ new: StatsShare?) throws
    {
        guard old?.type != new?.type else { return }
        if let old {
            try send(
                """
                UPDATE stats_types SET workouts = workouts - 1
                WHERE person = \(person) AND reach = \(reach.rawValue) AND type = \(old.type)
                """)
            try send(
                """
                DELETE FROM stats_types
                WHERE person = \(person) AND reach = \(reach.rawValue) AND type = \(old.type) AND workouts = 0
                """)
        }
        guard let new else { return }
        try send(
            """
            INSERT INTO stats_types (person, reach, type, workouts)
            VALUES (\(person), \(reach.rawValue), \(new.type), 1)
            ON CONFLICT (person, reach, type) DO UPDATE SET workouts = stats_types.workouts + 1
            """)
    }

    private func addDays(of person: Person.ID, _ reach: Reach, _ old: Day?, _ new: Day?) throws {
        guard old != new else { return }
        if let old {
            try send(
                """
                UPDATE stats_days SET workouts = workouts - 1
                WHERE person = \(person) AND reach = \(reach.rawValue) AND day = \(old)
                """)
            try send(
                """
                DELETE FROM stats_days
                WHERE person = \(person) AND reach = \(reach.rawValue) AND day = \(old) AND workouts = 0
                """)
        }
        if let new {
            try send(
                """
                INSERT INTO stats_days (person, reach, day, workouts)
                VALUES (\(person), \(reach.rawValue), \(new), 1)
                ON CONFLICT (person, reach, day) DO UPDATE SET workouts = stats_days.workouts + 1
                """)
        }
        try recountStreak(of: person, reach, adding: old == nil ? new : nil)
    }

    /// Brings the streaks in line with the days.
    /// - Parameter day: when all that happened is that this day was added; most often it extends the last run, and
    ///   then the other days need not be read.
    private func recountStreak(of person: Person.ID, _ reach: Reach, adding day: Day?) throws {
        let before = try fetchFirst(
            """
            SELECT last_day, streak, longest_streak
            FROM stats
            WHERE person = \(person) AND reach = \(reach.rawValue)
            """
        ) { (lastDay: $0[0] as Day?, streak: $0[1] as Int, longest: $0[2] as Int) }
        if let day, let before, let lastDay = before.lastDay, day >= lastDay {
            guard day > lastDay else { return }
            let streak = day.ordinal == lastDay.ordinal + 1 ? before.streak + 1 : 1
            return try setStreak(
                of: person, reach, last: Streak(length: streak, lastDay: day),
                longest: max(before.longest, streak),
                first: nil)
        }
        let days = try fetch(
            "SELECT day FROM stats_days WHERE person = \(person) AND reach = \(reach.rawValue) ORDER BY day"
        ) { $0[0] as Day }
        let runs = Streak.runs(in: days)
        try setStreak(of: person, reach, last: runs?.last, longest: runs?.longest ?? 0, first: days.first)
    }

    /// - Parameter first: the first day of all; nil leaves it, unless there is no day any more.
    private func setStreak(
        of person: Person.ID, _ reach: Reach, last: Streak?, longest: Int, first: Day?
    ) throws {
        try send(
            """
            UPDATE stats
            SET first_day = CASE WHEN \(last == nil) = 1 THEN NULL ELSE COALESCE(\(first), first_day) END,
                last_day = \(last?.lastDay), streak = \(last?.length ?? 0), longest_streak = \(longest)
            WHERE person = \(person) AND reach = \(reach.rawValue)
            """)
    }

    /// Counts anew which days had workouts, after the person's time zone has changed.
    func recountDays(of person: Person.ID) throws {
        let starts = try fetch(
            """
            SELECT workouts.id, workouts.started_at
            FROM items
            JOIN workouts ON workouts.id = items.id
            WHERE items.owner = \(person)
            """
        ) { (id: $0[0] as Workout.ID, startedAt: $0[1] as Date) }
        let name = try fetchFirst("SELECT time_zone FROM accounts WHERE person = \(person)") {
            $0[0] as String
        }
        let timeZone = name.flatMap(TimeZone.init(identifier:)) ?? .gmt
        for workout in starts {
            try send(
                "UPDATE workouts SET day = \(Day(of: workout.startedAt, in: timeZone)) WHERE id = \(workout.id)"
            )
        }
        try send("DELETE FROM stats_days WHERE person = \(person)")
        for reach in Reach.counted {
            try send(
                """
                INSERT INTO stats_days (person, reach, day, workouts)
                SELECT \(person), \(reach.rawValue), workouts.day, COUNT(*)
                FROM items
                JOIN workouts ON workouts.id = items.id
                WHERE items.owner = \(person) AND items.visibility >= \(reach.rawValue)
                GROUP BY workouts.day
                """)
            try recountStreak(of: person, reach, adding: nil)
        }
    }
}

extension StatsShare {
    func isSeen(from reach: Reach) -> Bool { visibility.rawValue >= reach.rawValue }
}

extension Reach {
    /// Those at which there is something to count.
    static let counted: [Reach] = [.me, .friend, .follower, .stranger]
}

extension Transaction {
    /// The person's totals over what somebody at the reach sees.
    func stats(of person: Person.ID, seenFrom reach: Reach) throws -> PersonStats {
        let today = try connection.day(of: now, for: person)
        let favourite = try connection.fetchFirst(
            """
            SELECT type
            FROM stats_types
            WHERE person = \(person) AND reach = \(reach.rawValue)
            ORDER BY workouts DESC, type
            LIMIT 1
            """
        ) { $0[0] as WorkoutType }
        let stats = try connection.fetchFirst(
            """
            SELECT workouts, millimetres, grams, milliseconds, xp, first_day, last_day, streak, longest_streak
            FROM stats
            WHERE person = \(person) AND reach = \(reach.rawValue)
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
                xp: row[4],
                currentStreak: streak ?? 0, longestStreak: row[8], favouriteType: favourite,
                weeklyAverage: average ?? 0)
        }
        return stats ?? .none
    }
}
