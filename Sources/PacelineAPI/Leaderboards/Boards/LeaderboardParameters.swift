import Paceline

/// The query of a leaderboard.
public struct LeaderboardParameters: Parameters {
    public var scope: LeaderboardScope
    public var range: Range
    public var day: Day?
    public var from: Day?
    public var to: Day?
    public var game: Game.ID?
    public var metric: BoardMetric
    public var around: Around?
    public var page: PageQuery

    /// The names of a ``LeaderboardRange``.
    public enum Range: String, Sendable, CaseIterable {
        case today
        case sevenDays = "7d"
        case week, month, all, custom
    }

    /// The person whose row the page is centered on.
    public enum Around: String, Sendable, CaseIterable {
        case me
    }

    static let scope = Parameter<LeaderboardScope>.text(
        "scope", .string(pattern: .leaderboardScope), "The people to rank.", isRequired: true,
        mustBe: Pattern.leaderboardScope.expectation)
    static let range = Parameter<Range>.choice("range", "The days to count; `today` by default.")
    static let day = Parameter<Day>.day("day", "The last day of the range; today by default.")
    static let from = Parameter<Day>.day("from", "The first day of a custom range.")
    static let to = Parameter<Day>.day("to", "The last day of a custom range.")
    static let game = Parameter<Game.ID>.game(
        "game", "Only this game; `total` (the default) for all games combined.")
    static let metric = Parameter<BoardMetric>.choice(
        "metric",
        """
        What to rank by; `points` in games by default. `points` of the rows are then XP, metres (`distance`), seconds \
        (`duration`), kilograms (`volume`), `workouts`, `days` with a workout, or the days of the current `streak`, \
        which has no range and no global board.
        """)
    static let around = Parameter<Around>.choice(
        "around", "`me`: your row and the \(LeaderboardQuery.neighbourCount) rows above and below it.")
    public static let descriptions =
        [
            scope.description, range.description, day.description, from.description, to.description,
            game.description, metric.description, around.description,
        ] + PageQuery.descriptions

    public init(_ query: LeaderboardQuery, _ page: PageRequest = PageRequest()) {
        scope = query.scope
        (range, from, to) =
            switch query.range {
            case .today: (.today, nil, nil)
            case .sevenDays: (.sevenDays, nil, nil)
            case .week: (.week, nil, nil)
            case .month: (.month, nil, nil)
            case .all: (.all, nil, nil)
            case .custom(let days): (.custom, days.lowerBound, days.upperBound)
            }
        day = query.day
        game = query.game
        metric = query.metric
        around = query.isCentredOnViewer ? .me : nil
        self.page = PageQuery(page)
    }

    public init(_ values: ParameterReader) throws {
        scope = try values.require(Self.scope)
        range = try values.value(of: Self.range) ?? .today
        day = try values.value(of: Self.day)
        from = try values.value(of: Self.from)
        to = try values.value(of: Self.to)
        game = try values.value(of: Self.game).flatMap { $0 == .total ? nil : $0 }
        metric = try values.value(of: Self.metric) ?? .points
        around = try values.value(of: Self.around)
        page = try PageQuery(values)
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.scope, scope)
        writer.set(Self.range, range)
        writer.set(Self.day, day)
        writer.set(Self.from, from)
        writer.set(Self.to, to)
        writer.set(Self.game, game)
        if metric.isTraining { writer.set(Self.metric, metric) }
        writer.set(Self.around, around)
        page.write(to: &writer)
    }

    /// The query.
    /// - Throws: ``SocialError/Code/invalidValue`` if the days do not match the range.
    public func query() throws(SocialError) -> LeaderboardQuery {
        LeaderboardQuery(
            scope: scope, range: try leaderboardRange(), day: day, game: game, metric: metric,
            isCentredOnViewer: around == .me)
    }

    private func leaderboardRange() throws(SocialError) -> LeaderboardRange {
        if range != .custom, from != nil || to != nil {
            throw SocialError(
                .invalidValue, "from and to require range=custom.", field: from == nil ? "to" : "from")
        }
        switch range {
        case .today: return .today
        case .sevenDays: return .sevenDays
        case .week: return .week
        case .month: return .month
        case .all: return .all
        case .custom:
            guard let from else {
                throw SocialError(.invalidValue, "Choose the first day of the range.", field: "from")
            }
            guard let to, to >= from else {
                throw SocialError(
                    .invalidValue, "Choose a last day on or after the first day.", field: "to")
            }
            return .custom(from...to)
        }
    }
}

extension Game.ID {
    /// The reserved id for all games combined.
    fileprivate static let total = Game.ID(trusted: "total")
}

extension Pattern {
    static let leaderboardScope = Pattern(
        "^(friends|global|group:[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$",
        "friends, global or group: with the group's id"
    ) {
        LeaderboardScope($0) != nil
    }
}
