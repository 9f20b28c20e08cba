import Paceline

/// `{game}/{day}`: your score in a game on a day.
public struct ScorePath: Parameters {
    public var game: Game.ID
    public var day: Day

    static let game = Parameter<Game.ID>.game("game", "The game's id.", isRequired: true)
    static let day = Parameter<Day>.day("day", "The calendar day in your time zone.", isRequired: true)
    public static let descriptions = [game.description, day.description]

    public init(_ game: Game.ID, _ day: Day) {
        self.game = game
        self.day = day
    }

    public init(_ values: ParameterReader) throws {
        game = try values.require(Self.game)
        day = try values.require(Self.day)
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.game, game)
        writer.set(Self.day, day)
    }
}

/// The query of a person's scores: days and page.
public struct ScoresQuery: Parameters {
    public var from: Day?
    public var to: Day?
    public var page: PageQuery

    static let from = Parameter<Day>.day("from", "The first day.")
    static let to = Parameter<Day>.day("to", "The last day.")
    public static let descriptions = [from.description, to.description] + PageQuery.descriptions

    public init(from: Day? = nil, to: Day? = nil, _ page: PageRequest = PageRequest()) {
        self.from = from
        self.to = to
        self.page = PageQuery(page)
    }

    public init(_ values: ParameterReader) throws {
        from = try values.value(of: Self.from)
        to = try values.value(of: Self.to)
        page = try PageQuery(values)
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.from, from)
        writer.set(Self.to, to)
        page.write(to: &writer)
    }
}

/// The query of the streaks: the person.
public struct StreaksQuery: Parameters {
    public var person: PersonReference

    static let person = Parameter<PersonReference>.person("person", "The person; you by default.")
    public static let descriptions = [person.description]

    public init(_ person: PersonReference = .me) { self.person = person }
    public init(_ values: ParameterReader) throws { person = try values.value(of: Self.person) ?? .me }
    public func write(to writer: inout ParameterWriter) { writer.set(Self.person, person) }
}

extension Parameter<Day> {
    static func day(_ name: String, _ summary: String, isRequired: Bool = false) -> Self {
        .text(
            name, .string(pattern: .day), summary, isRequired: isRequired,
            mustBe: "a day of the calendar such as 20261121")
    }
}

extension Parameter<Game.ID> {
    static func game(_ name: String, _ summary: String, isRequired: Bool = false) -> Self {
        .text(name, .gameID, summary, isRequired: isRequired, mustBe: "the id of a game, such as wordle")
    }
}

extension JSONSchema {
    static let gameID = JSONSchema.string(pattern: .gameID)
    static let puzzleGrid = JSONSchema.string(pattern: .puzzleGrid)
}

extension Pattern {
    static let gameID = Pattern("^[a-z][a-z0-9_]{0,31}$", "the id of a game, such as wordle") {
        Game.ID($0) != nil
    }

    static let puzzleGrid = Pattern(
        "^([⚪⚫✅❌⬛⬜⭐🔴🔵🟠-🟫💡🕯]\\uFE0F?){1,16}(\\n([⚪⚫✅❌⬛⬜⭐🔴🔵🟠-🟫💡🕯]\\uFE0F?){1,16}){0,11}$",
        "up to 12 rows of up to 16 emoji such as squares and circles"
    ) {
        PuzzleGrid($0) != nil
    }
}
