import Foundation
import Paceline

/// Settles changes of a person's workouts among their other workouts, in memory.
///
/// Finds the duplicates among the workouts that overlap the changed ones, directly or through others, and settles every
/// affected day.
struct AwardSettlement {
    let changes: [AwardChange]
    /// All awards that start within this time, or are settled on its days, are known, and those of more than a day that
    /// overlap it.
    private let span: ClosedRange<Date>
    /// The awards as stored, with those of deleted workouts.
    private let before: [Workout.ID: StoredAward]
    private(set) var after: [Workout.ID: StoredAward]
    private let zones: TimeZoneHistory
    /// Whether the community holds workouts.
    private let holds: Bool
    /// The days to settle.
    private(set) var days: Set<Day> = []
    /// The number of workouts that overlap the changed ones, directly or through others, including these.
    private(set) var overlappingCount = 0
    /// The original of each duplicate among these, and on the ``days`` that were settled.
    private var originals: [Workout.ID: Workout.ID] = [:]
    /// The workouts of the ``days`` that are faster than records together with others, also if the community only
    /// lists them.
    private var tooFastOfDay: Set<Workout.ID> = []

    /// How much earlier and later than a workout others start that may be settled on the same day, in seconds. A day
    /// lasts 50 hours around the world, to which a change of the time zone adds up to a day, and duplicates are settled
    /// on their original's day. Those of more than a day are found by their day.
    static let margin: TimeInterval = 99 * 3_600
    /// How much more to read at once where recordings overlap each other beyond what is known, in seconds: 30 days.
    /// With less, a long chain of long recordings would be read link by link, each time from its other end.
    private static let step: TimeInterval = 30 * 86_400

    /// - Parameters:
    ///   - stored: all awards of the person that start within the span or are settled on its days, after deletions.
    ///   - zones: the person's.
    ///   - holds: whether the community holds workouts.
    init(
        of changes: [AwardChange], among stored: [StoredAward], startingIn span: ClosedRange<Date>,
        in zones: TimeZoneHistory, holds: Bool
    ) {
        self.changes = changes
        self.holds = holds
        self.span = span
        self.zones = zones
        var before = Dictionary(stored.map { ($0.workout, $0) }) { first, _ in first }
        for old in changes.compactMap(\.old) { before[old.workout] = old }
        self.before = before
        after = before
        for change in changes {
            guard let workout = change.workout else { continue }
            after[workout] = change.new
        }
    }

    /// The time in which to read awards for these changes.
    static func span(of changes: [AwardChange]) -> ClosedRange<Date>? {
        let starts = changes.flatMap(\.starts)
        guard let first = starts.min(), let last = starts.max() else { return nil }
        return first.addingTimeInterval(-margin)...last.addingTimeInterval(margin)
    }

    /// Decides which workouts are duplicates, and which days to settle.
    /// - Returns: the time in which to read awards instead, if more must be known.
    mutating func findDuplicates() -> ClosedRange<Date>? {
        let overlapping = overlapping()
        overlappingCount = overlapping.ids.count
        if let time = overlapping.time, !span.contains(time) {
            let (first, last) = (time.lowerBound, time.upperBound)
            return span.union(first.addingTimeInterval(-Self.step)...last.addingTimeInterval(Self.step))
        }
        originals = DuplicateRule.originals(of: overlapping.ids.compactMap { after[$0]?.recording })
        let changed = Set(changes.compactMap(\.workout))
        let affected = overlapping.ids.union(changed)
        let classification = AwardClassification(
            affected.compactMap { after[$0] }, originals: originals, in: zones)
        for (id, award) in classification.awards { after[id] = award }
        days = []
        for id in affected {
            let (old, new) = (before[id], after[id])
            let isSame =
                old?.day == new?.day && old?.statusAlone == new?.statusAlone
                && old?.bridgesDays == new?.bridgesDays
            guard changed.contains(id) || !isSame else { continue }
            days.formUnion([old?.day, new?.day].compactMap(\.self))
        }
        let needed = days.map(Self.span(ofDay:)).reduce(span) { $0.union($1) }
        return span == needed ? nil : needed
    }

