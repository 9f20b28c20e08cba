import Paceline
import PacelineEngine

/// A leaderboard, as selected in the query string, so that links can be shared.
///
/// A cookie keeps the last selection for addresses without a query.
struct BoardSelection: Sendable, Equatable {
    var scope: LeaderboardScope
    /// The range that the user chose; nil to show today, or ``fallback`` while today's board is empty.
    var chosenSpan: Span?
    /// Whether today's board is empty, so that a page without a chosen range shows ``fallback``.
    var isTodayEmpty = false
    /// The last day of the range, at most today. ``Span/all`` and ``Span/custom`` ignore it.
    var day: Day
    /// The game; nil for all games, and for boards by training.
    var game: Game.ID?
    /// What the board ranks by.
    var metric: BoardMetric
    /// The ends of ``Span/custom``, as typed.
    var from: String?
    var to: String?
    let today: Day

    /// A range of days over which points are added up.
    enum Span: String, Sendable, CaseIterable {
        case today, sevenDays, week, month, all, custom
    }

    /// What is shown while no one has a score of today: not the week, which is as empty on a Monday.
    static let fallback = Span.sevenDays

    /// The query parameters, in the order of the cookie's fields.
    static let names = ["scope", "range", "game", "day", "from", "to", "metric"]

    /// - Parameters:
    ///   - fields: the fields of a query or cookie. Invalid values are ignored.
    ///   - defaultScope: the scope if the fields name none.
    init(_ fields: FormData, defaultScope: LeaderboardScope, games: GameCatalogue, today: Day) {
        self.today = today
        scope = fields["scope"].flatMap { LeaderboardScope($0) } ?? defaultScope
        let namedDay = fields["day"].flatMap { Day($0) }
        chosenSpan = fields["range"].flatMap(Span.init) ?? namedDay.map { _ in Span.today }
        day = min(namedDay ?? today, today)
        metric = fields["metric"].flatMap { BoardMetric(rawValue: $0) } ?? .points
        game = metric.isTraining ? nil : fields["game"].flatMap { Game.ID($0) }.flatMap { games[$0]?.id }
        from = fields["from"]
        to = fields["to"]
        // There are no global boards of streaks.
        if scope == .global, metric == .currentStreak { metric = .activeDays }
    }

    /// Returns the selection with a change.
    func with(_ change: (inout BoardSelection) -> Void) -> BoardSelection {
        var changed = self
        change(&changed)
        return changed
    }
}

extension BoardSelection {
    /// The range that is shown. Setting it chooses it.
    var span: Span {
        get { chosenSpan ?? (isTodayEmpty ? Self.fallback : .today) }
        set { chosenSpan = newValue }
    }

    /// The selection for links that must show the same range, such as the next page of the board.
    var withExplicitRange: BoardSelection { with { $0.span = span } }

    var typedDays: TypedDays { TypedDays(from: from, to: to) }

    /// The days of a custom range; the last 30 days by default.
    /// - Throws: ``SocialError/Code/invalidValue`` for the field `from` or `to`.
    func customDays(_ localizer: Localizer) throws(SocialError) -> ClosedRange<Day> {
        if let error = typedDays.errors(localizer).first { throw error }
        let first = typedDays.first ?? today.adding(days: -29)
        let last = min(typedDays.last ?? today, today)
        guard first <= last else { throw .endsFirst(localizer) }
        let most = isGlobalTraining ? BoardMetric.maxGlobalDays : LeaderboardRange.maxDays
        guard last.ordinal - first.ordinal < most else {
            throw SocialError(
                .invalidValue, localizer("board.tooLong", ["most": "\(most)"]), field: "from")
        }
        return first...last
    }

    /// The range in the engine's terms.
    /// - Throws: ``SocialError/Code/invalidValue`` as ``customDays(_:)``.
    func range(_ localizer: Localizer) throws(SocialError) -> LeaderboardRange {
        switch span {
        case .today: .today
        case .sevenDays: .sevenDays
        case .week: .week
        case .month: .month
        case .all: .all
        case .custom: .custom(try customDays(localizer))
        }
    }
}

extension BoardSelection {
    /// The board in the engine's terms.
    /// - Throws: ``SocialError/Code/invalidValue`` as ``customDays(_:)``.
    func choice(_ localizer: Localizer) throws(SocialError) -> BoardChoice {
        BoardChoice(
            query: try query(localizer),
            fallback: chosenSpan == nil ? try with { $0.isTodayEmpty = true }.query(localizer) : nil)
    }

    private func query(_ localizer: Localizer) throws(SocialError) -> LeaderboardQuery {
        LeaderboardQuery(scope: scope, range: try range(localizer), day: day, game: game, metric: metric)
    }

    /// The parameters that lead back to this board. Omits the day if it is today, so that tomorrow the link
    /// shows tomorrow, and the range if the user didn't choose it.
    private var fields: [String?] {
        [
            "\(scope)", chosenSpan?.rawValue, game?.description, day == today ? nil : day.description,
            chosenSpan == .custom ? from : nil, chosenSpan == .custom ? to : nil,
            metric.isTraining ? metric.rawValue : nil,
        ]
    }

    var path: LocalPath {
        zip(Self.names, fields).reduce(LocalPath("/games")) { path, field in
            field.1.map { path.with(field.0, $0) } ?? path
        }
    }

    var href: String { path.description }

    /// Whether it is a global board by training, which goes back only some time.
    var isGlobalTraining: Bool { scope == .global && metric.isTraining }

    /// The same people, ranked by a game or all games.
    func of(_ game: Game.ID?) -> BoardSelection {
        with {
            $0.game = game
            $0.metric = .points
        }
    }

    /// The same people, ranked by training.
    func by(_ metric: BoardMetric) -> BoardSelection {
        with {
            $0.game = nil
            $0.metric = metric
        }
    }

    /// The group of the board.
    var group: LeaderboardGroup.ID? {
        if case .group(let id) = scope { id } else { nil }
    }

    /// The selection as a cookie value: its fields in order, separated by `~`, without characters that cookies
    /// don't allow.
    var cookieValue: String {
        fields.map { ($0 ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber || ":_-".contains($0)) } }
            .joined(separator: "~")
    }

    /// Reads the fields from a cookie.
    static func fields(in cookie: String?) -> FormData {
        let values = (cookie ?? "").split(separator: "~", omittingEmptySubsequences: false).map(String.init)
        return FormData(Dictionary(uniqueKeysWithValues: zip(names, values)))
    }
}
