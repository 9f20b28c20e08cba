import Foundation

/// A badge that a person has earned, as the viewer sees it.
///
/// ```swift
/// for earned in try await session.achievements(of: .username("ana")) {
///     print(earned.achievement.name, earned.at)
/// }
/// ```
public struct EarnedAchievement: Sendable, Equatable, Codable, Identifiable {
    /// The badge.
    public var achievement: Achievement
    /// The end of the workout that earned it, among those that the viewer can see.
    public var at: Date

    public var id: Achievement.ID { achievement.id }

    public init(achievement: Achievement, at: Date) {
        self.achievement = achievement
        self.at = at
    }
}

/// A level that a person reached, as an item in feeds. See ``Level``.
///
/// ```swift
/// if case .levelUp(let levelUp) = item.content { print("Level \(levelUp.level)") }
/// ```
public struct LevelUp: Sendable, Equatable, Codable {
    /// From 2.
    public var level: Int

    public init(level: Int) {
        self.level = level
    }

    /// How long feeds show it: 30 days, in seconds.
    public static let lifetime = 30 * 86_400.0

    /// Whether reaching the level is an item: to 10, then every fifth.
    static func isPosted(_ level: Int) -> Bool { level > 1 && (level <= 10 || level % 5 == 0) }
}
