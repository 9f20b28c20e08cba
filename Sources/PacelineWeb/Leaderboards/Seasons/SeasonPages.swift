import Paceline

/// What is kept of a group's weeks and months.
enum SeasonPages {
    static func list(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let page = try await caller.session.seasonsPage(of: try visit.id(), visit.page(of: 50))
        let (group, seasons) = (page.group, page.seasons)
        return .page(
            "Leaderboards/seasons", title: visit.wording("seasons.title"), at: .games,
            [
                "back": .back(to: "/groups/\(group.id)", named: group.title),
                "seasons": .list(seasons.items.map { line($0, visit.wording) }),
                "empty": seasons.items.isEmpty ? .view(empty(visit.wording)) : .nothing,
                "more": visit.more(seasons.next, in: "seasons", "seasons.older"),
            ])
    }

    private static func empty(_ wording: Wording) -> View {
        EmptyState(icon: .trophy, title: wording("seasons.none"), text: wording("seasons.noneText")).view
    }

    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let page = try await caller.session.seasonPage(try visit.id())
        let (group, results) = (page.group, page.results)
        let line = line(results.season, visit.wording)
        return .page(
            "Leaderboards/season", title: visit.wording("seasons.title"), at: .games,
            line.merging([
                "title": .text(group.title),
                "back": .back(to: "/groups/\(group.id)/seasons", named: visit.wording("seasons.title")),
                "rows": .list(results.rows.map { BoardRow($0, me: caller.account.id, visit.wording).view }),
            ]))
    }

    private static func line(_ season: Season, _ wording: Wording) -> View {
        let name =
            switch season.kind {
            case .month: wording.monthAndYear(season.firstDay)
            case .week, .unknown:
                wording(
                    "board.fromTo",
                    ["from": wording.date(season.firstDay), "to": wording.date(season.lastDay)])
            }
        return [
            "name": .text(name), "kind": .text(wording("seasons.\(season.kind.rawValue)")),
            "state": .text(wording("seasons.state.\(season.state.rawValue)")),
            "hint": .text(wording("seasons.hint.\(season.state.rawValue)")),
            "isFinal": .flag(season.state == .final), "href": .text("/seasons/\(season.id)"),
        ]
    }
}
