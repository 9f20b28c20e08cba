import Foundation

/// The state of a workout that looks impossible or unusual.
///
/// ```swift
/// switch anomaly.state {
/// case .held, .appealed: showDecisionButtons()
/// default: break
/// }
/// ```
public enum AnomalyState: OpenEnum {
    /// It counts, and is only listed for moderators.
    case listed
    /// It counts nowhere. It is too old to earn XP, so moderators look at it only when its owner asks.
    case late
    /// It counts nowhere until a moderator has decided.
    case held
    /// A moderator decided that it counts.
    case approved
    /// A moderator decided that it counts nowhere.
    case excluded
    /// It is excluded, and its owner appealed.
    case appealed
    /// A state that this version does not know.
    case unknown(String)

    public static let allCases: [AnomalyState] = [.listed, .late, .held, .approved, .excluded, .appealed]

    public var rawValue: String {
        switch self {
        case .listed: "listed"
        case .late: "late"
        case .held: "held"
        case .approved: "approved"
        case .excluded: "excluded"
        case .appealed: "appealed"
        case .unknown(let word): word
        }
    }
}

extension AnomalyState {
    /// The status of the workout's award; nil if the workout counts.
    package var withheldStatus: AwardStatus? {
        switch self {
        case .late, .held: .held
        case .excluded, .appealed: .excluded
        case .listed, .approved, .unknown: nil
        }
    }

    /// Whether a moderator can decide.
    package var isOpen: Bool {
        switch self {
        case .listed, .late, .held, .appealed: true
        case .approved, .excluded, .unknown: false
        }
    }
}

/// Why one of the viewer's workouts is held or excluded, and what they can do.
///
/// ```swift
/// if let review = workout.experience?.review, review.canAsk(at: .now) {
///     _ = try await session.requestReview(of: workout.id)
/// }
/// ```
public struct WorkoutReview: Sendable, Equatable, Codable {
    /// The state. Never ``AnomalyState/listed``.
    public var state: AnomalyState
    /// The limits that the workout exceeds.
    public var limits: [PlausibilityLimit]
    /// When the state, or what the workout is judged by, last changed.
    public var at: Date
    /// The moderators' reason; nil before a decision, and for children and people of unknown age.
    public var reason: String?
    /// When moderators decided; nil before a decision.
    public var decidedAt: Date?
    /// Whether the viewer has appealed, which is possible once.
    public var hasAppealed: Bool

    public init(
        state: AnomalyState, limits: [PlausibilityLimit], at: Date, reason: String? = nil,
        decidedAt: Date? = nil, hasAppealed: Bool = false
    ) {
        self.state = state
        self.limits = limits
        self.at = at
        self.reason = reason
        self.decidedAt = decidedAt
        self.hasAppealed = hasAppealed
    }

    /// Whether the viewer can ask for a review, or appeal.
    public func canAsk(at now: Date) -> Bool {
        switch state {
        case .late: true
        case .excluded: !hasAppealed && now < (decidedAt ?? at).addingTimeInterval(Self.appealPeriod)
        case .listed, .held, .approved, .appealed, .unknown: false
        }
    }

    /// How many seconds after its exclusion a workout's owner can appeal, once: 180 days.
    public static let appealPeriod: TimeInterval = 180 * 86_400
    /// How many workouts of a person can wait for a decision. With as many, they cannot ask for the review of a late
    /// one; appeals are always possible.
    public static let openLimit = 20
}
