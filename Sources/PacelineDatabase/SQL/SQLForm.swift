/// A statement as one of the databases takes it.
package struct SQLForm: Sendable {
    /// A value, and where in the text its placeholder begins. Looking for placeholders in the text would find what
    /// only looks like one, such as `'$1'`.
    package struct Binding: Sendable {
        package let value: SQLValue
        package let placeholder: Int
    }

    /// The text in UTF-8: statements are put together from parts each time they run, and bytes are cheaper to join
    /// than characters.
    private var bytes: [UInt8] = []
    package private(set) var bindings: [Binding] = []

    init() {}

    package init(text: String) {
        bytes = Array(text.utf8)
    }

    /// What it binds, in order.
    var values: some Collection<SQLValue> { bindings.lazy.map { $0.value } }
    package var text: String { String(decoding: bytes, as: UTF8.self) }
    package var isEmpty: Bool { bytes.isEmpty }

    mutating func reserve(characters: Int, values: Int) {
        bytes.reserveCapacity(characters)
        bindings.reserveCapacity(values)
    }

    /// Makes room for more parts, each about as long as this one.
    mutating func reserve(_ count: Int, like part: SQLForm) {
        // What stands around a part, and its placeholders' numbers, which grow by a digit.
        let length = part.bytes.count + part.bindings.count + 4
        bytes.reserveCapacity(bytes.count + count * length)
        bindings.reserveCapacity(bindings.count + count * part.bindings.count)
    }

    mutating func append(text: String) {
        // What the program is made of lies there in one piece, which is copied as one.
        let whole: Void? = text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
        if whole == nil { bytes.append(contentsOf: text.utf8) }
    }

    mutating func append(value: SQLValue) {
        bindings.append(Binding(value: value, placeholder: bytes.count))
        bytes.append(UInt8(ascii: "$"))
        append(number: bindings.count)
    }

    /// Appends a part, and numbers its placeholders on from ours.
    mutating func append(_ part: SQLForm) {
        guard !bindings.isEmpty else { return appendFirst(part) }
        var start = 0
        for (index, binding) in part.bindings.enumerated() {
            bytes.append(contentsOf: part.bytes[start..<binding.placeholder])
            append(value: binding.value)
            start = binding.placeholder + 1 + Self.digits(of: index + 1)
        }
        bytes.append(contentsOf: part.bytes[start...])
    }

    /// Appends the first part that binds anything: its placeholders have their numbers already.
    private mutating func appendFirst(_ part: SQLForm) {
        let start = bytes.count
        bytes.append(contentsOf: part.bytes)
        for binding in part.bindings {
            bindings.append(Binding(value: binding.value, placeholder: start + binding.placeholder))
        }
    }

    private mutating func append(number: Int) {
        if number >= 10 { append(number: number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    private static func digits(of number: Int) -> Int {
        number < 10 ? 1 : 1 + digits(of: number / 10)
    }
}
