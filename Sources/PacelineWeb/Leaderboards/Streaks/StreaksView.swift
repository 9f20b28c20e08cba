import Paceline

/// The user's streaks, overall and per game.
struct StreaksView: Sendable {
    let view: View

    /// - Parameter shown: the maximum number of games, longest current streak first.
    init(_ streaks: Streaks, _ localizer: Localizer, shown: Int = .max) {
        let games = streaks.games.sorted {
            ($1.current, $1.longest, $0.game) < ($0.current, $0.longest, $1.game)
        }
        view = [
            "current": .text("\(streaks.overall.current)"),
            "says": .text(localizer.count("streaks.inARow", streaks.overall.current)),
            "longest": streaks.overall.longest == 0
                ? .nothing : .text(localizer.count("streaks.longest", streaks.overall.longest)),
            "isRunning": .flag(streaks.overall.current > 0), "hasGames": .flag(!games.isEmpty),
            "list": .list(games.prefix(shown).map { Self.line($0, localizer) }),
            "hasMore": .flag(games.count > shown),
        ]
    }

    private static func line(_ streak: Streaks.GameStreak, _ localizer: Localizer) -> View {
        GameTile(streak.game, localizer).view.merging([
            "now": streak.current == 0 ? .nothing : .text(localizer.count("person.days", streak.current)),
            "most": .text(localizer.count("streaks.longest", streak.longest)),
        ])
    }
}
