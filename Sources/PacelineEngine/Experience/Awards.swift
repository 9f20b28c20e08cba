import Foundation
import Paceline
import PacelineDatabase

/// The awards of the viewer's workouts in a transaction.
struct Awards: FeatureStore {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    /// Settles workouts after they were published, edited or deleted, and adds the differences to the ledger, also
    /// those of other workouts.
    /// - Parameter zones: the viewer's; nil to read them.
    /// - Throws: ``SocialError/Code/limitReached`` if there are too many workouts on a day, or overlapping each other.
    func settle(_ changes: [AwardChange], in zones: TimeZoneHistory? = nil) throws -> AwardOutcome {
        var outcome = AwardOutcome(of: changes)
        guard !changes.isEmpty else { return outcome }
        let zones = try zones ?? connection.timeZonesLater(of: viewer.id).get()
        for group in changes.groupedByTime { try settle(group, in: zones, &outcome) }
        return outcome
    }

    private func settle(
        _ changes: [AwardChange], in zones: TimeZoneHistory, _ outcome: inout AwardOutcome
    ) throws {
        guard var span = AwardSettlement.span(of: changes) else { return }
        while true {
            let stored = try connection.awardsLater(of: viewer.id, startingIn: span)
            let storedXP = try connection.xpLater(of: viewer.id, in: span)
            let pendingChain = try ExperienceLedger(transaction).chainLater()
            var settlement = AwardSettlement(
                of: changes, among: try stored.get(), startingIn: span, in: zones,
                holds: environment.holdsAnomalies)
            let requiredSpan = settlement.findDuplicates()
            if changes.contains(where: \.isLimited), settlement.overlappingCount > environment.overlapLimit {
                throw SocialError(
                    .limitReached, "Too many workouts overlap each other.", field: "startedAt")
            }
            if let requiredSpan {
                span = requiredSpan
                continue
            }
            try checkDailyLimit(of: settlement)
            let (oldXP, chain) = (try storedXP.get(), try pendingChain.get())
            let xp = settlement.settle()
            let differences = settlement.differences
            try save(differences)
            try ExperienceLedger(transaction).append(differences.compactMap(\.ledgerChange), to: chain)
            try save(xp, on: settlement.days, replacing: oldXP, &outcome)
            try announce(differences, besides: Set(changes.compactMap(\.workout)))
            outcome.add(differences)
            outcome.hints.formUnion(settlement.hints)
            return
        }
    }

    private func checkDailyLimit(of settlement: AwardSettlement) throws {
        guard settlement.largestCountOfDay() > ExperienceLimits.workoutsPerDay else { return }
        throw SocialError(
            .limitReached,
            "You can have at most \(ExperienceLimits.workoutsPerDay) workouts a day.", field: "startedAt")
    }

    private func save(_ differences: [AwardDifference]) throws {
        try connection.insert(differences.filter { $0.old == nil }.compactMap(\.new))
        for difference in differences {
            guard let new = difference.new else { continue }
            if difference.old != nil { try connection.update(new) }
            guard difference.changesXP else { continue }
            try connection.send(
                "UPDATE items SET xp = \(new.shownWorth), xp_earned = \(new.award) WHERE id = \(new.workout)")
        }
    }

    private func save(
        _ xp: [DayForCloseness: Int], on days: Set<Day>, replacing stored: [DayForCloseness: Int],
        _ outcome: inout AwardOutcome
    ) throws {
        for day in days.sorted() {
            for closeness in Closeness.counted {
                let key = DayForCloseness(day: day, closeness: closeness)
                let (old, new) = (stored[key] ?? 0, xp[key] ?? 0)
                guard old != new else { continue }
                try connection.setXP(new, of: viewer.id, key, wasZero: old == 0)
                outcome.xp[closeness, default: 0] += new - old
                if closeness == .stranger { outcome.publicXP[day, default: 0] += new - old }
            }
        }
    }

    /// Logs that other workouts earned more or less, or that the speed of the day holds or releases them, for their
    /// owner only; and for others if they see other XP.
    private func announce(_ differences: [AwardDifference], besides changed: Set<Workout.ID>) throws {
        for difference in differences where !changed.contains(difference.workout) {
            guard difference.changesXP || difference.changesHolding else { continue }
            try transaction.log(
                .changedExperience, item: difference.workout.uuid,
                seenBy: difference.visibilityOfChange)
        }
    }
}

