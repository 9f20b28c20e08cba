/// What a menu lets one choose from, as finished markup, `{{{options}}}`.
///
/// The only markup that no template holds: Mustache takes a microsecond for each name in a template, and somebody may
/// have a hundred friends to choose from.
struct Options: Sendable {
    private(set) var markup = ""

    /// - Parameters:
    ///   - choices: what the form sends, and what is read.
    ///   - chosen: what the form would send as it stands.
    init(_ choices: some Sequence<(value: String, text: String)>, chosen: String?) {
        let escaped = EscapedMarkup()
        for (value, text) in choices {
            markup += "<option value=\""
            markup += escaped.escapeText(value)
            markup += value == chosen ? "\" selected>" : "\">"
            markup += escaped.escapeText(text)
            markup += "</option>"
        }
    }
}

extension ViewValue {
    /// A field that lets one choose from a menu.
    static func select(
        _ name: String, _ label: String, _ choices: some Sequence<(value: String, text: String)>,
        chosen: String?
    ) -> ViewValue {
        .view(["name": .text(name), "label": .text(label), "options": .options(choices, chosen: chosen)])
    }

    /// The field for who may see something.
    /// - Parameter first: a choice before the others.
    static func visibilities(
        _ localizer: Localizer, first: [(value: String, text: String)] = [], chosen: String
    ) -> ViewValue {
        .select("visibility", localizer("visibility.label"), first + localizer.visibilities, chosen: chosen)
    }

    static func options(_ choices: some Sequence<(value: String, text: String)>, chosen: String?) -> ViewValue
    {
        .options(Options(choices, chosen: chosen))
    }
}
