import Paceline

/// The pages about games, side by side.
enum GamesTabs {
    private static let all = [
        ("board", "/games"), ("addTab", "/games/add"), ("scores", "/games/scores"), ("groups", "/groups"),
    ]

    static func views(_ wording: Wording, shown: String) -> [View] {
        all.map { name, path in
            ["text": .text(wording("games.\(name)")), "href": .text(path), "isShown": .flag(name == shown)]
        }
    }
}
