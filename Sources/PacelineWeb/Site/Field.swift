import Paceline

/// A form field with its value and error.
struct Field: Sendable {
    /// The field's name in the form and in engine errors.
    let name: String
    let label: String
    var type = "text"
    var hint: String?
    var autocomplete = "off"
    var attributes: [Attribute] = []
    /// The number of lines of a multi-line field; nil for a single-line field.
    var rows: Int?
    /// An example, shown in an empty multi-line field.
    var placeholder: String?

    /// A flag that sets HTML attributes.
    enum Attribute: String, CaseIterable, Sendable {
        case isRequired, isUsername, isPassword, isNewPassword
    }

    /// - Parameters:
    ///   - value: the value to show; never a password.
    ///   - error: shown next to the field if it names this field.
    func view(_ value: String?, _ error: SocialError?, _ localizer: Localizer) -> View {
        let hasError = error?.field == name
        var view: View = [
            "name": .text(name), "label": .text(label), "type": rows == nil ? .text(type) : .nothing,
            "hint": .text(optional: hint), "menu": .nothing, "inputMode": .nothing, "hasSeconds": false,
            "autocomplete": .text(autocomplete), "value": .text(value ?? ""),
            "error": .text(optional: hasError ? error.map(localizer.message) : nil),
            "rows": .text(optional: rows.map(String.init)), "placeholder": .text(optional: placeholder),
        ]
        for attribute in Attribute.allCases {
            view[attribute.rawValue] = .flag(attributes.contains(attribute))
        }
        return view
    }
}

extension [Field] {
    /// All fields by name, and an error that belongs to no field as `formError`.
    /// - Parameter values: returns the value of a field by its name.
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
