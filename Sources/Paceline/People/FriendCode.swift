/// An eight-character code for adding a friend: short enough to read aloud, type on a watch or show as a QR code. Codes
/// made earlier have six characters, until their owners replace them; those of children were replaced.
///
/// ```swift
/// if let code = FriendCode("k7m2 xq4p") { print(code) }  // K7M2XQ4P
/// ```
public struct FriendCode: Hashable, Sendable, LosslessStringConvertible {
    public let description: String

    /// Digits and capital letters without 0, O, 1, I, L and U, which are easily confused.
    public static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
    /// The number of characters of a new code.
    public static let length = 8
    /// The number of characters of codes made earlier, which stay valid.
    public static let earlierLength = 6
    /// The number of characters of a ``FriendCard``'s code, which follows from its key. It is too long to be found by
    /// trying keys.
    public static let cardLength = 16
    /// The most codes in one request for suggestions, so that codes are not found by trying many at once.
    public static let maxPerRequest = 20

    /// Parses a code, ignoring case, spaces and dashes.
    public init?(_ description: String) {
        let characters = description.uppercased().filter { $0 != " " && $0 != "-" }
        guard description.utf8.allSatisfy({ $0 < 0x80 }),
            [Self.length, Self.earlierLength, Self.cardLength].contains(characters.count),
            characters.allSatisfy(Self.alphabet.contains)
        else {
            return nil
        }
        self.description = characters
    }

    /// Derives a card's code from its key, with which it is one of 4 × 10²³.
    /// - Parameter key: 32 bytes; see ``FriendCard``.
    package init(cardKey key: some Collection<UInt8>) {
        description = String(
            key.prefix(Self.cardLength).map { Self.alphabet[Int($0) % Self.alphabet.count] })
    }

    /// Whether it belongs to a ``FriendCard``.
    package var isOnCard: Bool { description.count == Self.cardLength }

    /// Whether it was made earlier, and is one of 729 million.
    package var isShort: Bool { description.count == Self.earlierLength }

    /// Creates a random code, one of 656 billion.
    public init(using random: inout some RandomNumberGenerator) {
        description = String(
            (0..<Self.length).map { _ in Self.alphabet.randomElement(using: &random) ?? "2" })
    }
}

/// A friend code and the link that contains it.
///
/// ```swift
/// let link = try await session.friendCode()
/// share("Add me with the code \(link.code) or at \(link.url)")
/// ```
public struct FriendCodeLink: Sendable, Equatable, Codable {
    /// The code.
    public var code: String
    /// A link that contains the code.
    public var url: String

    public init(code: String, url: String) {
        self.code = code
        self.url = url
    }
}
