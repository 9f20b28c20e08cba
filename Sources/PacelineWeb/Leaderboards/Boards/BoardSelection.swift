import Paceline

/// Which board is looked at: all of it stands in the page's address, so that a link shows the same to whoever opens it.
///
/// What was looked at last is remembered in a cookie for an address that says nothing.
struct BoardSelection: Sendable, Equatable {
    var scope: LeaderboardScope
    var span = Span.today
    /// The last day that counts, today at the latest; not used by ``Span/all`` and ``Span/custom``.
    var day: Day
    /// Nil for all games together.
    var game: Game.ID?
    /// The ends of ``Span/custom``, as they were typed.
    var from: String?
    var to: String?
    let today: Day

    /// Over which days points are added up.
    enum Span: String, Sendable, CaseIterable {
        case today, sevenDays, week, month, all, custom
    }

    /// What an address may say of a board, in the order in which a cookie holds it.
    static let names = ["scope", "range", "game", "day", "from", "to"]

    /// - Parameters:
    ///   - told: the fields of an address or of a cookie; what cannot be read counts as not told.
    ///   - defaultScope: among whom people are compared when nothing is told.
    init(_ fields: FormData, defaultScope: LeaderboardScope, games: GameCatalogue, today: Day) {
        self.today = today
        scope = fields["scope"].flatMap { LeaderboardScope($0) } ?? defaultScope
        span = fields["range"].flatMap(Span.init) ?? .today
        day = min(fields["day"].flatMap { Day($0) } ?? today, today)
        game = fields["game"].flatMap { Game.ID($0) }.flatMap { games[$0]?.id }
        from = fields["from"]
        to = fields["to"]
    }

    /// The same with something changed.
    func with(_ change: (inout BoardSelection) -> Void) -> BoardSelection {
        var changed = self
        change(&changed)
        return changed
    }
}

extension BoardSelection {
    /// The days of a custom range: what was typed, or the last 30 days.
    /// - Throws: ``SocialError/Code/invalidValue`` naming `from` or `to`.
    func customDays(_ localizer: Localizer) throws(SocialError) -> ClosedRange<Day> {
        let first = try Self.day(from, "from", localizer) ?? today.adding(days: -29)
        let last = min(try Self.day(to, "to", localizer) ?? today, today)
        guard first <= last else {
            throw SocialError(.invalidValue, localizer("board.endsFirst"), field: "to")
        }
        guard last.ordinal - first.ordinal < LeaderboardRange.longest else {
            throw SocialError(.invalidValue, localizer("board.tooLong"), field: "from")
        }
        return first...last
    }

    private static func day(
        _ text: String?, _ field: String, _ localizer: Localizer
    ) throws(SocialError) -> Day? {
        guard let text else { return nil }
        guard let day = Day(text) else {
            throw SocialError(.invalidValue, localizer("board.notADay"), field: field)
        }
        return day
    }

    /// The range as the services name it.
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
    /// The board as the services name it.
    /// - Throws: ``SocialError/Code/invalidValue`` as ``customDays(_:)``.
    func query(_ localizer: Localizer) throws(SocialError) -> LeaderboardQuery {
        LeaderboardQuery(scope: scope, range: try range(localizer), day: day, game: game)
    }

    /// Every field that is needed to come back to this board. Today is left out, so that tomorrow it is tomorrow.
    private var fields: [String?] {
        [
            "\(scope)", span.rawValue, game?.description, day == today ? nil : day.description,
            span == .custom ? from : nil, span == .custom ? to : nil,
        ]
    }

    var path: LocalPath {
        zip(Self.names, fields).reduce(LocalPath("/games")) { path, field in
            field.1.map { path.with(field.0, $0) } ?? path
        }
    }

    var href: String { path.description }

    /// The group whose board it is.
    var group: LeaderboardGroup.ID? {
        if case .group(let id) = scope { id } else { nil }
    }

    /// As a cookie keeps it: the fields in their order, with `~` between. What was typed may hold anything, and a cookie
    /// may not.
    var cookieValue: String {
        fields.map { ($0 ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber || ":_-".contains($0)) } }
            .joined(separator: "~")
    }

    /// What a cookie tells of the board that was looked at last.
    static func fields(in cookie: String?) -> FormData {
        let values = (cookie ?? "").split(separator: "~", omittingEmptySubsequences: false).map(String.init)
        return FormData(Dictionary(uniqueKeysWithValues: zip(names, values)))
    }
}
