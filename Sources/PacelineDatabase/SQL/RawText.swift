import Synchronization

/// A part of a statement that is not written in the program, such as the name of a table that the database has listed.
///
/// Each is kept once and for as long as the program runs, so there must not be many.
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

    /// - Parameter number: of a text that is known.
    init(number: Int) {
        self.number = number
    }

    var text: String { Self.known.withLock { $0.texts[number] } }
}
