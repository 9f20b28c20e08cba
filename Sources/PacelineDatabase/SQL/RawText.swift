import Synchronization

/// Text of a statement that is not a literal, such as the name of a table that the database listed.
///
/// Each distinct text is interned until the program ends, so there must not be many.
struct RawText {
    private struct Known {
        var texts: [String] = []
        var numbers: [String: Int] = [:]
    }

    private static let known = Mutex(Known())

    let number: Int

    init(_ text: String) {
        number = Self.known.withLock { known in
            if let number = known.numbers[text] { return number }
            known.texts.append(text)
            known.numbers[text] = known.texts.count - 1
            return known.texts.count - 1
        }
    }

    /// - Parameter number: the number of an interned text.
    init(number: Int) {
        self.number = number
    }

    var text: String { Self.known.withLock { $0.texts[number] } }
}
