/// The games of a community, in display order.
///
/// ```swift
/// let catalogue = try GameCatalogue.standard.adding([
///     Game(id: Game.ID("chess")!, name: "Chess", symbol: "crown", scoring: .lowerTimeSeconds, maximum: 180)
/// ])
/// ```
public struct GameCatalogue: Sendable {
    /// The games with their share texts, in display order.
    public let entries: [GameEntry]
    let reader: ShareReader
    private let places: [Game.ID: Int]

    /// Makes a catalogue of these games only, without share texts.
    /// - Throws: ``SocialError/Code/invalidValue`` when a game is invalid, as for ``adding(_:)-([Game])``.
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

    /// The games, in display order.
    public var games: [Game] { entries.map(\.game) }

    /// The game with an id; nil when the catalogue has none.
    public subscript(id: Game.ID) -> Game? { places[id].map { entries[$0].game } }
}

extension GameCatalogue: Equatable {
    public static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }
}

extension GameCatalogue {
    /// Returns the catalogue with these games appended. The new games have no share texts.
    /// - Throws: ``SocialError/Code/invalidValue``, naming the field: `games[0].id` when the id is malformed or taken,
    ///   `games[0].name` and `games[0].symbol` when empty or too long, `games[0].maximum` outside ``Scoring/maximums``.
    public func adding(_ games: [Game]) throws(SocialError) -> GameCatalogue {
        try adding(games.map { GameEntry($0) })
    }

    /// Returns the catalogue with these games and their share texts appended.
    ///
    /// When two games match the same text, the earlier game wins.
    /// - Throws: ``SocialError/Code/invalidValue`` as for games without share texts, and naming `games[0].examples[1]`
    ///   when parsing an example's text gives another result than the example states.
    public func adding(_ entries: [GameEntry]) throws(SocialError) -> GameCatalogue {
        var (all, taken) = (self.entries, Set(places.keys))
        for (index, entry) in entries.enumerated() {
            let fieldPath = "games[\(index)]"
            guard taken.insert(entry.game.id).inserted else {
                throw SocialError(
                    .invalidValue, "The game id “\(entry.game.id)” is already taken.",
                    field: "\(fieldPath).id")
            }
            var checked = entry
            checked.game = try Self.checked(entry.game, at: fieldPath)
            all.append(checked)
        }
        let catalogue = GameCatalogue(trusted: all)
        for (index, entry) in entries.enumerated() {
            try catalogue.check(entry.examples, of: entry.game.id, at: "games[\(index)].examples")
        }
        return catalogue
    }

    private func check(_ examples: [ShareExample], of game: Game.ID, at fieldPath: String) throws(SocialError)
    {
        for (index, example) in examples.enumerated() {
            guard !example.agrees(with: try ShareText.read(example.text, catalogue: self), of: game) else {
                continue
            }
            throw SocialError(
                .invalidValue, "An example of “\(game)” parses to a different result than it states.",
                field: "\(fieldPath)[\(index)]")
        }
    }

    /// Ids that mean something else in the API: `total` is the sum of all games.
    private static let reservedIDs = ["total"]

    private static func checked(_ game: Game, at fieldPath: String) throws(SocialError) -> Game {
        guard Game.ID(game.id.description) != nil, !reservedIDs.contains(game.id.description) else {
            throw SocialError(
                .invalidValue,
                """
                “\(game.id)” is not a valid game id: use 1 to 32 lower-case letters, digits and \
                underscores, starting with a letter, but not \(reservedIDs.joined(separator: " or ")).
                """,
                field: "\(fieldPath).id")
        }
        let maximums = game.scoring.maximums
        guard maximums.contains(game.maximum) else {
            throw SocialError(
                .invalidValue, "The maximum of “\(game.id)” must be between 1 and \(maximums.upperBound).",
                field: "\(fieldPath).maximum")
        }
        var checked = game
        checked.name = try TextRule(field: "\(fieldPath).name", length: 1...50).check(game.name)
        checked.symbol = try TextRule(field: "\(fieldPath).symbol", length: 1...100).check(game.symbol)
        return checked
    }
}

extension GameCatalogue {
    /// The built-in games.
    public static let standard = GameCatalogue(
        trusted: newYorkTimesGames + wordGames + linkedInGames + geographyGames + cultureGames)
}
