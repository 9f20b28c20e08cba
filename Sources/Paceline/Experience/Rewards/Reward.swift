/// Something that members can redeem XP for, as the viewer sees it. The operator of the community decides what it
/// offers.
///
/// ```swift
/// for reward in try await session.rewards() where reward.obstacle == nil {
///     print(reward.title, reward.price)
/// }
/// ```
public struct Reward: Sendable, Equatable, Codable, Identifiable {
    public var id: ID
    /// Its name, in a few words.
    public var title: String
    /// What it costs, in XP.
    public var price: Int
    /// How many can still be redeemed; nil if there is no limit.
    public var remaining: Int?
    /// How often each person can redeem it; nil if there is no limit.
    public var limit: Int?
    /// How often the viewer has redeemed it. Redemptions refunded before receipt do not count.
    public var redeemed: Int
    /// The level that it needs; nil for any.
    public var minimumLevel: Int?
    /// The age that it needs, in years; nil for any.
    public var minimumAge: Int?
    /// The last day on which it can be redeemed, in UTC; nil if it does not end.
    public var lastDay: Day?
    /// Whether the viewer gets a code: see ``ExperienceService/showCode(of:)``.
    public var hasCode: Bool
    /// Why the viewer cannot redeem it now; nil if they can.
    public var obstacle: RewardObstacle?

    public init(
        id: ID, title: String, price: Int, remaining: Int? = nil, limit: Int? = nil, redeemed: Int = 0,
        minimumLevel: Int? = nil, minimumAge: Int? = nil, lastDay: Day? = nil, hasCode: Bool = false,
        obstacle: RewardObstacle? = nil
    ) {
        self.id = id
        self.title = title
        self.price = price
        self.remaining = remaining
        self.limit = limit
        self.redeemed = redeemed
        self.minimumLevel = minimumLevel
        self.minimumAge = minimumAge
        self.lastDay = lastDay
        self.hasCode = hasCode
        self.obstacle = obstacle
    }
}

/// Why a person cannot redeem a reward.
///
/// ```swift
/// if reward.obstacle == .insufficientXP { print("You need \(reward.price) XP") }
/// ```
public enum RewardObstacle: OpenEnum {
    /// The balance is less than the price.
    case insufficientXP
    /// All have been redeemed.
    case soldOut
    /// The person has redeemed it as often as a person can.
    case limitReached
    /// The person's level is too low.
    case level
    /// The person is too young.
    case age
    /// It has a minimum age, and the person gave no birth date.
    case birthDate
    /// An obstacle that this version does not know.
    case unknown(String)

    public static let allCases: [RewardObstacle] = [
        .insufficientXP, .soldOut, .limitReached, .level, .age, .birthDate,
    ]

    public var rawValue: String {
        switch self {
        case .insufficientXP: "insufficientXP"
        case .soldOut: "soldOut"
        case .limitReached: "limitReached"
        case .level: "level"
        case .age: "age"
        case .birthDate: "birthDate"
        case .unknown(let word): word
        }
    }
}

extension Reward {
    /// A reward's identifier, such as `water_bottle`: 1 to 32 lower-case letters, digits and underscores, starting with
    /// a letter.
    ///
    /// ```swift
    /// let id = Reward.ID("water_bottle")
    /// ```
    public struct ID: Hashable, Sendable, LosslessStringConvertible {
        public let description: String

        /// Creates an id without validating it, for values from the database.
        package init(trusted: String) {
            description = trusted
        }

        /// - Returns: nil when the text is not a valid id.
        public init?(_ description: String) {
            guard description.isLowerCaseIdentifier else { return nil }
            self.description = description
        }
    }
}

extension Reward.ID: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(
            decodingText: decoder, failure: "not a reward: lower-case letters, digits and underscores")
    }

    public func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }
}
