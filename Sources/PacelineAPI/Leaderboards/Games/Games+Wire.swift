import Paceline

extension Scoring: JSONWritable {}
extension ScoreUnit: JSONWritable {}

extension Game: WireObject {
    public static let schemaName = "Game"
    public static let schema = JSONSchema.object(of: Game.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Game>) {
        visit(visitor) { $0 }
    }

    /// Visits the game's fields as fields of an object that contains the game.
    @inline(__always) static func visit<Root>(
        _ visitor: some WireVisitor<Root>, of game: (Root) -> Game
    ) {
        visitor.field("id", { game($0).id }, .gameID)
        visitor.field("name", { game($0).name }, .string)
        visitor.field("symbol", { game($0).symbol }, .string, "The name of its SF Symbol.")
        visitor.field("scoring", { game($0).scoring }, .choice(of: Scoring.self))
        visitor.field(
            "maximum", { game($0).maximum }, .integer(ScoreDraft.Range.maximum),
            "The highest possible score.")
        visitor.defaulted("unit", { game($0).unit }, .choice(of: ScoreUnit.self), "The unit of scores.")
    }
}

/// The community's games.
public struct GameList: WireObject, Equatable {
    public var items: [Game]

    public static let schemaName = "GameList"
    public static let schema = JSONSchema.object(of: GameList.self)

    public init(items: [Game]) {
        self.items = items
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<GameList>) {
        visitor.field("items", { $0.items }, .array(of: .component(Game.self)))
    }
}

/// A configuration file with additional games.
public struct GameFile: WireObject, Equatable {
    public var games: [GameEntry]

    public static let schemaName = "GameFile"
    public static let schema = JSONSchema.object(of: GameFile.self)

    public init(games: [GameEntry]) {
        self.games = games
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<GameFile>) {
        visitor.field("games", { $0.games }, .array(of: .object(of: GameEntry.self)))
    }
}

extension GameEntry: WireFields {
    @inline(__always) static func visit(_ visitor: some WireVisitor<GameEntry>) {
        Game.visit(visitor) { $0.game }
        visitor.defaulted("shareTexts", { $0.shareTexts }, .array(of: .string))
        visitor.field("anchor", { $0.anchor }, .object(of: PuzzleAnchor.self))
        visitor.defaulted("examples", { $0.examples }, .array(of: .object(of: ShareExample.self)))
    }
}

extension SharePattern: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension PuzzleAnchor: WireFields {
    @inline(__always) static func visit(_ visitor: some WireVisitor<PuzzleAnchor>) {
        visitor.field("puzzle", { $0.puzzle }, .count)
        visitor.field("day", { $0.day }, .day)
    }
}

extension ShareExample: WireFields {
    @inline(__always) static func visit(_ visitor: some WireVisitor<ShareExample>) {
        visitor.field("text", { $0.text }, .string)
        visitor.field("puzzle", { $0.puzzle }, .count)
        visitor.field("score", { $0.score }, .count)
        visitor.field("isCompleted", { $0.isCompleted }, .boolean)
    }
}
