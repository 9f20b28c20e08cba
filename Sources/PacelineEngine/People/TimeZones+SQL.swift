import Foundation
import Paceline
import PacelineDatabase

extension Connection {
    /// The person's time zones, which decide on the days of their workouts.
    func timeZonesLater(of person: Person.ID) throws -> Deferred<TimeZoneHistory> {
        try fetchAllLater(
            """
            SELECT accounts.time_zone, time_zone_changes.at, time_zone_changes.zone
            FROM accounts
            LEFT JOIN time_zone_changes ON time_zone_changes.person = accounts.person
            WHERE accounts.person = \(person)
            ORDER BY time_zone_changes.at
            """
        ) { (present: $0[0] as String, at: $0[1] as Date?, zone: $0[2] as String?) }
        .map { rows in
            TimeZoneHistory(
                rows.first?.present ?? "UTC",
                changes: rows.compactMap { row in
                    guard let at = row.at, let zone = row.zone else { return nil }
                    return TimeZoneHistory.Change(at: at, zone: zone)
                })
        }
    }

    /// The time zones of those who changed theirs.
    /// - Parameter people: a query for the people, as `person`.
    func changedTimeZones(of people: SQL) throws -> [Person.ID: TimeZoneHistory] {
        let rows = try fetch(
            """
            SELECT time_zone_changes.person, time_zone_changes.at, time_zone_changes.zone
            FROM (\(people)) AS shown
            JOIN time_zone_changes ON time_zone_changes.person = shown.person
            ORDER BY time_zone_changes.person, time_zone_changes.at
            """
        ) { (person: $0[0] as Person.ID, change: TimeZoneHistory.Change(at: $0[1], zone: $0[2])) }
        return Dictionary(grouping: rows, by: \.person)
            .mapValues { TimeZoneHistory("UTC", changes: $0.map(\.change)) }
    }

    /// Whether the person has workouts, or had some that earned XP: deleted ones could be published again, on other
    /// days. Indexes: the primary key of `items`, and the unique one of `ledger_accounts`.
    fileprivate func hasTrained(_ person: Person.ID) throws -> Bool {
        try exists("SELECT 1 FROM items WHERE owner = \(person) AND kind = 'workout'")
            || exists("SELECT 1 FROM ledger_accounts WHERE person = \(person)")
    }

    /// The ids of the person's workouts that start at or after the instant. Index: `awards_by_start`.
    fileprivate func workouts(of person: Person.ID, startingAtOrAfter instant: Date) throws -> [Workout.ID] {
        try fetch(
            """
            SELECT workout
            FROM awards
            WHERE owner = \(person) AND started_at >= \(instant)
            ORDER BY workout
            """
        ) { $0[0] as Workout.ID }
    }

    fileprivate func replace(
        _ old: [TimeZoneHistory.Change], by new: [TimeZoneHistory.Change], of person: Person.ID
    ) throws {
        for change in old where !new.contains(change) {
            try send("DELETE FROM time_zone_changes WHERE person = \(person) AND at = \(change.at)")
        }
        for change in new where !old.contains(change) {
            try send(
                """
                INSERT INTO time_zone_changes (person, at, zone)
                VALUES (\(person), \(change.at), \(change.zone))
                """)
        }
    }
}

extension Accounts {
    /// Records that the viewer has another time zone, before it is saved. Before the first workout, there is nothing
    /// whose day the former zone decides, and the new one applies at once.
    func changeTimeZone(to zone: String) throws {
        let me = viewer.id
        let hasTrained = try connection.hasTrained(me)
        let old = try connection.timeZonesLater(of: me).get()
        let new = TimeZoneHistory(zone, changes: hasTrained ? old.changes(to: zone, at: now) : [])
        guard new.changes != old.changes else { return }
        try connection.replace(old.changes, by: new.changes, of: me)
        // Those that have taken effect stay.
        let moved = [old, new].flatMap(\.changes).map(\.at).filter { $0 > now }.min()
        guard hasTrained, let moved else { return }
        try transaction.moveDays(ofWorkoutsFrom: moved, in: new)
    }
}

extension Transaction {
    /// Moves the viewer's workouts that start later than now: planned ones, and those published minutes before the
    /// midnight at which another zone begins to apply.
    fileprivate func moveDays(ofWorkoutsFrom instant: Date, in zones: TimeZoneHistory) throws {
        var changes: [ItemChange<StoredWorkout>] = []
        for id in try connection.workouts(of: viewer.id, startingAtOrAfter: instant) {
            guard let old = try connection.workout(id), let award = old.award else { continue }
            var new = old
            new.day = zones.day(of: old.workout.startedAt)
            new.award?.zone = zones.zone(at: award.startedAt)
            guard new.day != old.day || new.award != award else { continue }
            try connection.send("UPDATE workouts SET day = \(new.day) WHERE id = \(id)")
            changes.append(.replaced(old, by: new))
        }
        if !changes.isEmpty { try apply(changes, in: zones) }
    }
}
