import Paceline

extension Scoring: JSONWritable {}
extension ScoreUnit: JSONWritable {}

extension Game: WireObject {
    public static let schemaName = "Game"
    public static let schema = JSONSchema.object(of: Game.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Game>) {
        visit(visitor) { $0 }
    }

    /// Shows each field of the game as one of an object that has a game.
    @inline(__always) static func visit<Root>(
        _ visitor: some WireVisitor<Root>, of game: (Root) -> Game
    ) {
        visitor.field("id", { game($0).id }, .gameID)
        visitor.field("name", { game($0).name }, .string)
        visitor.field("symbol", { game($0).symbol }, .string, "The name of its picture among SF Symbols.")
        visitor.field("scoring", { game($0).scoring }, .choice(of: Scoring.self))
        visitor.field(
            "maximum", { game($0).maximum }, .integer(ScoreDraft.Range.maximum),
            "The most that a result can count.")
        visitor.defaulted("unit", { game($0).unit }, .choice(of: ScoreUnit.self), "What a score counts.")
    }
}

/// The games of the community.
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

/// Games of one's own, as a file holds them that the server is configured with.
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
