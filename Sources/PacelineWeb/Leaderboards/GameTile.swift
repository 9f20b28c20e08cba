import Paceline

/// The coloured tile of a game.
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

    /// The index of one of the stylesheet's twelve gradients, stable for each game.
    private static func hue(of id: Game.ID) -> Int {
        id.description.utf8.reduce(7) { ($0 * 31 + Int($1)) % 9_973 } % 12
    }
}
