/// The options of a `<select>` as finished markup, `{{{options}}}`.
///
/// Built in Swift because Mustache takes a microsecond per tag, and a user can have a hundred friends to list.
struct Options: Sendable {
    private(set) var markup = ""

    /// - Parameters:
    ///   - choices: the submitted values and their labels.
    ///   - chosen: the selected value.
    init(_ choices: some Sequence<(value: String, text: String)>, chosen: String?) {
        add(choices, chosen)
    }

    /// Options in groups with a heading; nil for those without. Empty groups are left out.
    init(_ groups: [(heading: String?, choices: [(value: String, text: String)])], chosen: String?) {
        for (heading, choices) in groups where !choices.isEmpty {
            if let heading { markup += "<optgroup label=\"\(EscapedMarkup().escapeText(heading))\">" }
            add(choices, chosen)
            if heading != nil { markup += "</optgroup>" }
        }
    }

    private mutating func add(
        _ choices: some Sequence<(value: String, text: String)>, _ chosen: String?
    ) {
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
    /// A `<select>` field.
    static func select(
        _ name: String, _ label: String, _ choices: some Sequence<(value: String, text: String)>,
        chosen: String?
    ) -> ViewValue {
        .view(["name": .text(name), "label": .text(label), "options": .options(choices, chosen: chosen)])
    }

    /// A field for the visibility of a workout.
    static func visibilities(
        _ options: [(value: String, text: String)], _ localizer: Localizer, chosen: String
    ) -> ViewValue {
        .select("visibility", localizer("visibility.label"), options, chosen: chosen)
    }

    static func options(_ choices: some Sequence<(value: String, text: String)>, chosen: String?) -> ViewValue
    {
        .options(Options(choices, chosen: chosen))
    }
}
