/// A form of nothing but a button, which does something.
struct ActionForm: Sendable {
    /// Where the form is sent.
    let action: String
    let text: String
    /// What the button says to whoever does not see what stands beside it.
    var label: String?
    /// The button's classes in the stylesheet.
    var style: String?
    /// Where it leads back to, when that is not where it always does.
    var path: String?
    /// What is sent along.
    var field: (name: String, value: String)?

    var view: View {
        [
            "action": .text(action), "text": .text(text), "label": .text(optional: label),
            "style": .text(optional: style), "return": .text(optional: path),
            "field": .view(optional: field.map { ["name": .text($0.name), "value": .text($0.value)] }),
        ]
    }
}
