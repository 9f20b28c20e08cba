import Foundation

/// A workout that looks impossible or unusual, for moderators.
///
/// ```swift
/// let page = try await moderation.anomalies(in: .held, PageRequest())
/// for anomaly in page.items { print(anomaly.owner.displayName, anomaly.workout.type, anomaly.limits) }
/// ```
public struct WorkoutAnomaly: Sendable, Equatable, Codable, Identifiable {
    /// The workout with its measures, even if it is private. Moderators get it without its title, source and details.
    public var workout: Workout
    /// The person whose workout it is.
    public var owner: Person
    /// The state.
    public var state: AnomalyState
    /// The limits that it exceeds.
    public var limits: [PlausibilityLimit]
    /// When it, or what it is judged by, last changed.
    public var at: Date
    /// All decisions about it, oldest first.
    public var decisions: [WorkoutDecision]

    public var id: Workout.ID { workout.id }

    /// The version to pass as `ifMatch`, so that a decision fails if the workout was edited or decided meanwhile.
    public var version: Version { Version(changedAt: at) }

    public init(
        workout: Workout, owner: Person, state: AnomalyState, limits: [PlausibilityLimit], at: Date,
        decisions: [WorkoutDecision]
    ) {
        self.workout = workout
        self.owner = owner
        self.state = state
        self.limits = limits
        self.at = at
        self.decisions = decisions
    }
}

/// A moderator's decision about a workout.
///
/// ```swift
/// for decision in anomaly.decisions { print(decision.at, decision.outcome, decision.reason) }
/// ```
public struct WorkoutDecision: Sendable, Equatable, Codable {
    /// What was decided.
    public var outcome: Outcome
    /// Why. The owner reads it, unless they are a child or of unknown age.
    public var reason: String
    /// When.
    public var at: Date
    /// The state before it.
    public var stateBefore: AnomalyState
    /// The moderator; nil for the operator of the server, and for members who left.
    public var decider: Person?

    public init(outcome: Outcome, reason: String, at: Date, stateBefore: AnomalyState, decider: Person?) {
        self.outcome = outcome
        self.reason = reason
        self.at = at
        self.stateBefore = stateBefore
        self.decider = decider
    }

    /// What moderators can decide.
    ///
    /// ```swift
    /// let draft = WorkoutDecisionDraft(outcome: .approved, reason: "The race’s results confirm it.")
    /// ```
    public enum Outcome: OpenEnum {
        /// The workout counts.
        case approved
        /// The workout counts nowhere.
        case excluded
        /// An outcome that this version does not know. Sent only by newer servers.
        case unknown(String)

        public static let allCases: [Outcome] = [.approved, .excluded]

        public var rawValue: String {
            switch self {
            case .approved: "approved"
            case .excluded: "excluded"
            case .unknown(let word): word
            }
        }
    }
}

extension WorkoutDecision.Outcome {
    /// The state after the decision; nil for `unknown`.
    package var state: AnomalyState? {
        switch self {
        case .approved: .approved
        case .excluded: .excluded
        case .unknown: nil
        }
    }
}

/// A decision to make about a workout.
///
/// ```swift
/// let draft = WorkoutDecisionDraft(outcome: .excluded, reason: "The distance is in yards.")
/// _ = try await moderation.decide(anomaly.id, draft, ifMatch: anomaly.version)
/// ```
public struct WorkoutDecisionDraft: Sendable, Equatable, Codable {
    /// Whether the workout counts.
    public var outcome: WorkoutDecision.Outcome
    /// Why, in 1 to 1,000 characters, without links and words that the content filter masks. The owner reads it, unless
    /// they are a child or of unknown age.
    public var reason: String

    public init(outcome: WorkoutDecision.Outcome, reason: String) {
        self.outcome = outcome
        self.reason = reason
    }

    /// The draft with its reason normalised.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    package func checked() throws(SocialError) -> WorkoutDecisionDraft {
        guard outcome.state != nil else {
            throw SocialError(.invalidValue, "outcome must be approved or excluded.", field: "outcome")
        }
        return WorkoutDecisionDraft(outcome: outcome, reason: try TextRule.decisionReason.check(reason))
    }
}
