import Paceline

/// A choice between options, shown as radio buttons or as a menu.
struct Choice: Sendable {
    /// The field's name in the form and in engine errors.
    let name: String
    let label: String
    var hint: String?
    let options: [Option]

    /// An option of a choice.
    struct Option: Sendable {
        let value: String
        let text: String
        var hint: String?
    }

    func view(_ chosen: String, _ error: SocialError?, _ localizer: Localizer) -> View {
        let hasError = error?.field == name
        return [
            "name": .text(name), "label": .text(label), "hint": .text(optional: hint),
            "error": .text(optional: hasError ? error.map(localizer.message) : nil),
            "menu": .options(options.map { ($0.value, $0.text) }, chosen: chosen), "rows": .nothing,
            "type": .nothing,
            "radios": .list(
                options.map { option in
                    [
                        "value": .text(option.value), "text": .text(option.text),
                        "hint": .text(optional: option.hint), "isChosen": .flag(option.value == chosen),
                    ]
                }),
        ]
    }
}

/// An on/off setting.
struct Switch: Sendable {
    /// The field's name in the form and in engine errors.
    let name: String
    let label: String
    var hint: String?
    /// Whether switching it sends its form.
    var submits = false

    func view(_ isOn: Bool, _ localizer: Localizer, error: SocialError? = nil) -> View {
        let hasError = error?.field == name
        return [
            "name": .text(name), "label": .text(label), "hint": .text(optional: hint), "isOn": .flag(isOn),
            "submits": .flag(submits),
            "error": .text(optional: hasError ? error.map(localizer.message) : nil),
        ]
    }
}
