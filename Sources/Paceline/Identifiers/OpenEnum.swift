/// An enumeration that newer servers may extend, such as the kinds of notifications.
///
/// Decoding a value that this version does not know gives `unknown`, so an older app can skip it and show the rest.
/// Only values in `allCases` are stored and accepted. Add each new case there.
public protocol OpenEnum: RawRepresentable<String>, CaseIterable, Codable, Hashable, Sendable {
    /// A value that this version does not know.
    static func unknown(_ word: String) -> Self
}

extension OpenEnum {
    public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    /// The case for a wire name, or `unknown`.
    init(word: String) { self = Self(rawValue: word) ?? .unknown(word) }

    public init(from decoder: any Decoder) throws {
        self.init(word: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
