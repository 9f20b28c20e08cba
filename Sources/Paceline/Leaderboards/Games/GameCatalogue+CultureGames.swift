extension GameCatalogue {
    /// Films, music and games.
    static let cultureGames: [Game] = [
        Game(
            id: Game.ID(trusted: "framed"), name: "Framed", symbol: "film.fill", scoring: .lowerAttempts,
            maximum: 6),
        Game(
            id: Game.ID(trusted: "moviedle"), name: "Moviedle", symbol: "movieclapper.fill",
            scoring: .lowerAttempts, maximum: 6),
        Game(
            id: Game.ID(trusted: "bandle"), name: "Bandle", symbol: "music.note.list",
            scoring: .lowerAttempts, maximum: 6),
        Game(
            id: Game.ID(trusted: "heardle"), name: "Heardle", symbol: "speaker.wave.2.fill",
            scoring: .lowerAttempts, maximum: 6),
        Game(
            id: Game.ID(trusted: "heardle_it"), name: "Heardle Italia", symbol: "speaker.wave.3.fill",
            scoring: .lowerAttempts, maximum: 6),
        Game(
            id: Game.ID(trusted: "spotle"), name: "Spotle", symbol: "headphones", scoring: .lowerAttempts,
            maximum: 10),
        Game(
            id: Game.ID(trusted: "guessthegame"), name: "GuessTheGame", symbol: "gamecontroller.fill",
            scoring: .lowerAttempts, maximum: 6),
    ]
}