/// The results of settling changes of workouts.
struct AwardOutcome {
    /// The awards of the changed workouts.
    private(set) var awards: [Workout.ID: StoredAward] = [:]
    /// Other workouts that started or ceased to count.
    private(set) var changedCounting: [StoredAward] = []
    /// The change of the XP that is visible at each closeness.
    fileprivate(set) var xp: [Closeness: Int] = [:]
    /// The change of the XP that everyone sees, by day.
    fileprivate(set) var publicXP: [Day: Int] = [:]
    fileprivate(set) var hints = ListingHints()
    /// The changed workouts. Settling those of other days may have affected them, too.
    private let changed: Set<Workout.ID>

    fileprivate init(of changes: [AwardChange]) {
        changed = Set(changes.compactMap(\.workout))
    }

    fileprivate mutating func add(_ differences: [AwardDifference]) {
        for difference in differences {
            guard let new = difference.new else { continue }
            if changed.contains(new.workout) {
                awards[new.workout] = new
            } else if difference.old?.isCounted != new.isCounted {
                changedCounting.append(new)
            }
        }
    }
}

extension AwardOutcome {
    /// The workouts that may earn less than before the changes: those that were deleted, are seen by fewer people, have
    /// other measures, or are duplicates now. Each with its visibility before them.
    func weakened(by changes: [ItemChange<StoredWorkout>]) -> [Workout.ID: ItemVisibility] {
        var weakened: [Workout.ID: ItemVisibility] = [:]
        for award in changedCounting where !award.isCounted { weakened[award.workout] = award.visibility }
        for change in changes {
            guard let old = change.old else { continue }
            if let new = change.new, !Self.isWeaker(new, awards[old.workout.id] ?? new.award, than: old) {
                continue
            }
            weakened[old.workout.id] = old.workout.visibility
        }
        return weakened
    }

    /// The same after they were settled again by other rules.
    /// - Parameter stored: as they were before.
    func weakened(settledAgain stored: [StoredAward]) -> [Workout.ID: ItemVisibility] {
        var weakened = weakened(by: [])
        for old in stored {
            if let new = awards[old.workout], new.isWeaker(than: old) {
                weakened[old.workout] = old.visibility
            }
        }
        return weakened
    }

    private static func isWeaker(
        _ new: StoredWorkout, _ award: StoredAward?, than old: StoredWorkout
    ) -> Bool {
        guard let before = old.award, let award else { return true }
        return award.isWeaker(than: before) || old.workout.isErgTest != new.workout.isErgTest
            || old.day != new.day
    }
}

extension StoredAward {
    /// Whether its workout may earn less than before, for any viewer.
    fileprivate func isWeaker(than old: StoredAward) -> Bool {
        guard visibility >= old.visibility else { return true }
        var before = old
        // What it earned may change with other workouts.
        before.visibility = visibility
        before.award = award
        before.reason = reason
        // Others see only whether it is held.
        before.speedOfDay = speedOfDay
        return before != self
    }
}

extension Connection {
    /// The XP of the person's days in the span.
    fileprivate func xpLater(
        of person: Person.ID, in span: ClosedRange<Date>
    ) throws -> Deferred<[DayForCloseness: Int]> {
        let (first, last) = (Day(of: span.lowerBound, in: .gmt), Day(of: span.upperBound, in: .gmt))
        return try fetchAllLater(
            """
            SELECT day, audience, xp
            FROM experience_days
            WHERE person = \(person) AND audience IN (0, 1, 2, 3) AND day BETWEEN \(first) AND \(last)
            """
        ) { (day: $0[0] as Day, closeness: Closeness(rawValue: $0[1]) ?? .me, xp: $0[2] as Int) }
        .map { rows in
            Dictionary(
                uniqueKeysWithValues: rows.map {
                    (DayForCloseness(day: $0.day, closeness: $0.closeness), $0.xp)
                })
        }
    }

    /// Days without XP have no row.
    fileprivate func setXP(_ xp: Int, of person: Person.ID, _ key: DayForCloseness, wasZero: Bool) throws {
        let row: SQL = """
            person = \(person) AND audience = \(key.closeness.rawValue) AND day = \(key.day)
            """
        if xp == 0 {
            try send("DELETE FROM experience_days WHERE \(row)")
        } else if wasZero {
            try send(
                """
                INSERT INTO experience_days (person, audience, day, xp)
                VALUES (\(person), \(key.closeness.rawValue), \(key.day), \(xp))
                """)
        } else {
            try send("UPDATE experience_days SET xp = \(xp) WHERE \(row)")
        }
    }
}
