import Mustache

/// What a template is filled with: finished strings by name, and nothing that is still to be computed.
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

    /// The same with the values of another, which count more.
    func merging(_ other: View) -> View { View(values.merging(other.values) { $1 }) }

    func child(named name: String) -> Any? { values[name]?.forTemplate }
}

/// One value of a ``View``.
enum ViewValue: Sendable, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral {
    case text(String)
    case flag(Bool)
    case view(View)
    case list([View])
    case options(Options)
    /// The name of a template, `{{>*icon}}`.
    case template(String)
    /// There is none. Unlike a name that is left out, it hides a value of the same name further out.
    case nothing

    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }

    /// The text, or nothing when there is none.
    static func text(optional text: String?) -> ViewValue { text.map(ViewValue.text) ?? .nothing }

    /// The view, or nothing when there is none.
    static func view(optional view: View?) -> ViewValue { view.map(ViewValue.view) ?? .nothing }

    /// The way back to the page that is above this one, called what that page is called.
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

/// Text as Mustache takes it quickest: a plain string is held against everything else first, and looked through by
/// reflection when a section stands around it.
private struct ShownText: MustacheCustomRenderable, MustacheParent {
    let renderText: String
    var isNull: Bool { false }

    func child(named name: String) -> Any? { nil }
}

/// What a template shows of a value that is not there.
private struct Nothing: MustacheCustomRenderable {
    var renderText: String { "" }
    var isNull: Bool { true }
}

extension View {
    /// A button that gives something and takes it back: whether it is pressed, and what pressing it sends.
    static func pressed(_ isPressed: Bool) -> View {
        ["pressed": .text("\(isPressed)"), "next": isPressed ? "0" : "1"]
    }
}
