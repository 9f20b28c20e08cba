import Paceline

/// A game as a small coloured tile beside its name.
struct GameTile: Sendable {
    let view: View

    init(_ id: Game.ID, _ localizer: Localizer) {
        let name = localizer.gameName(id)
        let initials = name.split { !$0.isLetter && !$0.isNumber }.prefix(2).compactMap(\.first)
        view = [
            "id": .text("\(id)"), "game": .text(name),
            "letters": .text(String(initials).uppercased()), "hue": .text("\(Self.hue(of: id))"),
        ]
    }

    /// One of the stylesheet's twelve gradients, the same wherever the game appears.
    private static func hue(of id: Game.ID) -> Int {
        id.description.utf8.reduce(7) { ($0 * 31 + Int($1)) % 9_973 } % 12
    }
}
