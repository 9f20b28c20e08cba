/// What Vera observes in one world.
struct TwinObservations {
    /// A response to her.
    struct Line {
        let text: String
        /// What the database did for it; nil for what is not answered at once.
        var cost: DatabaseCost?
    }

    var lines: [Line] = []
    /// How often each endpoint and page succeeded.
    var successes: [String: Int] = [:]

    mutating func add(_ texts: [String]) {
        lines += texts.map { Line(text: $0) }
    }
}

/// The text of responses, equal in twin worlds: with numbers instead of ids, in the order in which Vera receives them.
struct ResponseText {
    /// Codes that are random in each world.
    var codes: [String]
    private let importKey: String
    private var numbers: [String: Int] = [:]

    init(codes: [String], importKey: String) {
        (self.codes, self.importKey) = (codes, importKey)
    }

    /// The body with a number instead of each id, and of each hash of the ledger.
    mutating func numbered(_ body: [UInt8]) -> String {
        // Ids are whole texts of the JSON, or parts of an address.
        let parts = String(decoding: body, as: UTF8.self).split(
            separator: "\"", omittingEmptySubsequences: false)
        var words: [String] = []
        for part in parts {
            let isCursor =
                words.count > 1 && words[words.count - 1] == ":" && words[words.count - 2] == "next"
            words.append(isCursor ? "cursor of \(part.utf8.count)" : self.part(String(part)))
        }
        return words.joined(separator: "\"")
    }

    /// A text of a response.
    mutating func part(_ text: String) -> String {
        guard text.hasPrefix("/v1/") || text.hasPrefix("http") else { return word(for: text) }
        let steps = text.split(separator: "/", omittingEmptySubsequences: false)
        return steps.map { word(for: String($0)) }.joined(separator: "/")
    }

    private mutating func word(for text: String) -> String {
        let isID = text.utf8.count == 36 && text.utf8.dropFirst(8).first == UInt8(ascii: "-")
        guard isID || Self.isLedgerHash(text) else {
            return text == importKey ? "key" : codes.contains(text) ? "code" : text
        }
        let id = text.lowercased()
        let number = numbers[id] ?? numbers.count
        numbers[id] = number
        return "#\(number)"
    }

    /// Whether the text is a hash of Vera's ledger, which depends on the random id of her account.
    private static func isLedgerHash(_ text: String) -> Bool {
        text.utf8.count == 43 && text.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }
}
