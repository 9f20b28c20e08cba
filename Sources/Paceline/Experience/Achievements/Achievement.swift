/// A badge, which people earn by training: a milestone or an achievement.
///
/// ```swift
/// let missing = Set(try await session.achievements().map(\.id))
///     .subtracting(try await session.achievements(of: .me).map(\.achievement.id))
/// ```
public struct Achievement: Sendable, Equatable, Codable, Identifiable {
    public var id: ID
    /// What it is earned for.
    public var kind: Kind
    /// The name in English, such as `Half marathon`.
    public var name: String
    /// What earns it, in English: `Run 21.1 km in one workout`.
    public var task: String

    public init(id: ID, kind: Kind, name: String, task: String) {
        self.id = id
        self.kind = kind
        self.name = name
        self.task = task
    }

    /// What badges are earned for.
    public enum Kind: OpenEnum {
        /// One workout, or several within a short time.
        case achievement
        /// The total of all workouts, or the longest streak.
        case milestone
        /// A kind that this version does not know.
        case unknown(String)

        public static let allCases: [Kind] = [.achievement, .milestone]

        public var rawValue: String {
            switch self {
            case .achievement: "achievement"
            case .milestone: "milestone"
            case .unknown(let word): word
            }
        }
    }
}

extension Achievement {
    /// A badge's identifier, such as `halfMarathon` or `kilometres500`: 1 to 32 letters and digits, starting
    /// with a lower-case letter.
    public struct ID: Hashable, Sendable, LosslessStringConvertible {
        public let description: String

        /// Creates an id without validating it, for values from the database.
        package init(trusted: String) {
            description = trusted
        }

        /// - Returns: nil when the text is not a valid id.
        public init?(_ description: String) {
            guard description.isCamelCaseIdentifier else { return nil }
            self.description = description
        }
    }
}

extension Achievement.ID: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

extension Achievement.ID: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(decodingText: decoder, failure: "not an achievement: letters and digits")
    }

    public func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }
}
