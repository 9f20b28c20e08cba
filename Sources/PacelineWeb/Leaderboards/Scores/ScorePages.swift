import Paceline

/// The user's own scores, newest day first, and streaks.
enum ScorePages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let localizer = request.localizer
        let page = try await user.session.scoresPage(request.page(of: 30))
        let scores = page.scores
        return .page(
            "Leaderboards/scores", title: localizer("games.scores"), at: .games,
            [
                "tabs": Tabs.games.view(localizer, shown: "scores"),
                "news": ScoreVisibilityNews.view(user, returningTo: "/games/scores", localizer),
                "scores": .list(scores.items.map { line($0, of: user.account, localizer) }),
                "empty": scores.items.isEmpty ? .view(empty(localizer)) : .nothing,
                "more": request.moreLink(scores.next, in: "scores", "score.older"),
                "streaks": .view(StreaksView(page.streaks, localizer).view),
            ])
    }

    private static func empty(_ localizer: Localizer) -> View {
        EmptyState(
            icon: .trophy, title: localizer("score.none"), text: localizer("score.noneText"),
            link: ("/games/add", localizer("games.add"))
        ).view
    }

    static func confirmDeletion(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let (game, day) = (try request.game(), try day(request))
        let values = ["game": request.localizer.gameName(game.id), "date": request.localizer.date(day)]
        return Confirmation(
            heading: request.localizer("score.deleteTitle", values),
            text: request.localizer("score.deleteText"),
            button: request.localizer("score.delete"), action: "/games/\(game.id)/\(day)/delete",
            back: LocalPath("/games/scores")
        ).page
    }

    static func delete(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await user.session.deleteScore(in: try request.game().id, on: try day(request))
        return .redirect(to: "/games/scores").settingCookies(request.cookies.noticeCookie("scoreDeleted"))
    }

    private static func day(_ request: WebRequest) throws(SocialError) -> Day {
        guard let day = Day(request.parameters["day"] ?? "") else { throw .pageNotFound }
        return day
    }

    private static func line(_ score: Score, of account: Account, _ localizer: Localizer) -> View {
        let number = score.puzzle.map { localizer("paste.number", ["number": Measure.grouped($0)]) }
        let visibility = localizer.visibilityName(score.visibility, of: account)
        let facts = [localizer.dayName(score.day), number, visibility]
        return GameTile(score.game, localizer).view.merging([
            "item": .text("/items/\(score.id)"), "metric": .text(localizer.result(of: score)),
            "facts": .text(facts.compactMap(\.self).joined(separator: " · ")),
            "grid": .view(
                optional: score.grid.map { GridView(grid: $0, cellSize: 6, localizer: localizer).view() }),
            "menu": .view(menu(score, localizer)),
        ])
    }

    private static func menu(_ score: Score, _ localizer: Localizer) -> View {
        let values = ["game": localizer.gameName(score.game), "date": localizer.date(score.day)]
        return MenuView(
            localizer("score.menu", values),
            [
                .link(to: "/games/\(score.game)/score?day=\(score.day)", localizer("score.change")),
                .link(to: "/games/\(score.game)/\(score.day)/delete", localizer("score.delete")),
            ]
        ).view
    }
}
