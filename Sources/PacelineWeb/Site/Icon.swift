/// An icon that a page chooses; most stand in their templates.
enum Icon: String, Sendable {
    case back, bell, brand, forward, lock, people, trophy

    var template: String { "Icons/\(rawValue)" }
}

/// One step back or forward, among weeks, days or games; a dull arrow where there is no further one.
struct ArrowView: Sendable {
    let view: View

    /// - Parameters:
    ///   - href: where it leads; nil where there is nothing more.
    ///   - focus: its name on the board that a script puts in the place of this one.
    ///   - swipe: the way of the finger that does the same.
    init(_ icon: Icon, to href: String?, _ label: String, focus: String? = nil, swipe: String? = nil) {
        view = [
            "icon": .template(icon.template), "href": .text(optional: href), "label": .text(label),
            "focus": .text(optional: focus), "swipe": .text(optional: swipe),
        ]
    }
}
