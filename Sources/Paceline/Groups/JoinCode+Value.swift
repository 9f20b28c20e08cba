extension JoinCode {
    /// Ten characters by which somebody joins a group: too many to be guessed, few enough to be read aloud.
    public struct Value: Hashable, Sendable, LosslessStringConvertible {
        public let description: String

        public static let length = 10

        /// Reads a code in either case, with blanks or dashes between.
        public init?(_ description: String) {
            let characters = description.uppercased().filter { $0 != " " && $0 != "-" }
            guard description.utf8.allSatisfy({ $0 < 0x80 }), characters.count == Self.length,
                characters.allSatisfy(FriendCode.alphabet.contains)
            else { return nil }
            self.description = characters
        }

        /// A random code: one of 590 million million.
        public init(using random: inout some RandomNumberGenerator) {
            description = String(
                (0..<Self.length).map { _ in FriendCode.alphabet.randomElement(using: &random) ?? "2" })
        }
    }
}
