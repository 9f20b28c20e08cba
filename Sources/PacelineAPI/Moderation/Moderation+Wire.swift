import Paceline

extension PlausibilityLimit: JSONWritable {}
extension AnomalyState: JSONWritable {}
extension WorkoutDecision.Outcome: JSONWritable {}

extension JSONSchema {
    fileprivate static let limits = JSONSchema.array(of: .choice(of: PlausibilityLimit.self))
}

extension WorkoutReview: WireObject {
    public static let schemaName = "WorkoutReview"
    public static let schema = JSONSchema.object(of: WorkoutReview.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<WorkoutReview>) {
        visitor.field("state", { $0.state }, .choice(of: AnomalyState.self))
        visitor.field("limits", { $0.limits }, .limits, FieldSummary.limits)
        visitor.field("at", { $0.at }, .instant, "Since when.")
        visitor.field("reason", { $0.reason }, .string, "The moderators' reason, after a decision.")
        visitor.field(
            "decidedAt", { $0.decidedAt }, .instant,
            "When moderators decided. You can appeal for 180 days from then.")
        visitor.field(
            "hasAppealed", { $0.hasAppealed }, .boolean, "Whether you have appealed, which is possible once.")
    }
}

extension WorkoutAnomaly: WireObject {
    public static let schemaName = "WorkoutAnomaly"
    public static let schema = JSONSchema.object(of: WorkoutAnomaly.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<WorkoutAnomaly>) {
        visitor.field(
            "workout", { $0.workout }, .component(Workout.self),
            "Without title, `source` and `detail`. Private ones are included.")
        visitor.field("owner", { $0.owner }, .component(Person.self))
        visitor.field("state", { $0.state }, .choice(of: AnomalyState.self))
        visitor.field("limits", { $0.limits }, .limits, FieldSummary.limits)
        visitor.field(
            "at", { $0.at }, .instant,
            "When the state, or what the workout is judged by, last changed. In milliseconds, its version.")
        visitor.field(
            "decisions", { $0.decisions }, .array(of: .component(WorkoutDecision.self)), "Oldest first.")
    }
}

extension WorkoutDecision: WireObject {
    public static let schemaName = "WorkoutDecision"
    public static let schema = JSONSchema.object(of: WorkoutDecision.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<WorkoutDecision>) {
        visitor.field("outcome", { $0.outcome }, .choice(of: WorkoutDecision.Outcome.self))
        visitor.field("reason", { $0.reason }, .string)
        visitor.field("at", { $0.at }, .instant)
        visitor.field(
            "stateBefore", { $0.stateBefore }, .choice(of: AnomalyState.self), "The state before it.")
        visitor.field(
            "decider", { $0.decider }, .component(Person.self),
            "The moderator. Absent for the operator of the server, and for members who left.")
    }
}

extension WorkoutDecisionDraft: WireObject {
    public static let schemaName = "WorkoutDecisionDraft"
    public static let schema = JSONSchema.object(of: WorkoutDecisionDraft.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<WorkoutDecisionDraft>) {
        visitor.field("outcome", { $0.outcome }, .choice(of: WorkoutDecision.Outcome.self))
        visitor.field(
            "reason", { $0.reason }, .text(.decisionReason),
            "The workout's owner reads it, unless they are a child or of unknown age. No links, and no words that the "
                + "content filter masks.")
    }
}

extension WorkoutAnomaly: Versioned {}
