extension GameCatalogue {
    /// The puzzles of the New York Times.
    static let newYorkTimesGames: [Game] = [
        Game(
            id: Game.ID(trusted: "wordle"), name: "Wordle", symbol: "square.grid.3x3.fill",
            scoring: .lowerAttempts, maximum: 6),
        Game(
            id: Game.ID(trusted: "connections"), name: "Connections", symbol: "square.grid.4x3.fill",
            scoring: .lowerAttempts, maximum: 4, unit: .mistakes),
        Game(
            id: Game.ID(trusted: "strands"), name: "Strands", symbol: "lightbulb.fill", scoring: .lowerHints,
            maximum: 10),
        Game(
            id: Game.ID(trusted: "nyt_mini"), name: "Mini Crossword", symbol: "squareshape.split.3x3",
            scoring: .lowerTimeSeconds, maximum: 180),
        Game(
            id: Game.ID(trusted: "spelling_bee"), name: "Spelling Bee", symbol: "hexagon.fill",
            scoring: .higherIsBetter, maximum: 7),
        Game(
            id: Game.ID(trusted: "pips"), name: "Pips", symbol: "die.face.5.fill", scoring: .lowerTimeSeconds,
            maximum: 180),
    ]
}
