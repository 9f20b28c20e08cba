/// A menu that opens from a button with three dots.
struct MenuView: Sendable {
    /// A menu entry: a link or an action.
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
