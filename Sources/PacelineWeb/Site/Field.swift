import Paceline

/// One field of a form, with what was typed and what is wrong with it.
struct Field: Sendable {
    /// As the form sends it, and as the services name it in their errors.
    let name: String
    let label: String
    var type = "text"
    var hint: String?
    var autocomplete = "off"
    var attributes: [Attribute] = []
    /// How many lines are shown of a field that takes several; nil of one that takes a single line.
    var rows: Int?
    /// An example, in a field of several lines.
    var placeholder: String?

    /// What else a browser is told of a field.
    enum Attribute: String, CaseIterable, Sendable {
        case isRequired, isUsername, isPassword, isNewPassword
    }

    /// - Parameters:
    ///   - value: what was typed; never a password.
    ///   - error: shown beside the field when it is about it.
    func view(_ value: String?, _ error: SocialError?, _ localizer: Localizer) -> View {
        let isAtFault = error?.field == name
        var view: View = [
            "name": .text(name), "label": .text(label), "type": rows == nil ? .text(type) : .nothing,
            "hint": .text(optional: hint), "menu": .nothing, "inputMode": .nothing, "hasSeconds": false,
            "autocomplete": .text(autocomplete), "value": .text(value ?? ""),
            "error": .text(optional: isAtFault ? error.map(localizer.message) : nil),
            "rows": .text(optional: rows.map(String.init)), "placeholder": .text(optional: placeholder),
        ]
        for attribute in Attribute.allCases {
            view[attribute.rawValue] = .flag(attributes.contains(attribute))
        }
        return view
    }
}

extension [Field] {
    /// Every field by its name, and what is wrong with the whole as `formError`.
    /// - Parameter values: says what was typed into a field.
    func view(_ error: SocialError?, _ localizer: Localizer, values: (String) -> String?) -> View {
        var view = View()
        for field in self {
            view[field.name] = .view(
                field.view(field.type == "password" ? nil : values(field.name), error, localizer))
        }
        let isNamed = error?.field.map { name in contains { $0.name == name } } ?? false
        view["formError"] = .text(optional: isNamed ? nil : error.map(localizer.message))
        return view
    }
}
