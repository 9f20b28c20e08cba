/// The XP that a workout earned: its worth after the limits of its day. See ``ExperienceLimits``.
public struct Award: Sendable, Equatable {
    /// XP, at most the workout's worth.
    public var amount: Int
    /// Why it is less than the worth; nil if it is not.
    public var reason: AwardReason?

    public init(amount: Int, reason: AwardReason? = nil) {
        self.amount = amount
        self.reason = reason
    }
}

/// The reasons why a workout earned less than it is worth.
///
/// ```swift
/// if workout.experience?.reason == .cooldown { print("Less than 30 minutes from another workout") }
/// ```
public enum AwardReason: OpenEnum {
    /// It was first published or moved more than 14 days after its end, moved more than 14 days after its first
    /// publication, or published before its end and edited afterwards. It counts in totals.
    case late
    /// It ends more than 10 minutes after it was published or edited, and counts nowhere. An edit after its end makes
    /// it ``late``; a correction of its end within 10 minutes of its publication lets it earn XP.
    case future
    /// It was not completed, and is worth nothing.
    case incomplete
    /// It is within 30 minutes of another workout that earned XP, or overlaps it.
    case cooldown
    /// Ten other workouts of the day earned more.
    case dailyCount
    /// The day's workouts earned the most XP of a day.
    case dailyCap
    /// Another recording of the same workout earned XP.
    case duplicate
    /// It is held until moderators have decided: see ``WorkoutReview``.
    case held
    /// Moderators decided that it does not count.
    case excluded
    /// A reason that this version does not know.
    case unknown(String)

    /// In the order of their stored numbers, from 1.
    public static let allCases: [AwardReason] = [
        .late, .future, .incomplete, .cooldown, .dailyCount, .dailyCap, .duplicate,
        .held, .excluded,
    ]

    public var rawValue: String {
        switch self {
        case .late: "late"
        case .future: "future"
        case .incomplete: "incomplete"
        case .cooldown: "cooldown"
        case .dailyCount: "dailyCount"
        case .dailyCap: "dailyCap"
        case .duplicate: "duplicate"
        case .held: "held"
        case .excluded: "excluded"
        case .unknown(let word): word
        }
    }
}

/// Whether a workout counts in totals.
///
/// ```swift
/// if workout.experience?.status == .duplicate { print("Another recording of this workout counts") }
/// ```
public enum AwardStatus: OpenEnum {
    /// It counts.
    case counted
    /// It is another recording of a workout that counts.
    case duplicate
    /// It exceeds a limit of what is plausible, and counts nowhere until moderators have decided.
    case held
    /// Moderators decided that it counts nowhere.
    case excluded
    /// A status that this version does not know.
    case unknown(String)

    /// In the order of their stored numbers, from 0.
    public static let allCases: [AwardStatus] = [.counted, .duplicate, .held, .excluded]

    public var rawValue: String {
        switch self {
        case .counted: "counted"
        case .duplicate: "duplicate"
        case .held: "held"
        case .excluded: "excluded"
        case .unknown(let word): word
        }
    }
}

// The numbers that the ledger and the database store. They never change.

extension AwardReason {
    /// 1 to 9; 0 for `unknown`, which is never stored.
    package var number: Int {
        switch self {
        case .late: 1
        case .future: 2
        case .incomplete: 3
        case .cooldown: 4
        case .dailyCount: 5
        case .dailyCap: 6
        case .duplicate: 7
        case .held: 8
        case .excluded: 9
        case .unknown: 0
        }
    }

    /// The reason with a number; nil if there is none.
    package init?(number: Int) {
        guard let reason = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = reason
    }
}

extension AwardStatus {
    /// 0 to 3; -1 for `unknown`, which is never stored.
    package var number: Int {
        switch self {
        case .counted: 0
        case .duplicate: 1
        case .held: 2
        case .excluded: 3
        case .unknown: -1
        }
    }

    /// The status with a number; nil if there is none.
    package init?(number: Int) {
        guard let status = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = status
    }
}

extension AwardStatus {
    /// Whether the workout counts nowhere: it neither earns XP nor takes part in the rule of duplicates.
    package var isWithheld: Bool { withheldReason != nil }

    /// Why a workout with the status earns nothing; nil if it can.
    package var withheldReason: AwardReason? {
        switch self {
        case .held: .held
        case .excluded: .excluded
        case .counted, .duplicate, .unknown: nil
        }
    }
}
