extension GameCatalogue {
    /// Words and numbers to be guessed.
    static let wordGames: [Game] = [
        Game(
            id: Game.ID(trusted: "nerdle"), name: "Nerdle", symbol: "function", scoring: .lowerAttempts,
            maximum: 6),
        Game(
            id: Game.ID(trusted: "quordle"), name: "Quordle", symbol: "square.grid.2x2.fill",
            scoring: .lowerAttempts, maximum: 9),
        Game(
            id: Game.ID(trusted: "octordle"), name: "Octordle", symbol: "8.square.fill",
            scoring: .lowerGuesses, maximum: 76, unit: .points),
        Game(
            id: Game.ID(trusted: "waffle"), name: "Waffle", symbol: "square.grid.3x3.topleft.filled",
            scoring: .higherIsBetter, maximum: 5, unit: .stars),
        Game(
            id: Game.ID(trusted: "squareword"), name: "Squareword", symbol: "square.grid.3x3.square",
            scoring: .lowerGuesses, maximum: 25),
        Game(
            id: Game.ID(trusted: "unlockle"), name: "Unlockle", symbol: "lock.open.fill",
            scoring: .lowerAttempts, maximum: 6),
        Game(
            id: Game.ID(trusted: "contexto"), name: "Contexto", symbol: "text.magnifyingglass",
            scoring: .lowerGuesses, maximum: 100),
        Game(
            id: Game.ID(trusted: "parole"), name: "Par🇮🇹le", symbol: "character.book.closed.fill",
            scoring: .lowerAttempts, maximum: 6),
        Game(
            id: Game.ID(trusted: "sutom"), name: "SUTOM", symbol: "character.cursor.ibeam",
            scoring: .lowerAttempts, maximum: 6),
        Game(
            id: Game.ID(trusted: "tusmo"), name: "TUSMO", symbol: "textformat.abc", scoring: .lowerAttempts,
            maximum: 6),
    ]
}
