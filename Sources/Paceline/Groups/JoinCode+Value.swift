extension JoinCode {
    /// A valid join code: ten characters, too many to guess but few enough to read aloud.
    ///
    /// ```swift
    /// JoinCode.Value("abcde 23456")?.description  // "ABCDE23456"
    /// ```
    public struct Value: Hashable, Sendable, LosslessStringConvertible {
        public let description: String

        /// The number of characters.
        public static let length = 10

        /// Parses a code in either case, with optional spaces and dashes; nil if it is not valid.
        public init?(_ description: String) {
            let characters = description.uppercased().filter { $0 != " " && $0 != "-" }
            guard description.utf8.allSatisfy({ $0 < 0x80 }), characters.count == Self.length,
                characters.allSatisfy(FriendCode.alphabet.contains)
            else { return nil }
            self.description = characters
        }

        /// Creates a random code, one of about 590 trillion.
        public init(using random: inout some RandomNumberGenerator) {
            description = String(
                (0..<Self.length).map { _ in FriendCode.alphabet.randomElement(using: &random) ?? "2" })
        }
    }
}
