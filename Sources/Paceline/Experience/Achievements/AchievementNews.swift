/// Whether a person's newest workout may have earned something. Usually it has not, and then their history need not be
/// read.
package struct AchievementNews: Sendable {
    /// How many days before the newest workout ``recent`` begins: a month and a week.
    package static let recentDays = 38

    private let newest: TrainingRecord
    private let recent: [TrainingRecord]
    private let totals: [Closeness: [TrainingTotal: Int64]]
    private let levels: [Closeness: Int]
    private let known: [Achievement.ID: AchievementState]

    /// - Parameters:
    ///   - recent: the workouts that started at most ``recentDays`` days before the newest, with the newest.
    ///   - totals: the totals that each audience sees, with the newest.
    ///   - levels: the levels that each audience sees.
    ///   - known: what the person earned by the others.
    package init(
        newest: TrainingRecord, recent: [TrainingRecord], totals: [Closeness: [TrainingTotal: Int64]],
        levels: [Closeness: Int], known: [Achievement.ID: AchievementState]
    ) {
        self.newest = newest
        self.recent = recent
        self.totals = totals
        self.levels = levels
        self.known = known
    }

    /// False only if the workout earned nothing that any audience did not see earned before.
    package var isPossible: Bool {
        !isApart
            || Closeness.allCases.contains { audience in
                audience.rawValue <= newest.visibility.rawValue && isPossible(for: audience)
            }
    }

    /// Whether the workout is the newest indeed, takes no XP from others, and is no other recording of one of them.
    private var isApart: Bool {
        let start = newest.startedAt.addingTimeInterval(-ExperienceLimits.cooldown)
        return recent.allSatisfy { $0.id == newest.id || $0.endedAt <= start }
            && recent.count { $0.day == newest.day } <= ExperienceLimits.dailyWorkouts
    }

    private func isPossible(for audience: Closeness) -> Bool {
        let seen = TrainingHistory(recent.filter { $0.visibility.rawValue >= audience.rawValue })
        let isMissing = { (id: Achievement.ID) in known[id]?.dates[audience] == nil }
        let hasLevelUp = (1...max(levels[audience] ?? 1, 1)).contains { level in
            LevelUp.isPosted(level) && isMissing(.level(level))
        }
        return hasLevelUp
            || AchievementDefinition.all.contains { definition in
                isMissing(definition.id) && mayEarn(definition.rule, audience, seen)
            }
    }

    private func mayEarn(
        _ rule: AchievementRule, _ audience: Closeness, _ seen: TrainingHistory
    ) -> Bool {
        switch rule {
        case .total(let total, let goal): (totals[audience]?[total] ?? 0) >= goal
        case .workout(let condition): condition(newest)
        // Whether there are earlier workouts is known by the totals only.
        case .comeback: seen.earns(rule) || seen.isSingle && (totals[audience]?[.workouts] ?? 0) > 1
        case .level, .doubleDay, .perfectWeek, .triathlete, .allRounder: seen.earns(rule)
        }
    }
}
