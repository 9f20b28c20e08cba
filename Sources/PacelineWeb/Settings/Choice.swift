import Paceline

/// One of several, as radio buttons or as a menu.
struct Choice: Sendable {
    /// As the form sends it, and as the services name it in their errors.
    let name: String
    let label: String
    var hint: String?
    let options: [Option]

    /// One thing that can be chosen.
    struct Option: Sendable {
        let value: String
        let text: String
        var hint: String?
    }

    func view(_ chosen: String, _ error: SocialError?, _ localizer: Localizer) -> View {
        let isAtFault = error?.field == name
        return [
            "name": .text(name), "label": .text(label), "hint": .text(optional: hint),
            "error": .text(optional: isAtFault ? error.map(localizer.message) : nil),
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

/// Something that is on or off.
struct Switch: Sendable {
    /// As the form sends it, and as the services name it in their errors.
    let name: String
    let label: String
    var hint: String?

    func view(_ isOn: Bool, _ localizer: Localizer, error: SocialError? = nil) -> View {
        let isAtFault = error?.field == name
        return [
            "name": .text(name), "label": .text(label), "hint": .text(optional: hint), "isOn": .flag(isOn),
            "error": .text(optional: isAtFault ? error.map(localizer.message) : nil),
        ]
    }
}
