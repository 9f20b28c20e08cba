import Foundation
import Paceline
import PacelineDatabase

extension TrainingStandings {
    /// Raises standings after workouts were published, edited or settled again, and reopens seasons for late ones.
    /// Publishing does not wait for it.
    ///
    /// The events only say whose days to add up again. Standings that fell were lowered with the change itself.
    /// - Parameter days: see ``publicDays(in:_:)``. The people must be locked.
    static func follow(
        _ events: [LoggedEvent], _ days: [Person.ID: Set<Day>], _ context: ConsumerContext
    ) throws {
        let events = events.filter { $0.mayChangeTraining && $0.item != nil }
        guard !events.isEmpty else { return }
        try TrainingStandings(context.connection, at: context.now).update(days)
        // What was published in time counts, also if it is read later.
        let instant = events.map(\.at).min() ?? context.now
        try context.connection.reopenTrainingSeasons(of: Set(events.map(\.person)), at: instant)
    }

    /// The days of the public workouts that the events are about, by owner.
    static func publicDays(
        in events: [LoggedEvent], _ connection: any Connection
    ) throws -> [Person.ID: Set<Day>] {
        let items = Set(events.filter(\.mayChangeTraining).compactMap(\.item))
        guard !items.isEmpty else { return [:] }
        // Only what everyone sees counts.
        let days = try connection.fetch(
            """
            SELECT items.owner, workouts.day, awards.day
            FROM items
            JOIN workouts ON workouts.id = items.id
            LEFT JOIN awards ON awards.workout = items.id
            WHERE items.id IN \(list: items.sorted()) AND items.visibility = \(ItemVisibility.public)
            """
        ) { (owner: $0[0] as Person.ID, days: [$0[1] as Day] + [$0[2] as Day?].compactMap(\.self)) }
        return days.reduce(into: [:]) { $0[$1.owner, default: []].formUnion($1.days) }
    }
}

extension LoggedEvent {
    /// Whether it is about an item that is not a score, and may be a workout.
    fileprivate var mayChangeTraining: Bool { [.item, .workout].contains(entry.kind.traits.changes) }
}

extension Transaction {
    /// Changes the viewer's totals after a settlement.
    ///
    /// If anything that everyone sees becomes lower, the standings on the global boards become lower at once. Otherwise
    /// they follow from the log.
    /// - Parameter contributions: of the workouts that have changed.
    func changeTotals(_ contributions: [ContributionChange], _ outcome: AwardOutcome) throws {
        let changes = try contributions + connection.contributions(of: outcome.changedCounting)
        try connection.changeStats(of: viewer.id, changes, xp: outcome.xp)
        var days: [Day: DayChange] = [:]
        for (old, new) in changes where old != new {
            if let old, old.visibility == .public { days[old.day, default: .none].add(old, times: -1) }
            if let new, new.visibility == .public { days[new.day, default: .none].add(new, times: 1) }
        }
        // The change can make other workouts count, stop counting, or earn on another day. The log does not know their
        // days, since its event is about the changed workout.
        let mustFollow =
            !outcome.changedCounting.isEmpty || days.values.contains(where: \.isLower)
            || outcome.publicXP.contains { $0.value < 0 || days[$0.key] == nil }
        guard mustFollow else { return }
        let changed = Set(days.keys).union(outcome.publicXP.keys)
        try TrainingStandings(connection, at: now).update([viewer.id: changed])
    }
}
