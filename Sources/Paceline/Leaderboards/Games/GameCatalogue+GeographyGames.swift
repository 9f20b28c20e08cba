extension GameCatalogue {
    /// Places, flags and trade.
    static let geographyGames: [Game] = [
        Game(
            id: Game.ID(trusted: "worldle"), name: "Worldle", symbol: "globe.europe.africa.fill",
            scoring: .lowerAttempts, maximum: 6),
        Game(
            id: Game.ID(trusted: "globle"), name: "Globle", symbol: "globe", scoring: .lowerGuesses,
            maximum: 20),
        Game(
            id: Game.ID(trusted: "travle"), name: "Travle", symbol: "map.fill", scoring: .lowerGuesses,
            maximum: 10, unit: .extraGuesses),
        Game(
            id: Game.ID(trusted: "countryle"), name: "Countryle", symbol: "globe.americas.fill",
            scoring: .lowerGuesses, maximum: 20),
        Game(
            id: Game.ID(trusted: "flagle"), name: "Flagle", symbol: "flag.fill", scoring: .lowerAttempts,
            maximum: 6),
        Game(
            id: Game.ID(trusted: "tradle"), name: "Tradle", symbol: "shippingbox.fill",
            scoring: .lowerAttempts, maximum: 6),
        Game(
            id: Game.ID(trusted: "satle"), name: "Satle", symbol: "dot.radiowaves.up.forward",
            scoring: .lowerAttempts, maximum: 6),
    ]
}
