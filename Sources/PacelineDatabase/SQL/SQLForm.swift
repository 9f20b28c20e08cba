/// A statement as one of the databases takes it.
struct SQLForm: Sendable {
    var text = ""
    var values: [SQLValue] = []
    /// Where in the UTF-8 of `text` the placeholder of each value begins. Looking for them in the text would find
    /// what only looks like one, such as `'$1'`.
    var placeholders: [Int] = []

    mutating func append(value: SQLValue) {
        values.append(value)
        placeholders.append(text.utf8.count)
        text += "$"
        text += String(values.count)
    }

    /// Appends a part, and numbers its placeholders on from ours.
    mutating func append(_ part: SQLForm) {
        let bytes = part.text.utf8
        var start = bytes.startIndex
        for (index, value) in part.values.enumerated() {
            let placeholder = bytes.index(bytes.startIndex, offsetBy: part.placeholders[index])
            text += part.text[start..<placeholder]
            append(value: value)
            start = bytes.index(placeholder, offsetBy: 1 + String(index + 1).utf8.count)
        }
        text += part.text[start...]
    }
}
