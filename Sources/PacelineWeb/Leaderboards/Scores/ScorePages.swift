import Paceline

/// The viewer's own scores, the newest day first, and how long they have gone on.
enum ScorePages {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let wording = visit.wording
        let page = try await caller.session.scoresPage(visit.page(of: 50))
        let scores = page.scores
        return .page(
            "Leaderboards/scores", title: wording("games.scores"), at: .games,
            [
                "tabs": Tabs.games.view(wording, shown: "scores"),
                "scores": .list(scores.items.map { line($0, wording) }),
                "empty": scores.items.isEmpty ? .view(empty(wording)) : .nothing,
                "more": visit.more(scores.next, in: "scores", "score.older"),
                "streaks": .view(StreaksView(page.streaks, wording).view),
            ])
    }

    private static func empty(_ wording: Wording) -> View {
        EmptyState(
            icon: .trophy, title: wording("score.none"), text: wording("score.noneText"),
            link: ("/games/add", wording("games.add"))
        ).view
    }

    static func confirmDeletion(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let (game, day) = (try visit.game(), try day(visit))
        let values = ["game": visit.wording.gameName(game.id), "date": visit.wording.date(day)]
        return Confirmation(
            heading: visit.wording("score.deleteTitle", values), text: visit.wording("score.deleteText"),
            button: visit.wording("score.delete"), action: "/games/\(game.id)/\(day)/delete",
            back: LocalPath("/games/scores")
        ).page
    }

    static func delete(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.deleteScore(in: try visit.game().id, on: try day(visit))
        return .redirect(to: "/games/scores").setting(visit.cookies.noting("scoreDeleted"))
    }

    private static func day(_ visit: Visit) throws(SocialError) -> Day {
        guard let day = Day(visit.parameters["day"] ?? "") else { throw .noPage }
        return day
    }

    private static func line(_ score: Score, _ wording: Wording) -> View {
        let number = score.puzzle.map { wording("paste.number", ["number": Measure.grouped($0)]) }
        let facts = [wording.named(score.day), number, wording.visibilityName(score.visibility)]
        return GameTile(score.game, wording).view.merging([
            "item": .text("/items/\(score.id)"), "metric": .text(score.metric),
            "facts": .text(facts.compactMap(\.self).joined(separator: " · ")),
            "menu": .view(menu(score, wording)),
        ])
    }

    private static func menu(_ score: Score, _ wording: Wording) -> View {
        let values = ["game": wording.gameName(score.game), "date": wording.date(score.day)]
        return MenuView(
            wording("score.menu", values),
            [
                .link(to: "/games/\(score.game)/score?day=\(score.day)", wording("score.change")),
                .link(to: "/games/\(score.game)/\(score.day)/delete", wording("score.delete")),
            ]
        ).view
    }
}
