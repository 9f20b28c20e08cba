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
    static func options(_ choices: some Sequence<(value: String, text: String)>, chosen: String?) -> ViewValue
    {
        .options(Options(choices, chosen: chosen))
    }
}
