/// An icon that Swift code chooses. Most icons are named in templates.
enum Icon: String, Sendable {
    case back, bell, brand, forward, lock, people, trophy

    var template: String { "Icons/\(rawValue)" }
}

/// A link to the previous or next week, day or game, greyed out at the end of the range.
struct ArrowView: Sendable {
    let view: View

    /// - Parameters:
    ///   - href: the target; nil at the end of the range.
    ///   - focus: the key by which the script restores focus after it replaces the board.
    ///   - swipe: the swipe direction that follows the link.
    init(_ icon: Icon, to href: String?, _ label: String, focus: String? = nil, swipe: String? = nil) {
        view = [
            "icon": .template(icon.template), "href": .text(optional: href), "label": .text(label),
            "focus": .text(optional: focus), "swipe": .text(optional: swipe),
        ]
    }
}
