/// The games that a community plays, in the order in which they are shown.
public struct GameCatalogue: Sendable {
    /// In the order in which they are shown.
    public let entries: [GameEntry]
    let reader: ShareReader
    private let places: [Game.ID: Int]

    /// - Throws: ``SocialError/Code/invalidValue`` when one of the games cannot be had, as ``adding(_:)-(_)`` says.
    public init(_ games: [Game]) throws(SocialError) {
        self = try GameCatalogue(trusted: []).adding(games)
    }

    private init(trusted entries: [GameEntry]) {
        self.entries = entries
        reader = ShareReader(entries)
        places = Dictionary(
            entries.enumerated().map { ($0.element.game.id, $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    /// In the order in which they are shown.
    public var games: [Game] { entries.map(\.game) }

    /// The game of this id; nil when there is none.
    public subscript(id: Game.ID) -> Game? { places[id].map { entries[$0].game } }
}

extension GameCatalogue: Equatable {
    public static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }
}

extension GameCatalogue {
    /// The catalogue with more games behind its own, whose share texts are not read.
    /// - Throws: ``SocialError/Code/invalidValue``, naming the field at fault and the place among the games given:
    ///   `games[0].id` when the id has not the form of one or is taken, `games[0].name` when the name is empty or
    ///   too long, `games[0].symbol` likewise, `games[0].maximum` when it is not 1 to 1,000,000.
    public func adding(_ games: [Game]) throws(SocialError) -> GameCatalogue {
        try adding(games.map { GameEntry($0) })
    }

    /// The catalogue with more games behind its own.
    ///
    /// Where two games have the same share text, it is the earlier one's.
    /// - Throws: ``SocialError/Code/invalidValue`` as for games alone, and naming `games[0].examples[1]` when
    ///   something else than the example says would be read from its text.
    public func adding(_ entries: [GameEntry]) throws(SocialError) -> GameCatalogue {
        var (all, taken) = (self.entries, Set(places.keys))
        for (index, entry) in entries.enumerated() {
            let place = "games[\(index)]"
            guard taken.insert(entry.game.id).inserted else {
                throw SocialError(
                    .invalidValue, "There is a game “\(entry.game.id)” already.", field: "\(place).id")
            }
            var checked = entry
            checked.game = try Self.checked(entry.game, at: place)
            all.append(checked)
        }
        let catalogue = GameCatalogue(trusted: all)
        for (index, entry) in entries.enumerated() {
            try catalogue.check(entry.examples, of: entry.game.id, at: "games[\(index)].examples")
        }
        return catalogue
    }

    private func check(_ examples: [ShareExample], of game: Game.ID, at place: String) throws(SocialError) {
        for (index, example) in examples.enumerated() {
            guard !example.agrees(with: try ShareText.read(example.text, catalogue: self), of: game) else {
                continue
            }
            throw SocialError(
                .invalidValue, "From an example of “\(game)” something else is read than it says.",
                field: "\(place)[\(index)]")
        }
    }

    /// Words that stand for something else where the API takes a game: all games together.
    private static let reservedIDs = ["total"]

    private static func checked(_ game: Game, at place: String) throws(SocialError) -> Game {
        guard Game.ID(game.id.description) != nil, !reservedIDs.contains(game.id.description) else {
            throw SocialError(
                .invalidValue,
                """
                “\(game.id)” cannot be the id of a game: it has 1 to 32 lower-case letters, digits and \
                underscores, beginning with a letter, and is not \(reservedIDs.joined(separator: " or ")).
                """,
                field: "\(place).id")
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
    /// The games that every community has.
    public static let standard = GameCatalogue(
        trusted: newYorkTimesGames + wordGames + linkedInGames + geographyGames + cultureGames)
}
