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
            let bytes = description.utf8
            guard (1...32).contains(bytes.count), let first = bytes.first, (97...122).contains(first),
                bytes.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 95 })
            else { return nil }
            self.description = description
        }
    }
}

extension Game.ID: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

extension Game.ID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a game: lower-case letters, digits and underscores")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
