import Paceline

extension Localizer {
    /// `10,600 XP`.
    func xp(_ amount: Int) -> String { self("experience.xp", ["xp": Measure.grouped(amount)]).unbroken }

    /// `Level 7 · 10,600 XP`.
    func xp(_ amount: Int, atLevel level: Int) -> String {
        self("experience.levelAndXP", ["level": "\(level)", "xp": xp(amount)])
    }

    /// Why a workout earned less than it is worth.
    func explanation(of reason: AwardReason) -> String {
        self(
            "experience.reason.\(reason.rawValue)",
            [
                "days": "\(ExperienceLimits.publicationDays)",
                "minutes": "\(ExperienceLimits.cooldownMinutes)",
                "most": "\(ExperienceLimits.dailyWorkouts)", "xp": xp(ExperienceLimits.dailyXP),
            ])
    }
}
