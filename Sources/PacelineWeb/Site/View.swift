import Mustache

/// The values of a template: finished strings by name.
struct View: Sendable, ExpressibleByDictionaryLiteral, MustacheParent {
    private(set) var values: [String: ViewValue]

    init(_ values: [String: ViewValue] = [:]) {
        self.values = values
    }

    init(dictionaryLiteral elements: (String, ViewValue)...) {
        values = Dictionary(elements) { $1 }
    }

    subscript(name: String) -> ViewValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// Returns the view with the values of another, which take precedence.
    func merging(_ other: View) -> View { View(values.merging(other.values) { $1 }) }

    func child(named name: String) -> Any? { values[name]?.forTemplate }
}

/// A value of a ``View``.
enum ViewValue: Sendable, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral {
    case text(String)
    case flag(Bool)
    case view(View)
    case list([View])
    case options(Options)
    /// The name of a template, used as `{{>*icon}}`.
    case template(String)
    /// No value. Unlike a missing name, it hides a value of the same name in an outer view.
    case nothing

    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }

    /// The text, or `nothing` if it is nil.
    static func text(optional text: String?) -> ViewValue { text.map(ViewValue.text) ?? .nothing }

    /// The view, or `nothing` if it is nil.
    static func view(optional view: View?) -> ViewValue { view.map(ViewValue.view) ?? .nothing }

    /// A link to the parent page, labelled with its title.
    static func back(to path: String, named name: String) -> ViewValue {
        .view(["href": .text(path), "text": .text(name)])
    }

    fileprivate var forTemplate: Any {
        switch self {
        case .text(let text): ShownText(renderText: text)
        case .flag(let flag): flag
        case .view(let view): view
        case .list(let views): views
        case .options(let options): ShownText(renderText: options.markup)
        case .template(let name): name
        case .nothing: Nothing()
        }
    }
}

/// Text in the form that Mustache renders fastest. It compares a plain `String` with every other type first,
/// and reflects on it inside a section.
private struct ShownText: MustacheCustomRenderable, MustacheParent {
    let renderText: String
    var isNull: Bool { false }

    func child(named name: String) -> Any? { nil }
}

/// A missing value, which renders as empty text.
private struct Nothing: MustacheCustomRenderable {
    var renderText: String { "" }
    var isNull: Bool { true }
}

extension View {
    /// The state of a toggle button, and the value that pressing it sends.
    static func pressed(_ isPressed: Bool) -> View {
        ["pressed": .text("\(isPressed)"), "next": isPressed ? "0" : "1"]
    }
}
