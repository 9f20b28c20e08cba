/// What earns a badge, or a level's item.
package enum AchievementRule: Sendable {
    /// A total of all workouts that count, or the longest streak, reaches a goal.
    case total(TrainingTotal, Int64)
    /// The XP of all workouts reaches the start of a level.
    case level(Int)
    /// A workout meets a condition.
    case workout(@Sendable (TrainingRecord) -> Bool)
    /// Two workouts of one day that are worth XP, at least ``ExperienceLimits/cooldown`` apart.
    case doubleDay
    /// A workout of at least ten minutes on each day of a week, Monday to Sunday.
    case perfectWeek
    /// A swim, a ride and a run of at least ten minutes each within a week.
    case triathlete
    /// A number of different sports within a month, for at least ten minutes each. Custom sports do not count.
    case allRounder(Int)
    /// A workout that starts a number of days after the end of the one before, both of at least ten minutes.
    case comeback(days: Int)
}

/// A total of a person's workouts.
package enum TrainingTotal: Sendable, CaseIterable {
    /// The number of those of at least ten minutes.
    case workouts
    /// Their distance in sports in which distance earns XP.
    case millimetres
    case grams
    case milliseconds
    /// The most successive days with workouts of at least ten minutes.
    case longestStreak
}

/// A badge or a level with the rule that earns it.
package struct AchievementDefinition: Sendable {
    /// The key under which it is stored: the badge's id, or `level5`.
    package let id: Achievement.ID
    package let rule: AchievementRule
    /// Nil for a level.
    package let achievement: Achievement?
}

extension AchievementDefinition {
    init(_ achievement: Achievement, _ rule: AchievementRule) {
        self.init(id: achievement.id, rule: rule, achievement: achievement)
    }

    package init(level: Int) {
        self.init(id: .level(level), rule: .level(level), achievement: nil)
    }

    /// The definition of a stored key; nil for one that this version does not know.
    package static func of(_ id: Achievement.ID) -> AchievementDefinition? {
        id.level.map { AchievementDefinition(level: $0) } ?? byID[id]
    }

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}

extension Achievement.ID {
    private static let levelPrefix = "level"

    /// The key under which a level's item is stored.
    package static func level(_ number: Int) -> Achievement.ID {
        Achievement.ID(trusted: "\(levelPrefix)\(number)")
    }

    /// The level; nil for a badge.
    package var level: Int? {
        guard description.hasPrefix(Self.levelPrefix) else { return nil }
        return Int(description.dropFirst(Self.levelPrefix.count))
    }
}

extension AchievementDefinition {
    /// The kind of its feed item.
    package var itemKind: FeedItem.Kind {
        guard let achievement else { return .levelUp }
        return achievement.kind == .milestone ? .milestone : .achievement
    }

    /// The content of its feed item.
    package var itemContent: FeedItem.Content {
        guard let achievement else { return .levelUp(LevelUp(level: id.level ?? 1)) }
        return achievement.kind == .milestone ? .milestone(achievement) : .achievement(achievement)
    }
}

extension FeedItem.Content {
    /// What its author earned, in English: `Reached level 5`, `Earned the badge Half marathon`; nil for other kinds.
    package var earnedTitle: String? {
        switch self {
        case .levelUp(let levelUp): "Reached level \(levelUp.level)"
        case .achievement(let achievement), .milestone(let achievement):
            "Earned the badge \(achievement.name)"
        case .workout, .score, .unknown: nil
        }
    }
}
