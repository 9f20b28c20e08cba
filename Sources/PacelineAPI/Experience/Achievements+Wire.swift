import Paceline

extension Achievement.Kind: JSONWritable {}

extension Achievement.ID: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension Pattern {
    static let achievementID = Pattern(
        "^[a-z][A-Za-z0-9]{0,31}$", "the id of an achievement, such as halfMarathon"
    ) {
        Achievement.ID($0) != nil
    }
}

extension Achievement: WireObject {
    public static let schemaName = "Achievement"
    public static let schema = JSONSchema.object(of: Achievement.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Achievement>) {
        visitor.field("id", { $0.id }, .string(pattern: .achievementID))
        visitor.field(
            "kind", { $0.kind }, .choice(of: Kind.self),
            "`milestone` for totals of all workouts and the longest streak.")
        visitor.field("name", { $0.name }, .string, "The name in English.")
        visitor.field("task", { $0.task }, .string, "What earns it, in English.")
    }
}

extension LevelUp: WireObject {
    public static let schemaName = "LevelUp"
    public static let schema = JSONSchema.object(of: LevelUp.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<LevelUp>) {
        visitor.field("level", { $0.level }, .integer(1...Int.max), "The level that the author reached.")
    }
}

extension EarnedAchievement: WireObject {
    public static let schemaName = "EarnedAchievement"
    public static let schema = JSONSchema.object(of: EarnedAchievement.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<EarnedAchievement>) {
        visitor.field("achievement", { $0.achievement }, .component(Achievement.self))
        visitor.field(
            "at", { $0.at }, .instant, "The end of the workout that earned it, among those that you can see.")
    }
}

/// All badges.
public struct AchievementList: WireObject, Equatable {
    public var items: [Achievement]

    public static let schemaName = "AchievementList"
    public static let schema = JSONSchema.object(of: AchievementList.self)

    public init(items: [Achievement]) {
        self.items = items
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<AchievementList>) {
        visitor.field("items", { $0.items }, .array(of: .component(Achievement.self)))
    }
}

/// The badges that a person earned.
public struct EarnedAchievementList: WireObject, Equatable {
    public var items: [EarnedAchievement]

    public static let schemaName = "EarnedAchievementList"
    public static let schema = JSONSchema.object(of: EarnedAchievementList.self)

    public init(items: [EarnedAchievement]) {
        self.items = items
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<EarnedAchievementList>) {
        visitor.field("items", { $0.items }, .array(of: .component(EarnedAchievement.self)))
    }
}
