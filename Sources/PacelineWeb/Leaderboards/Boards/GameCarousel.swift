import Paceline

/// The games to choose from, with the previous and next one.
struct GameCarousel: Sendable {
    let view: View
    /// The name of the current game.
    let title: String
    /// All games together as nil, and each game; empty for boards by training.
    let pages: [Game.ID?]

    /// - Parameter played: the games that the viewer plays, which are listed first.
    init(_ selection: BoardSelection, played: [Game.ID], _ localizer: Localizer) {
        guard !selection.metric.isTraining else {
            title = localizer("board.metric.\(selection.metric.rawValue)")
            self.pages = []
            view = [
                "title": .text(title), "previousGame": .nothing, "nextGame": .nothing, "gamePages": .list([]),
                "hasGames": false,
            ]
            return
        }
        let pages = Self.pages(played, localizer)
        self.pages = pages
        let index = pages.firstIndex(of: selection.game) ?? 0
        let href = { (index: Int) -> String? in
            pages.indices.contains(index) ? selection.of(pages[index]).href : nil
        }
        let previous = ArrowView(
            .back, to: href(index - 1), Self.name(pages, index - 1, localizer), focus: "previous",
            swipe: "back")
        let next = ArrowView(
            .forward, to: href(index + 1), Self.name(pages, index + 1, localizer), focus: "next",
            swipe: "next")
        title = selection.game.map(localizer.gameName) ?? localizer("board.allGames")
        view = [
            "title": .text(title), "hasGames": true,
            "previousGame": .view(previous.view), "nextGame": .view(next.view),
            "gamePages": .list(pages.map { Self.tile($0, selection, localizer) }),
        ]
    }

    /// All games together, then the games played, then the others in catalogue order.
    private static func pages(_ played: [Game.ID], _ localizer: Localizer) -> [Game.ID?] {
        let all = localizer.games.games.map(\.id)
        let mine = Set(played)
        return [nil] + all.filter(mine.contains) + all.filter { !mine.contains($0) }
    }

    private static func name(_ pages: [Game.ID?], _ index: Int, _ localizer: Localizer) -> String {
        guard pages.indices.contains(index) else { return "" }
        return pages[index].map(localizer.gameName) ?? localizer("board.allGames")
    }

    private static func tile(_ page: Game.ID?, _ selection: BoardSelection, _ localizer: Localizer) -> View {
        let face: View =
            page.map { GameTile($0, localizer).view } ?? [
                "game": .text(localizer("board.allGames")), "letters": "★", "hue": "10",
            ]
        return face.merging([
            "href": .text(selection.of(page).href), "isOn": .flag(page == selection.game),
            "focus": .text("game-\(page?.description ?? "all")"),
        ])
    }
}
