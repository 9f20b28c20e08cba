import Paceline

/// The choices of a board as menus of one form, which replace the rows of links on narrow screens.
struct BoardMenus: Sendable {
    let view: View

    /// - Parameters:
    ///   - scopes: those to compare with, and their names.
    ///   - metrics: those to rank by.
    ///   - games: the pages of games, in the order of their links; empty for boards by training.
    init(
        _ selection: BoardSelection, scopes: [(LeaderboardScope, String)], metrics: [BoardMetric],
        games: [Game.ID?], _ localizer: Localizer
    ) {
        let people = scopes.map { scope, name in (value: "\(scope)", text: name) }
        let measures = metrics.map { metric in
            (value: metric.rawValue, text: localizer("board.metric.\(metric.rawValue)"))
        }
        var menus = [
            Self.menu("scope", localizer("board.scopes"), people, chosen: "\(selection.scope)"),
            Self.menu("metric", localizer("board.metrics"), measures, chosen: selection.metric.rawValue),
        ]
        menus += Self.games(games, selection, localizer)
        menus += Self.ranges(selection, localizer)
        let isTyped = selection.chosenSpan == .custom
        view = [
            "menus": .list(menus),
            "day": selection.day == selection.today ? .nothing : .text(selection.day.description),
            "typedFrom": .text(optional: isTyped ? selection.from : nil),
            "typedTo": .text(optional: isTyped ? selection.to : nil),
        ]
    }

    private static func games(
        _ games: [Game.ID?], _ selection: BoardSelection, _ localizer: Localizer
    ) -> [View] {
        guard !games.isEmpty else { return [] }
        let choices = games.map { game in
            (
                value: game?.description ?? "",
                text: game.map(localizer.gameName) ?? localizer("board.allGames")
            )
        }
        return [
            menu(
                "game", localizer("board.gamePages"), choices, chosen: selection.game?.description ?? "")
        ]
    }

    /// A range that the user didn't choose has an empty value, so that it isn't chosen by another menu.
    private static func ranges(_ selection: BoardSelection, _ localizer: Localizer) -> [View] {
        // A streak has no range.
        guard selection.metric != .currentStreak else { return [] }
        let value = { (span: BoardSelection.Span) in
            selection.chosenSpan == nil && span == selection.span ? "" : span.rawValue
        }
        let choices = BoardSelection.Span.allCases.map { span in
            (value: value(span), text: localizer("board.range.\(BoardDates.name(of: span, in: selection))"))
        }
        return [menu("range", localizer("board.ranges"), choices, chosen: value(selection.span))]
    }

    private static func menu(
        _ name: String, _ label: String, _ choices: [(value: String, text: String)], chosen: String
    ) -> View {
        ["name": .text(name), "label": .text(label), "options": .options(choices, chosen: chosen)]
    }
}
