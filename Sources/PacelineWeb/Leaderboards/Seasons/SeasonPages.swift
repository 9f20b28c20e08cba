import Paceline
import PacelineEngine

/// The results of weeks, months and tournaments, of groups and global ones.
enum SeasonPages {
    private static let rowsShown = 50
    private static let seasonsShown = 20

    /// Those of a group.
    static func list(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await list(request, user, of: try request.id(), nil)
    }

    static func globalList(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await list(request, user, of: nil, nil)
    }

    /// - Parameters:
    ///   - group: nil for global seasons.
    ///   - error: of the form for a new tournament.
    static func list(
        _ request: WebRequest, _ user: SignedInUser, of group: LeaderboardGroup.ID?, _ error: SocialError?
    ) async throws -> PageResponse {
        let page = try await user.session.seasonsPage(of: group, request.page(of: seasonsShown))
        let (group, seasons) = (page.group, page.seasons)
        // A form that was sent is shown, so that nothing is lost.
        let mustConfirm = page.needsReauthentication && !request.form.has("title")
        let view: View = [
            "back": group.map { .back(to: "/groups/\($0.id)", named: $0.title) }
                ?? .back(to: "/games?scope=global", named: request.localizer("games.board")),
            "heading": .text(
                request.localizer(group == nil ? "seasons.everyone" : "seasons.title")),
            "seasons": .list(
                seasons.items.map {
                    line($0, page.outcomes[$0.id], me: user.account.id, request.localizer)
                }),
            "empty": seasons.items.isEmpty ? .view(empty(request.localizer)) : .nothing,
            "more": request.moreLink(seasons.next, in: "seasons", "seasons.older"),
            "confirming": mustConfirm
                ? .text(ReauthenticationPages.address(continuingAt: LocalPath(request.path)).description)
                : .nothing,
            "newTournament": page.canCreateTournaments && !mustConfirm
                ? .view(TournamentForm.view(error, request.localizer, in: group?.id) { request.form[$0] })
                : .nothing,
        ]
        return .page(
            "Leaderboards/seasons", title: request.localizer("seasons.title"), at: .games,
            status: error == nil ? 200 : 422, view)
    }

    private static func empty(_ localizer: Localizer) -> View {
        EmptyState(icon: .trophy, title: localizer("seasons.none"), text: localizer("seasons.noneText")).view
    }

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let page = try await user.session.seasonPage(try request.id())
        let (group, results) = (page.group, page.results)
        let line = line(results.season, request.localizer)
        let window = RowWindow(at: request.query["rows"], of: results.rows.count, size: rowsShown)
        return .page(
            "Leaderboards/season", title: request.localizer("seasons.title"), at: .games,
            line.merging([
                "title": .text(group?.title ?? request.localizer("board.everyone")),
                "back": .back(
                    to: group.map { "/groups/\($0.id)/seasons" } ?? "/seasons",
                    named: request.localizer("seasons.title")),
                "cancel": page.canCancel ? .text("/seasons/\(results.season.id)/cancel") : .nothing,
                "window": .view(optional: window.view(of: request.path, "rows", request.localizer)),
                "noRows": .text(
                    optional: results.rows.isEmpty ? request.localizer("seasons.noRows") : nil),
                "rows": .list(
                    results.rows[window.rows].map {
                        BoardRow(
                            $0, by: results.season.metric, me: user.account.id, request.localizer
                        ).view
                    }),
            ]))
    }

    /// A season as the line of a list, with its winner and the user's own rank.
    private static func line(
        _ season: Season, _ outcome: SeasonOutcome?, me: Person.ID, _ localizer: Localizer
    ) -> View {
        var line = line(season, localizer)
        line["outcome"] = .text(optional: outcome.map { words(for: $0, me: me, localizer) })
        return line
    }

    private static func words(
        for outcome: SeasonOutcome, me: Person.ID, _ localizer: Localizer
    ) -> String {
        guard outcome.rank != 1 else {
            return outcome.otherWinners == 0
                ? localizer("seasons.youWon") : localizer.count("seasons.youShared", outcome.otherWinners)
        }
        let name = outcome.winner.displayName
        let won =
            outcome.otherWinners == 0
            ? localizer("seasons.won", ["name": name])
            : localizer.count("seasons.shared", outcome.otherWinners, ["name": name])
        guard let rank = outcome.rank else { return won }
        return "\(won) · \(localizer("seasons.place", ["rank": "\(rank)"]))"
    }

    /// A season as the line of a list.
    static func line(_ season: Season, _ localizer: Localizer) -> View {
        let kind = localizer("seasons.\(season.kind.rawValue)")
        let measured =
            season.metric.isTraining
            ? localizer(
                "seasons.by",
                ["kind": kind, "metric": localizer("board.metric.\(season.metric.rawValue)")])
            : kind
        return [
            "name": .text(season.title ?? days(of: season, localizer)),
            "kind": .text(
                season.title == nil ? measured : "\(measured) · \(days(of: season, localizer))"),
            "state": .text(localizer("seasons.state.\(season.state.rawValue)")),
            "hint": .text(localizer("seasons.hint.\(season.state.rawValue)")),
            "isFinal": .flag(season.state == .final), "href": .text("/seasons/\(season.id)"),
            "outcome": .nothing,
        ]
    }

    private static func days(of season: Season, _ localizer: Localizer) -> String {
        guard season.kind != .month else { return localizer.monthAndYear(season.firstDay) }
        return localizer(
            "board.fromTo",
            ["from": localizer.date(season.firstDay), "to": localizer.date(season.lastDay)])
    }
}
