extension Game {
    /// A game's identifier, such as `wordle` or `nyt_mini`: 1 to 32 lower-case letters, digits and underscores,
    /// starting with a letter.
    public struct ID: Hashable, Sendable, LosslessStringConvertible {
        public let description: String

        /// Creates an id without validating it, for values from the database.
        public init(trusted: String) {
            description = trusted
        }

        /// - Returns: nil when the text is not a valid id.
        public init?(_ description: String) {
            guard description.isLowerCaseIdentifier else { return nil }
            self.description = description
        }
    }
}

extension Game.ID: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

extension Game.ID: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(
            decodingText: decoder, failure: "not a game: lower-case letters, digits and underscores")
    }

    public func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }
}
