import Paceline

/// The tabs at the top of a group of related pages.
struct Tabs: Sendable {
    /// The key in the texts under which the tab names are.
    private let name: String
    private let pages: [(name: String, path: String)]

    static let friends = Tabs(
        name: "friends",
        pages: [
            ("friends", "/friends"), ("find", "/friends/find"), ("followers", "/friends/followers"),
            ("following", "/friends/following"),
        ])
    static let games = Tabs(
        name: "games",
        pages: [
            ("board", "/games"), ("addTab", "/games/add"), ("scores", "/games/scores"), ("groups", "/groups"),
        ])

    func view(_ localizer: Localizer, shown: String) -> ViewValue {
        let tabs: [View] = pages.map { page in
            [
                "text": .text(localizer("\(name).\(page.name)")), "href": .text(page.path),
                "isShown": .flag(page.name == shown),
            ]
        }
        return .view(["label": .text(localizer("\(name).tabs")), "pages": .list(tabs)])
    }
}
