import Paceline

/// What is kept of a group's weeks and months.
enum SeasonPages {
    static func list(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let group = try await caller.session.group(try visit.id())
        let seasons = try await caller.session.seasons(of: group.id, kind: nil, visit.page(of: 50))
        return .page(
            "Leaderboards/seasons", title: visit.wording("seasons.title"), at: .games,
            [
                "back": .back(to: "/groups/\(group.id)", named: group.title),
                "seasons": .list(seasons.items.map { line($0, visit.wording) }),
                "isEmpty": .flag(seasons.items.isEmpty), "more": visit.link(to: seasons.next),
            ])
    }

    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let results = try await caller.session.season(try visit.id())
        let group = try await caller.session.group(results.season.group)
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
            case .week:
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
