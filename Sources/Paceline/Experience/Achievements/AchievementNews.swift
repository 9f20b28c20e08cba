/// Whether a person's newest workout may have earned something. Usually it has not, so that their history need not be
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
    ///   - totals: the totals that viewers at each closeness see, with the newest.
    ///   - levels: the levels that viewers at each closeness see.
    ///   - known: what the person earned by earlier workouts.
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

    /// False only if, at every closeness, viewers saw everything earned before that they see earned now.
    package var isPossible: Bool {
        !isApart
            || Closeness.allCases.contains { closeness in
                closeness.rawValue <= newest.visibility.rawValue && isPossible(for: closeness)
            }
    }

    /// Whether the workout really is the newest, takes no XP from others, and is not another recording of one of them.
    private var isApart: Bool {
        let start = newest.startedAt.addingTimeInterval(-ExperienceLimits.cooldown)
        return recent.allSatisfy { $0.id == newest.id || $0.endedAt <= start }
            && recent.count { $0.awardDay == newest.awardDay } <= ExperienceLimits.dailyWorkouts
    }

    private func isPossible(for closeness: Closeness) -> Bool {
        let seen = TrainingHistory(recent.filter { $0.visibility.rawValue >= closeness.rawValue })
        let isMissing = { (id: Achievement.ID) in known[id]?.dates[closeness] == nil }
        let hasLevelUp = (1...max(levels[closeness] ?? 1, 1)).contains { level in
            LevelUp.isPosted(level) && isMissing(.level(level))
        }
        return hasLevelUp
            || AchievementDefinition.all.contains { definition in
                isMissing(definition.id) && mayEarn(definition.rule, closeness, seen)
            }
    }

    private func mayEarn(
        _ rule: AchievementRule, _ closeness: Closeness, _ seen: TrainingHistory
    ) -> Bool {
        switch rule {
        case .total(let total, let goal): (totals[closeness]?[total] ?? 0) >= goal
        case .workout(let condition): condition(newest)
        // Whether there are earlier workouts is known by the totals only.
        case .comeback: seen.earns(rule) || seen.isSingle && (totals[closeness]?[.workouts] ?? 0) > 1
        case .level, .doubleDay, .perfectWeek, .triathlete, .allRounder: seen.earns(rule)
        }
    }
}
