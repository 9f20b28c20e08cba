extension GameCatalogue {
    /// The puzzles of LinkedIn.
    static let linkedInGames: [Game] = [
        Game(
            id: Game.ID(trusted: "queens"), name: "Queens", symbol: "crown.fill", scoring: .lowerTimeSeconds,
            maximum: 180),
        Game(
            id: Game.ID(trusted: "tango"), name: "Tango", symbol: "moon.fill", scoring: .lowerTimeSeconds,
            maximum: 180),
        Game(
            id: Game.ID(trusted: "zip"), name: "Zip", symbol: "flag.checkered", scoring: .lowerTimeSeconds,
            maximum: 180),
        Game(
            id: Game.ID(trusted: "pinpoint"), name: "Pinpoint", symbol: "pin.fill", scoring: .lowerAttempts,
            maximum: 5),
        Game(
            id: Game.ID(trusted: "crossclimb"), name: "Crossclimb", symbol: "stairs",
            scoring: .lowerTimeSeconds, maximum: 180),
        Game(
            id: Game.ID(trusted: "mini_sudoku"), name: "Mini Sudoku", symbol: "pencil.and.outline",
            scoring: .lowerTimeSeconds, maximum: 180),
        Game(
            id: Game.ID(trusted: "patches"), name: "Patches", symbol: "square.on.square",
            scoring: .lowerTimeSeconds, maximum: 180),
        Game(
            id: Game.ID(trusted: "wend"), name: "Wend", symbol: "tornado", scoring: .lowerTimeSeconds,
            maximum: 180),
    ]
}
