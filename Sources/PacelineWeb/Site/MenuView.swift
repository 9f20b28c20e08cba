/// What is behind three dots.
struct MenuView: Sendable {
    /// One thing that can be chosen: a way to a page, or something that is done at once.
    enum Entry: Sendable {
        case link(to: String, String)
        case action(ActionForm)
    }

    let view: View

    init(_ label: String, _ entries: [Entry]) {
        view = [
            "label": .text(label),
            "entries": .list(
                entries.map { entry in
                    switch entry {
                    case .link(let href, let text):
                        ["href": .text(href), "text": .text(text), "action": .nothing]
                    case .action(let form): ["href": .nothing, "action": .view(form.view)]
                    }
                }),
        ]
    }
}
