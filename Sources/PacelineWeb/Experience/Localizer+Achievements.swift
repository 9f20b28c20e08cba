import Paceline

extension Localizer {
    /// The name of an achievement; its own for one that has no text here.
    func name(of achievement: Achievement) -> String {
        text(of: achievement, "name") ?? achievement.name
    }

    /// What earns an achievement.
    func task(of achievement: Achievement) -> String {
        text(of: achievement, "task") ?? achievement.task
    }

    private func text(of achievement: Achievement, _ part: String) -> String? {
        optional("achievements.\(achievement.id).\(part)")
    }
}
