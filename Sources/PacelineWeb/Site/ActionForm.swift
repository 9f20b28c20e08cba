/// A form that shows only a button.
struct ActionForm: Sendable {
    /// The path that the form posts to.
    let action: String
    let text: String
    /// The accessible name of the button, where its text alone is ambiguous.
    var label: String?
    /// The CSS classes of the button.
    var style: String?
    /// The path to open afterwards; nil for the default.
    var returnPath: String?
    /// A hidden field.
    var field: (name: String, value: String)?

    var view: View {
        [
            "action": .text(action), "text": .text(text), "label": .text(optional: label),
            "style": .text(optional: style), "return": .text(optional: returnPath),
            "field": .view(optional: field.map { ["name": .text($0.name), "value": .text($0.value)] }),
        ]
    }
}
