/// A six-character code for adding a friend: short enough to read aloud, type on a watch or show as a QR code.
///
/// ```swift
/// if let code = FriendCode("k7m 2xq") { print(code) }  // K7M2XQ
/// ```
public struct FriendCode: Hashable, Sendable, LosslessStringConvertible {
    public let description: String

    /// Digits and capital letters without 0, O, 1, I, L and U, which are easily confused.
    public static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
    /// The number of characters.
    public static let length = 6

    /// Parses a code, ignoring case, spaces and dashes.
    public init?(_ description: String) {
        let characters = description.uppercased().filter { $0 != " " && $0 != "-" }
        guard description.utf8.allSatisfy({ $0 < 0x80 }), characters.count == Self.length,
            characters.allSatisfy(Self.alphabet.contains)
        else {
            return nil
        }
        self.description = characters
    }

    /// Creates a random code, one of 729 million.
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
