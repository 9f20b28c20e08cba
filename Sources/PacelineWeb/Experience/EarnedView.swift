import Paceline

/// A level or a badge on the card and the page of its item.
struct EarnedView: Sendable {
    private let content: FeedItem.Content
    private let localizer: Localizer

    init(_ content: FeedItem.Content, _ localizer: Localizer) {
        self.content = content
        self.localizer = localizer
    }

    var title: String {
        switch content {
        case .levelUp(let levelUp): localizer("experience.level", ["level": "\(levelUp.level)"])
        case .achievement(let achievement), .milestone(let achievement): localizer.name(of: achievement)
        case .workout, .score, .unknown: content.kindName
        }
    }

    /// The values of a line on a card of the feed.
    var line: View { ["sport": .text(icon), "task": .text(optional: task)] }

    /// The badge with what earned it; nil for other items.
    var medal: View? { task.map { ["icon": .text(icon), "text": .text($0)] } }

    /// What earned it; nil for other items.
    private var task: String? {
        switch content {
        case .levelUp(let levelUp):
            localizer(
                "achievements.levelText",
                ["xp": localizer.xp(Level(number: levelUp.level).start)])
        case .achievement(let achievement), .milestone(let achievement): localizer.task(of: achievement)
        case .workout, .score, .unknown: nil
        }
    }

    private var icon: String {
        switch content {
        case .achievement(let achievement), .milestone(let achievement): achievement.icon
        case .levelUp, .workout, .score, .unknown: "level"
        }
    }
}

/// A badge in a list: when it was earned, or what is missing.
struct BadgeView: Sendable {
    let view: View

    /// A badge that has been earned.
    init(_ earned: EarnedAchievement, _ localizer: Localizer) {
        view = Self.view(
            earned.achievement, localizer.date(Day(of: earned.at, in: localizer.timeZone)), isEarned: true,
            localizer)
    }

    /// A badge that is missing.
    /// - Parameter stats: the totals of its reader.
    init(missing achievement: Achievement, _ stats: PersonStats, _ localizer: Localizer) {
        let progress = AchievementProgress(achievement, stats).map {
            localizer("achievements.progress", ["done": $0.done, "goal": $0.goal])
        }
        view = Self.view(
            achievement, progress ?? localizer.task(of: achievement), isEarned: false, localizer)
    }

    private static func view(
        _ achievement: Achievement, _ note: String, isEarned: Bool, _ localizer: Localizer
    ) -> View {
        [
            "icon": .text(achievement.icon), "name": .text(localizer.name(of: achievement)),
            "task": .text(localizer.task(of: achievement)), "note": .text(note), "isEarned": .flag(isEarned),
        ]
    }
}

/// How much of a milestone's goal a person has reached.
struct AchievementProgress: Sendable, Equatable {
    let done: String
    let goal: String

    /// - Returns: nil for badges that are not totals.
    init?(_ achievement: Achievement, _ stats: PersonStats) {
        guard case .total(let total, let amount)? = AchievementDefinition.of(achievement.id)?.rule else {
            return nil
        }
        // Rounded down: what is shown as reached has been reached. The totals of a profile also include short workouts,
        // and distances in all sports, so here they stay below the goal.
        switch total {
        case .workouts:
            done = Measure.grouped(min(Int64(stats.workouts), amount - 1))
            goal = Measure.grouped(amount)
        case .longestStreak:
            done = Measure.grouped(stats.longestStreak)
            goal = Measure.grouped(amount)
        case .millimetres:
            done = Measure.grouped(min(Int64(stats.distance / 1_000), amount / 1_000_000 - 1))
            goal = Measure.kilometres(amount)
        case .grams:
            done = Measure.grouped(Int64(stats.volume / 1_000))
            goal = "\(Measure.grouped(amount / 1_000_000)) t"
        case .milliseconds:
            done = Measure.grouped(Int64(stats.duration / 3_600))
            goal = "\(Measure.grouped(amount / 3_600_000)) h"
        }
    }
}

extension Achievement {
    /// The name of its icon in the sprite.
    var icon: String {
        switch AchievementDefinition.of(id)?.rule {
        case .total(let total, _)?: Self.icon(of: total)
        case .level?: "level"
        case .workout?, .doubleDay?, .perfectWeek?, .triathlete?, .allRounder?, .comeback?, nil:
            Self.icons[id.description] ?? "trophy"
        }
    }

    private static func icon(of total: TrainingTotal) -> String {
        switch total {
        case .workouts: "tally"
        case .millimetres: "road"
        case .grams: "strength"
        case .milliseconds: "hourglass"
        case .longestStreak: "flame"
        }
    }

    private static let icons = [
        "fiveK": "flag", "tenK": "flags", "halfMarathon": "half", "marathon": "medal", "ultra": "mountain",
        "rideCentury": "gauge", "rowTest": "stopwatch", "rowHour": "clock", "swimMile": "waves",
        "tonne": "kettlebell", "earlyBird": "sunrise", "nightOwl": "moon", "doubleDay": "double",
        "perfectWeek": "week", "triathlete": "three", "allRounder": "star", "comeback": "return",
    ]
}
