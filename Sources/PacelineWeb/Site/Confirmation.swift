/// A page that asks for confirmation.
struct Confirmation: Sendable {
    var icon: Icon?
    let heading: String
    /// A paragraph before the text that names the subject.
    var facts: String?
    let text: String
    let button: String
    /// The path that the form posts to.
    let action: String
    /// The path that Cancel leads to. After a dangerous action the server also redirects there if the page
    /// still exists.
    let back: LocalPath
    /// A code that is shown, and sent with the form.
    var code: String?
    /// Further hidden fields.
    var fields: [(name: String, value: String)] = []
    /// Whether the action can't be undone.
    var isDanger = true

    var page: PageResponse { page(at: nil) }

    func page(at navigationItem: PageResponse.NavigationItem?) -> PageResponse {
        let about: [View] = facts.map { [["text": .text($0), "code": .nothing]] } ?? []
        return .page(
            "Site/confirmation", title: heading, at: navigationItem,
            [
                "icon": icon.map { .template($0.template) } ?? .nothing, "heading": .text(heading),
                "paragraphs": .list(about + [["text": .text(text), "code": .text(optional: code)]]),
                "button": .text(button), "action": .text(action), "back": .text(back.description),
                "field": .view(optional: field.map { ["name": .text($0.name), "value": .text($0.value)] }),
                "fields": .list(fields.map { ["name": .text($0.name), "value": .text($0.value)] }),
                "isDanger": .flag(isDanger),
            ])
    }

    private var field: (name: String, value: String)? {
        if let code { return ("code", code) }
        return isDanger ? ("return", back.description) : nil
    }
}
