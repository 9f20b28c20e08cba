import Foundation
import Paceline
import PacelineDatabase

/// Whether a workout is held because it is faster than records together with others of its day. The database stores the
/// numbers.
enum SpeedOfDay: Int, Sendable {
    /// It is not.
    case plausible = 0
    /// It is, and would count otherwise.
    case holdsCounted = 1
    /// It is, and would be a duplicate otherwise.
    case holdsDuplicate = 2
    /// Moderators have approved it: the others of its day do not hold it.
    case approved = 3
}

extension StoredAward {
    /// The status that it would have without the speed of its day. The rule of duplicates depends on this one, and so
    /// not on which workouts are held for their day: otherwise each rule would depend on the other.
    var statusAlone: AwardStatus {
        switch speedOfDay {
        case .plausible, .approved: status
        case .holdsCounted: .counted
        case .holdsDuplicate: .duplicate
        }
    }

    /// Whether it is held because of the others of its day.
    var isHeldForDay: Bool { speedOfDay == .holdsCounted || speedOfDay == .holdsDuplicate }

    mutating func holdForDay() {
        guard !isHeldForDay else { return }
        speedOfDay = status == .duplicate ? .holdsDuplicate : .holdsCounted
        status = .held
    }

    /// The same award, not held because of the others of its day.
    var releasedFromDay: StoredAward {
        var released = self
        released.releaseFromDay()
        return released
    }

    mutating func releaseFromDay() {
        guard isHeldForDay else { return }
        status = statusAlone
        speedOfDay = .plausible
    }

    /// Whether the workout is faster than records when it is added to the day's other workouts of its sport that are at
    /// least as fast and at least as visible. Otherwise a long distance could be entered in sprints.
    ///
    /// Duplicates that can earn XP are added, too, unless they record the same effort as another one: otherwise sprints
    /// within a slow recording of the whole day would earn XP.
    /// - Parameter original: the workout of which it is a duplicate: they are the same effort.
    func isTooFast(togetherWith day: ReleasedDay, original: Workout.ID?) -> Bool {
        guard canBeTooFast else { return false }
        func isSimilar(_ other: StoredAward) -> Bool {
            other.workout != workout && other.workout != original && other.type == type
                && other.visibility >= visibility && other.speed >= speed
        }
        var sum = [self] + day.counted.filter(isSimilar)
        for duplicate in day.duplicates where isSimilar(duplicate) && !duplicate.recordsEffort(ofAny: sum) {
            sum.append(duplicate)
        }
        guard sum.count > 1 else { return false }
        let time = sum.reduce(0) { $0 + $1.milliseconds }
        return (ExperiencePolicy.numbered(policy) ?? .current)
            .isTooFast(speed / PlausibilityLimit.rests, over: Double(time) / 1_000, in: type)
    }

    /// Whether more than half of it, or of another one, lies within both.
    private func recordsEffort(ofAny others: [StoredAward]) -> Bool {
        others.contains { other in
            let shared =
                min(endedAt, other.endedAt).milliseconds - max(startedAt, other.startedAt).milliseconds
            return shared * 2 > min(elapsedMilliseconds, other.elapsedMilliseconds)
        }
    }

    /// Whether others see no difference: they do not see that moderators approved a workout that counts anyway.
    func looks(like other: StoredAward) -> Bool {
        var same = other
        same.speedOfDay = speedOfDay
        return self == same
    }

    fileprivate var canBeTooFast: Bool { milliseconds > 0 && millimetres > 0 && eligibility != .future }

    /// In metres per second, of a workout that has a time.
    private var speed: Double { Double(millimetres) / Double(milliseconds) }
}

/// The workouts of a day, each as if the others did not hold it.
struct ReleasedDay {
    let awards: [StoredAward]
    /// The original of each duplicate, if it is of the day, too.
    let originals: [Workout.ID: Workout.ID]
    /// Those with a speed that count.
    fileprivate let counted: [StoredAward]
    /// Those with a speed that do not count, but can earn XP, in the order of their ends.
    fileprivate let duplicates: [StoredAward]

    init(_ awards: [StoredAward]) {
        self.awards = awards.map(\.releasedFromDay)
        // Originals are seen by all who see their duplicates.
        let recorded = self.awards.filter(\.takesPartInDuplicateRule)
        originals = DuplicateRule.originals(
            of: recorded.filter { !$0.isCounted }.map(\.recording),
            among: recorded.filter(\.isCounted).map(\.recording))
        let fast = self.awards.filter(\.canBeTooFast)
        counted = fast.filter(\.isCounted)
        duplicates = fast.filter { !$0.isCounted && $0.competes }
            .sorted { ($0.endedAt, $0.startedAt, $0.workout) < ($1.endedAt, $1.startedAt, $1.workout) }
    }

    /// Whether the others of the day hold one of these in a community that holds workouts.
    /// - Parameter original: the workout of which it is a duplicate.
    func holds(_ award: StoredAward, original: Workout.ID?) -> Bool {
        award.speedOfDay != .approved && !award.status.isWithheld
            && award.isTooFast(togetherWith: self, original: original)
    }
}

extension SpeedOfDay: SQLConvertible, SQLDecodable {
    var sqlValue: SQLValue { .integer(Int64(rawValue)) }
    static var placeholder: SpeedOfDay { .plausible }
    static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> SpeedOfDay {
        try decode(row, at: column, as: "a speed of a day") { SpeedOfDay(rawValue: $0) }
    }
}
