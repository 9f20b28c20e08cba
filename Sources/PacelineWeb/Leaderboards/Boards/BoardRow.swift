import Paceline

/// A row of a board: rank, change of rank and result.
struct BoardRow: Sendable {
    let view: View

    init(_ row: LeaderboardRow, me: Person.ID, _ localizer: Localizer) {
        let shared = Self.sharedValues(
            row.rank, row.person, row.breakdown ?? [:], isMe: row.person.id == me, localizer)
        view = shared.merging([
            "metric": .text(row.metric),
            "delta": .view(optional: row.delta.map { Self.delta($0, localizer) }),
        ])
    }

    init(_ row: SeasonRow, me: Person.ID, _ localizer: Localizer) {
        let shared = Self.sharedValues(
            row.rank, row.person, row.breakdown, isMe: row.person.id == me, localizer)
        view = shared.merging([
            "metric": .text(Score.label(points: row.points)), "delta": .nothing,
        ])
    }

    private static func sharedValues(
        _ rank: Int, _ person: Person, _ breakdown: [String: Int], isMe: Bool, _ localizer: Localizer
    ) -> View {
        person.line.merging([
            "rank": .text("\(rank)"), "medal": rank <= 3 ? .text("\(rank)") : .nothing, "isMe": .flag(isMe),
            "breakdown": .list(games(breakdown, localizer)), "hasBreakdown": .flag(!breakdown.isEmpty),
            "games": .text(localizer.count("board.games", breakdown.count)),
        ])
    }

    /// The change of rank: an arrow with the number of places, and text for screen readers.
    private static func delta(_ delta: Int, _ localizer: Localizer) -> View {
        let kind = delta > 0 ? "up" : delta < 0 ? "down" : "same"
        return [
            "kind": .text(kind),
            "places": delta == 0 ? .nothing : .text("\(abs(delta))"),
            "says": .text(
                delta == 0 ? localizer("board.same") : localizer.count("board.\(kind)", abs(delta))),
        ]
    }

    /// Points per game, highest first.
    private static func games(_ breakdown: [String: Int], _ localizer: Localizer) -> [View] {
        breakdown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.compactMap { id, points in
            Game.ID(id).map {
                ["game": .text(localizer.gameName($0)), "points": .text(Score.label(points: points))]
            }
        }
    }
}
