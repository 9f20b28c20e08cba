import Paceline

/// The stored results of a group's weeks and months.
enum SeasonPages {
    private static let rowsShown = 50

    static func list(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let page = try await user.session.seasonsPage(of: try request.id(), request.page(of: 50))
        let (group, seasons) = (page.group, page.seasons)
        return .page(
            "Leaderboards/seasons", title: request.localizer("seasons.title"), at: .games,
            [
                "back": .back(to: "/groups/\(group.id)", named: group.title),
                "seasons": .list(seasons.items.map { line($0, request.localizer) }),
                "empty": seasons.items.isEmpty ? .view(empty(request.localizer)) : .nothing,
                "more": request.moreLink(seasons.next, in: "seasons", "seasons.older"),
            ])
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
                "title": .text(group.title),
                "back": .back(to: "/groups/\(group.id)/seasons", named: request.localizer("seasons.title")),
                "window": .view(optional: window.view(of: request.path, "rows", request.localizer)),
                "rows": .list(
                    results.rows[window.rows].map {
                        BoardRow(
                            $0, by: results.season.metric, me: user.account.id, request.localizer
                        ).view
                    }),
            ]))
    }

    private static func line(_ season: Season, _ localizer: Localizer) -> View {
        let name =
            switch season.kind {
            case .month: localizer.monthAndYear(season.firstDay)
            case .week, .unknown:
                localizer(
                    "board.fromTo",
                    ["from": localizer.date(season.firstDay), "to": localizer.date(season.lastDay)])
            }
        let kind = localizer("seasons.\(season.kind.rawValue)")
        return [
            "name": .text(name),
            "kind": .text(
                season.metric.isTraining
                    ? localizer(
                        "seasons.by",
                        ["kind": kind, "metric": localizer("board.metric.\(season.metric.rawValue)")])
                    : kind),
            "state": .text(localizer("seasons.state.\(season.state.rawValue)")),
            "hint": .text(localizer("seasons.hint.\(season.state.rawValue)")),
            "isFinal": .flag(season.state == .final), "href": .text("/seasons/\(season.id)"),
        ]
    }
}
