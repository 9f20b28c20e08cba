import Foundation

/// A reward that the viewer redeemed. It keeps its title and price, even if the reward changes.
///
/// ```swift
/// let redemption = try await session.redeem(reward.id, at: reward.price)
/// if redemption.hasCode { print(try await session.showCode(of: redemption.id).code ?? "") }
/// ```
public struct Redemption: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<Redemption>

    public var id: ID
    /// The reward, which the community may no longer offer.
    public var reward: Reward.ID
    /// The reward's title when it was redeemed.
    public var title: String
    /// The XP that were paid.
    public var price: Int
    /// Whether it was received or refunded.
    public var state: RedemptionState
    /// When it was redeemed.
    public var redeemedAt: Date
    /// When its ``state`` changed last; nil while it is ``RedemptionState/redeemed``.
    public var stateChangedAt: Date?
    /// Whether it has a code: see ``ExperienceService/showCode(of:)``.
    public var hasCode: Bool
    /// The code, in the result of ``ExperienceService/showCode(of:)`` only.
    public var code: String?
    /// Until when the viewer can refund it; nil if they no longer can.
    public var refundableUntil: Date?

    /// How many seconds people can refund what was not fulfilled: 24 hours.
    public static let refundPeriod: TimeInterval = 86_400
    /// What people read before they redeem, in English.
    package static let refundRule = """
        You can refund it within \(Int(refundPeriod / 3_600)) hours, unless you have received it or seen its code.
        """

    public init(
        id: ID, reward: Reward.ID, title: String, price: Int, state: RedemptionState, redeemedAt: Date,
        stateChangedAt: Date? = nil, hasCode: Bool = false, code: String? = nil, refundableUntil: Date? = nil
    ) {
        self.id = id
        self.reward = reward
        self.title = title
        self.price = price
        self.state = state
        self.redeemedAt = redeemedAt
        self.stateChangedAt = stateChangedAt
        self.hasCode = hasCode
        self.code = code
        self.refundableUntil = refundableUntil
    }
}

/// Whether a redeemed reward was received or refunded.
///
/// ```swift
/// if redemption.state == .fulfilled { print("You have received it") }
/// ```
public enum RedemptionState: OpenEnum {
    /// The person paid, and has not received it.
    case redeemed
    /// The person has received it, or has seen its code.
    case fulfilled
    /// The person got the XP back.
    case refunded
    /// A state that this version does not know.
    case unknown(String)

    public static let allCases: [RedemptionState] = [.redeemed, .fulfilled, .refunded]

    public var rawValue: String {
        switch self {
        case .redeemed: "redeemed"
        case .fulfilled: "fulfilled"
        case .refunded: "refunded"
        case .unknown(let word): word
        }
    }
}

/// A redeemed reward with the person who redeemed it, as administrators see it: without its code.
///
/// ```swift
/// for entry in try await session.memberRedemptions(in: .redeemed, PageRequest()).items {
///     print(entry.username, entry.redemption.title)
/// }
/// ```
public struct MemberRedemption: Sendable, Equatable, Codable, Identifiable {
    /// The redemption.
    public var redemption: Redemption
    /// The person.
    public var person: Person.ID
    /// The person's username.
    public var username: String
    /// The person's display name.
    public var displayName: String

    public var id: Redemption.ID { redemption.id }

    public init(redemption: Redemption, person: Person.ID, username: String, displayName: String) {
        self.redemption = redemption
        self.person = person
        self.username = username
        self.displayName = displayName
    }
}
