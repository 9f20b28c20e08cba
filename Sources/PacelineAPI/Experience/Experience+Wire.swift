import Paceline

extension AwardReason: JSONWritable {}
extension AwardStatus: JSONWritable {}
extension LedgerEntryKind: JSONWritable {}

extension JSONSchema {
    /// XP that may be negative.
    fileprivate static let xp = JSONSchema.integer(Int.min...Int.max)
}

extension Experience: WireObject {
    public static let schemaName = "Experience"
    public static let schema = JSONSchema.object(of: Experience.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Experience>) {
        visitor.field("lifetime", { $0.lifetime }, .count, "All XP that you have earned. It sets your level.")
        visitor.field("balance", { $0.balance }, .xp, "The sum of all entries of the ledger.")
        visitor.field("level", { $0.level }, .integer(1...Int.max), "Level L starts at 250 · L · (L − 1) XP.")
        visitor.field(
            "nextLevel", { $0.nextLevel }, .count, "The lifetime XP at which the next level starts.")
        visitor.field("today", { $0.today }, .count, "The XP earned by the workouts of today.")
    }
}

extension WorkoutExperience: WireObject {
    public static let schemaName = "WorkoutExperience"
    public static let schema = JSONSchema.object(of: WorkoutExperience.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<WorkoutExperience>) {
        visitor.field("worth", { $0.worth }, .count, "The XP by the policy, from this workout alone.")
        visitor.field("award", { $0.award }, .count, "The XP that it earned, after the limits of its day.")
        visitor.field(
            "reason", { $0.reason }, .choice(of: AwardReason.self),
            "Why it earned less than its worth, or is worth nothing.")
        visitor.field(
            "status", { $0.status }, .choice(of: AwardStatus.self),
            """
            `duplicate` if another workout records the same effort: totals count it once. `held` and `excluded` \
            workouts count nowhere.
            """)
        visitor.field(
            "policy", { $0.policy }, .integer(1...Int.max), "The number of the policy that it keeps.")
        visitor.field(
            "review", { $0.review }, .component(WorkoutReview.self),
            "Why it is held or excluded, or was. Absent for plausible workouts.")
    }
}

extension LedgerEntry: WireObject {
    public static let schemaName = "LedgerEntry"
    public static let schema = JSONSchema.object(of: LedgerEntry.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<LedgerEntry>) {
        visitor.field("sequence", { $0.sequence }, .integer(1...Int64.max), "1 for the first entry.")
        visitor.field("at", { $0.at }, .instant)
        visitor.field(
            "kind", { $0.kind }, .choice(of: LedgerEntryKind.self),
            "`reversed` takes XP back that was earned, `redeemed` pays for a reward.")
        visitor.field("amount", { $0.amount }, .xp, "The change; negative for `reversed` and `redeemed`.")
        visitor.field("balance", { $0.balance }, .xp, "The balance after it.")
        visitor.field("lifetime", { $0.lifetime }, .count, "The lifetime XP after it.")
        visitor.field("workout", { $0.workout }, .uuid, "The workout that it is about, which may be deleted.")
        visitor.field("redemption", { $0.redemption }, .uuid, "The redeemed reward that it is about.")
        visitor.field(
            "reason", { $0.reason }, .choice(of: AwardReason.self),
            "Why the workout earned less than its worth.")
        visitor.field("policy", { $0.policy }, .integer(1...Int.max), "The number of the workout's policy.")
        visitor.field(
            "hash", { $0.hash }, .string(pattern: .base64URL),
            "HMAC-SHA-256 of the entry and the hash before it.")
    }
}

extension ExperiencePolicy: WireObject {
    public static let schemaName = "ExperiencePolicy"
    public static let schema = JSONSchema.object(of: ExperiencePolicy.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<ExperiencePolicy>) {
        visitor.field("number", { $0.number }, .integer(1...Int.max))
        visitor.field("rates", { $0.rates }, .array(of: .component(Rate.self)))
    }
}

extension ExperiencePolicy.Rate: WireObject {
    public static let schemaName = "ExperienceRate"
    public static let schema = JSONSchema.object(of: ExperiencePolicy.Rate.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<ExperiencePolicy.Rate>) {
        visitor.field("type", { $0.type }, .workoutType, "The sport; absent for all others.")
        visitor.field("perKilometre", { $0.perKilometre }, .count, "XP per kilometre.")
        visitor.field(
            "perMinute", { $0.perMinute }, .count,
            "XP per minute, to which the heart rate (at most 180) divided by 90 is added.")
    }
}