    /// When workouts of up to a day start that may be settled on the day: the day in any time zone, the rest of the next
    /// one after a change of the zone, and their duplicates. Longer ones are found by their day.
    private static func span(ofDay day: Day) -> ClosedRange<Date> {
        let start = day.startInUTC
        return start.addingTimeInterval(-38 * 3_600)...start.addingTimeInterval(84 * 3_600)
    }

    private func naturalDay(of award: StoredAward) -> Day { zones.naturalDay(of: award) }

    /// The most workouts on the day of a workout that is new or has moved there.
    func largestCountOfDay() -> Int {
        guard after.count > ExperienceLimits.workoutsPerDay else { return 0 }
        let limited = changes.filter { change in
            guard change.isLimited, let new = change.new else { return false }
            return change.old.map { naturalDay(of: $0) != naturalDay(of: new) } ?? true
        }
        let counts = after.values.reduce(into: [Day: Int]()) { $0[naturalDay(of: $1), default: 0] += 1 }
        return limited.compactMap(\.new).map { counts[naturalDay(of: $0)] ?? 0 }.max() ?? 0
    }

    /// Settles the ``days``.
    /// - Returns: the XP of each day, for each closeness.
    mutating func settle() -> [DayForCloseness: Int] {
        var xp: [DayForCloseness: Int] = [:]
        for (day, awards) in Dictionary(grouping: after.values, by: \.day) where days.contains(day) {
            let released = ReleasedDay(awards)
            originals.merge(released.originals) { known, _ in known }
            let awards = released.awards.map { judgeSpeedOfDay($0, in: released) }
            for award in awards { settleWithoutCompetition(award) }
            let competing = awards.filter(\.competes)
            for closeness in Closeness.counted {
                let seen = competing.filter { $0.visibility.rawValue >= closeness.rawValue }
                let settled = Settlement.awards(
                    for: seen.map { $0.candidate(original: released.originals[$0.workout]) })
                xp[DayForCloseness(day: day, closeness: closeness)] = settled.values.reduce(0) {
                    $0 + $1.amount
                }
                guard closeness == .me else { continue }
                for (id, award) in settled {
                    after[id]?.award = award.amount
                    after[id]?.reason = award.reason
                }
            }
        }
        return xp
    }

    private mutating func judgeSpeedOfDay(_ award: StoredAward, in day: ReleasedDay) -> StoredAward {
        var judged = award
        if day.holds(award, original: originals[award.workout]) {
            tooFastOfDay.insert(award.workout)
            if holds { judged.holdForDay() }
        }
        after[award.workout] = judged
        return judged
    }

    private mutating func settleWithoutCompetition(_ award: StoredAward) {
        after[award.workout]?.award = 0
        let reason = award.status == .counted ? AwardReason.cooldown : .duplicate
        after[award.workout]?.reason =
            award.status.withheldReason ?? award.eligibility.reason ?? (award.competes ? nil : reason)
    }

    /// The awards that differ from the stored ones, in the order of their workouts.
    var differences: [AwardDifference] {
        Set(before.keys).union(after.keys).compactMap { AwardDifference(old: before[$0], new: after[$0]) }
            .sorted { $0.position < $1.position }
    }
}

// MARK: - Hints for moderators

