import Paceline

// The model words badges in English. A language can replace these texts.
extension Localizer {
    func name(of achievement: Achievement) -> String {
        texts.text(at: "achievements.name.\(achievement.id)") ?? achievement.name
    }

    /// What earns a badge.
    func task(of achievement: Achievement) -> String {
        texts.text(at: "achievements.task.\(achievement.id)") ?? achievement.task
    }
}
