/// A statement as one of the databases takes it.
struct SQLForm: Sendable {
    /// A value, and where in the UTF-8 of the text its placeholder begins. Looking for placeholders in the text would
    /// find what only looks like one, such as `'$1'`.
    struct Binding: Sendable {
        let value: SQLValue
        let placeholder: Int
    }

    var text = ""
    var bindings: [Binding] = []

    mutating func append(value: SQLValue) {
        bindings.append(Binding(value: value, placeholder: text.utf8.count))
        text += "$"
        text += String(bindings.count)
    }

    /// Appends a part, and numbers its placeholders on from ours.
    mutating func append(_ part: SQLForm) {
        let bytes = part.text.utf8
        var start = bytes.startIndex
        for (index, binding) in part.bindings.enumerated() {
            let placeholder = bytes.index(bytes.startIndex, offsetBy: binding.placeholder)
            text += part.text[start..<placeholder]
            append(value: binding.value)
            start = bytes.index(placeholder, offsetBy: 1 + String(index + 1).utf8.count)
        }
        text += part.text[start...]
    }
}
