/// The games that a community plays, in the order in which they are shown.
public struct GameCatalogue: Sendable, Equatable {
    /// In the order in which they are shown.
    public let games: [Game]
    private let places: [Game.ID: Int]

    /// - Throws: ``SocialError/Code/invalidValue`` when one of the games cannot be had, as ``adding(_:)`` says.
    public init(_ games: [Game]) throws(SocialError) {
        self = try GameCatalogue(trusted: []).adding(games)
    }

    private init(trusted games: [Game]) {
        self.games = games
        places = Dictionary(
            games.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// The game of this id; nil when there is none.
    public subscript(id: Game.ID) -> Game? { places[id].map { games[$0] } }

    /// The catalogue with more games behind its own.
    /// - Throws: ``SocialError/Code/invalidValue``, naming the field at fault and the place among the games given:
    ///   `games[0].id` when the id has not the form of one or is taken, `games[0].name` when the name is empty or
    ///   too long, `games[0].symbol` likewise, `games[0].maximum` when it is not 1 to 1,000,000.
    public func adding(_ more: [Game]) throws(SocialError) -> GameCatalogue {
        var all = self
        for (index, game) in more.enumerated() {
            all = GameCatalogue(trusted: all.games + [try all.checked(game, at: "games[\(index)]")])
        }
        return all
    }
}

extension GameCatalogue {
    private func checked(_ game: Game, at place: String) throws(SocialError) -> Game {
        guard Game.ID(game.id.description) != nil else {
            throw SocialError(
                .invalidValue,
                """
                “\(game.id)” cannot be the id of a game: it has 1 to 32 lower-case letters, digits and \
                underscores, beginning with a letter.
                """,
                field: "\(place).id")
        }
        guard self[game.id] == nil else {
            throw SocialError(
                .invalidValue, "There is a game “\(game.id)” already.", field: "\(place).id")
        }
        guard ScoreDraft.Range.maximum.contains(game.maximum) else {
            throw SocialError(
                .invalidValue, "The maximum of “\(game.id)” must be between 1 and 1000000.",
                field: "\(place).maximum")
        }
        var checked = game
        checked.name = try TextRule(field: "\(place).name", length: 1...50).check(game.name)
        checked.symbol = try TextRule(field: "\(place).symbol", length: 1...100).check(game.symbol)
        return checked
    }
}

extension GameCatalogue {
    /// The games that every community has: ``wordGames`` and so on, one table for each kind.
    public static let standard = GameCatalogue(
        trusted: newYorkTimesGames + wordGames + linkedInGames + geographyGames + cultureGames)
}
