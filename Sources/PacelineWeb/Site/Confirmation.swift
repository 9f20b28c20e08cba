/// A page that asks before something is done.
struct Confirmation: Sendable {
    var icon: Icon?
    let heading: String
    /// What it is about, before the text.
    var facts: String?
    let text: String
    let button: String
    /// Where the form is sent.
    let action: String
    /// Where the page leads on cancel, and when it is done, unless the page that it came from is gone.
    let back: LocalPath
    /// A code that is shown, and sent along.
    var code: String?
    /// Whether it cannot be taken back.
    var isDanger = true

    var page: PageResponse { page(at: nil) }

    func page(at place: PageResponse.Place?) -> PageResponse {
        let about: [View] = facts.map { [["text": .text($0), "code": .nothing]] } ?? []
        return .page(
            "Site/confirmation", title: heading, at: place,
            [
                "icon": icon.map { .template($0.template) } ?? .nothing, "heading": .text(heading),
                "paragraphs": .list(about + [["text": .text(text), "code": .text(optional: code)]]),
                "button": .text(button), "action": .text(action), "back": .text(back.description),
                "field": .view(optional: field.map { ["name": .text($0.name), "value": .text($0.value)] }),
                "isDanger": .flag(isDanger),
            ])
    }

    private var field: (name: String, value: String)? {
        if let code { return ("code", code) }
        return isDanger ? ("return", back.description) : nil
    }
}
