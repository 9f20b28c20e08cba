/// A set of words that newer servers may add to, such as the kinds of notifications.
///
/// A word that this program does not know is read as `unknown`: an older app passes over what it cannot show, and shows
/// the rest. Only the words of `allCases` are stored and accepted. A new
/// case is added to that list by hand.
public protocol OpenEnum: RawRepresentable<String>, CaseIterable, Codable, Hashable, Sendable {
    /// A word that this program does not know.
    static func unknown(_ word: String) -> Self
}

extension OpenEnum {
    public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    /// One of the words, or an unknown one.
    init(word: String) { self = Self(rawValue: word) ?? .unknown(word) }

    public init(from decoder: any Decoder) throws {
        self.init(word: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
