import Paceline

extension Game: WireValue {
    public static let schemaName = "Game"
    public static let schema = Schema.object(properties)

    static let properties: [Schema.Property] = [
        .required("id", .gameID),
        .required("name", .string),
        .required("symbol", .string, "The name of its picture among SF Symbols."),
        .required("scoring", .choice(of: Scoring.self)),
        .required("maximum", .integer(ScoreDraft.Range.maximum), "The most that a result can count."),
        .optional("unit", .choice(of: ScoreUnit.self), "What a score counts."),
    ]
}

/// The games of the community.
public struct GameList: WireValue, Equatable {
    public var items: [Game]

    public static let schemaName = "GameList"
    public static let schema = Schema.object(.required("items", .array(of: .component(Game.self))))

    public init(items: [Game]) {
        self.items = items
    }
}

/// Games of one's own, as a file holds them that the server is configured with.
public struct GameFile: WireValue, Equatable {
    public var games: [GameEntry]

    public static let schemaName = "GameFile"
    public static let schema = Schema.object(.required("games", .array(of: entry)))
    private static let entry = Schema.object(
        Game.properties + [
            .optional("shareTexts", .array(of: .string)),
            .optional("anchor", .object(.required("puzzle", .count), .required("day", .day))),
            .optional("examples", .array(of: example)),
        ])
    private static let example = Schema.object(
        .required("text", .string), .optional("puzzle", .count), .optional("score", .count),
        .required("isCompleted", .boolean))

    public init(games: [GameEntry]) {
        self.games = games
    }
}