extension AwardSettlement {
    /// After ``settle()``.
    var hints: ListingHints {
        let changed = Set(changes.compactMap(\.workout))
        var hints = ListingHints()
        for (id, award) in after {
            let hasChanged = award.isHeldForDay != (before[id]?.isHeldForDay ?? false)
            if hasChanged { hints.changedSpeedOfDay.insert(id) }
            // Nothing is unusual about a duplicate that earns nothing.
            guard award.countsOrEarns || award.isHeldForDay else { continue }
            let hasStarted = award.countsOrEarns && !(before[id]?.countsOrEarns ?? false)
            guard changed.contains(id) || hasStarted || hasChanged else { continue }
            hints.judged.insert(id)
            if hasStarted { hints.started.insert(id) }
            let original = originals[id]
            hints.originals[id] = original
            let others = after.values.lazy.filter {
                $0.workout != id && $0.workout != original && $0.isCounted
            }
            if award.overlapsTooLong(others) { hints.overlappingOthers.insert(id) }
            if tooFastOfDay.contains(id) { hints.fastTogether.insert(id) }
            if award.worth < ListingLimit.leastWorth || others.contains(where: award.isUsual(beside:)) {
                hints.unremarkable.insert(id)
            }
        }
        return hints
    }
}

extension StoredAward {
    /// Whether the workout counts in totals, or earns XP, as a duplicate can.
    fileprivate var countsOrEarns: Bool { isCounted || award > 0 }

    /// Whether it shares more of its time with others, taken together, than a pause explains.
    fileprivate func overlapsTooLong(_ others: some Sequence<StoredAward>) -> Bool {
        let shared = others.reduce(0) { sum, other in
            other.takesPartInDuplicateRule ? sum + max(0, overlap(with: other)) : sum
        }
        return shared > ListingLimit.overlap * 1_000
            || shared * ListingLimit.shareOfOverlap > elapsedMilliseconds
    }

    fileprivate func isUsual(beside other: StoredAward) -> Bool {
        other.type == type && other.worth * ListingLimit.yearsBestFactor >= worth
    }

    /// The time that both take, in milliseconds; negative if they are apart.
    fileprivate func overlap(with other: StoredAward) -> Int64 {
        min(endedAt, other.endedAt).milliseconds - max(startedAt, other.startedAt).milliseconds
    }
}

/// A day, as viewers at one closeness see it. Its XP is stored for each.
struct DayForCloseness: Hashable {
    let day: Day
    let closeness: Closeness
}

/// An award before and after a settlement.
struct AwardDifference {
    /// Nil if the workout was not settled before.
    let old: StoredAward?
    /// Nil if the workout was deleted.
    let new: StoredAward?
    private let latest: StoredAward

    /// - Returns: nil if there is no difference.
    fileprivate init?(old: StoredAward?, new: StoredAward?) {
        guard old != new, let latest = new ?? old else { return nil }
        self.old = old
        self.new = new
        self.latest = latest
    }

    var workout: Workout.ID { latest.workout }

    /// What to add to the ledger; nil if the workout earned as much before.
    var ledgerChange: LedgerChange? {
        let amount = (new?.award ?? 0) - (old?.award ?? 0)
        guard amount != 0 else { return nil }
        return LedgerChange(workout: workout, amount: amount, reason: new?.reason, policy: latest.policy)
    }

    /// Whether its owner or others see different XP.
    var changesXP: Bool { (old?.award ?? 0, old?.shownWorth ?? 0) != (new?.award ?? 0, new?.shownWorth ?? 0) }

    /// Whether it was held or released. Late workouts are worth nothing either way.
    var changesHolding: Bool { (old?.status == .held) != (new?.status == .held) }

    /// Who sees a change of its XP, if the workout itself has not changed: others see what it is worth, unless it is
    /// held.
    var visibilityOfChange: ItemVisibility {
        guard let old, let new, old.shownWorth != new.shownWorth else { return .private }
        return new.visibility
    }

    fileprivate var position: (Date, Date, Workout.ID) { (latest.endedAt, latest.publishedAt, workout) }
}

extension ClosedRange<Date> {
    func union(_ other: ClosedRange<Date>) -> ClosedRange<Date> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }

    fileprivate func contains(_ other: ClosedRange<Date>) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}
