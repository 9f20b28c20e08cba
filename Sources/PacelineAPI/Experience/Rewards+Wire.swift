import Paceline

extension RewardObstacle: JSONWritable {}
extension RedemptionState: JSONWritable {}

extension Reward.ID: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension JSONSchema {
    static let rewardID = JSONSchema.string(pattern: .rewardID)
    /// The price of a reward.
    fileprivate static let price = JSONSchema.integer(1...1_000_000_000)
}

extension Pattern {
    static let rewardID = Pattern("^[a-z][a-z0-9_]{0,31}$", "the id of a reward, such as water_bottle") {
        Reward.ID($0) != nil
    }
}

extension Reward: WireObject {
    public static let schemaName = "Reward"
    public static let schema = JSONSchema.object(of: Reward.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Reward>) {
        visitor.field("id", { $0.id }, .rewardID)
        visitor.field("title", { $0.title }, .string)
        visitor.field("price", { $0.price }, .price, "What it costs, in XP.")
        visitor.field(
            "remaining", { $0.remaining }, .count,
            "How many can still be redeemed; absent if there is no limit.")
        visitor.field(
            "limit", { $0.limit }, .count, "How often each person can redeem it; absent if there is no limit."
        )
        visitor.field("redeemed", { $0.redeemed }, .count, "How often you have redeemed it, without refunds.")
        visitor.field("minimumLevel", { $0.minimumLevel }, .count, "The level that it needs.")
        visitor.field("minimumAge", { $0.minimumAge }, .count, "The age that it needs, in years.")
        visitor.field("lastDay", { $0.lastDay }, .day, "The last day on which it is offered, in UTC.")
        visitor.field("hasCode", { $0.hasCode }, .boolean, "Whether you get a code.")
        visitor.field(
            "obstacle", { $0.obstacle }, .choice(of: RewardObstacle.self),
            "Why you cannot redeem it now; absent if you can.")
    }
}

/// The rewards that a community offers, without pages since they are few.
public struct RewardList: WireObject, Equatable {
    public var items: [Reward]

    public static let schemaName = "RewardList"
    public static let schema = JSONSchema.object(of: RewardList.self)

    public init(items: [Reward]) {
        self.items = items
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<RewardList>) {
        visitor.field("items", { $0.items }, .array(of: .component(Reward.self)))
    }
}

/// The body that redeems a reward.
public struct RewardPrice: WireObject, Equatable {
    public var price: Int

    public static let schemaName = "RewardPrice"
    public static let schema = JSONSchema.object(of: RewardPrice.self)

    public init(price: Int) {
        self.price = price
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<RewardPrice>) {
        visitor.field("price", { $0.price }, .count, "The price that you agree to, in XP.")
    }
}

extension Redemption: WireObject {
    public static let schemaName = "Redemption"
    public static let schema = JSONSchema.object(of: Redemption.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Redemption>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("reward", { $0.reward }, .rewardID, "The reward, which may no longer be offered.")
        visitor.field("title", { $0.title }, .string, "The reward's title when it was redeemed.")
        visitor.field("price", { $0.price }, .price, "The XP that were paid.")
        visitor.field("state", { $0.state }, .choice(of: RedemptionState.self))
        visitor.field("redeemedAt", { $0.redeemedAt }, .instant)
        visitor.field("stateChangedAt", { $0.stateChangedAt }, .instant, "When its state changed last.")
        visitor.field("hasCode", { $0.hasCode }, .boolean, "Whether it has a code.")
        visitor.field("code", { $0.code }, .string, "Only in the response of `showRewardCode`.")
        visitor.field(
            "refundableUntil", { $0.refundableUntil }, .instant,
            "Until when you can refund it; absent if you no longer can.")
    }
}

extension MemberRedemption: WireObject {
    public static let schemaName = "MemberRedemption"
    public static let schema = JSONSchema.object(of: MemberRedemption.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<MemberRedemption>) {
        visitor.field("redemption", { $0.redemption }, .component(Redemption.self), "Without its code.")
        visitor.field("person", { $0.person }, .uuid)
        visitor.field("username", { $0.username }, .string)
        visitor.field("displayName", { $0.displayName }, .string)
    }
}

// MARK: - The catalogue's file

extension RewardCatalogue {
    /// Reads the rewards of a file: a JSON array with an object for each.
    /// - Throws: ``SocialError`` with the invalid field, such as `rewards[0].price`.
    public init(json bytes: [UInt8]) throws {
        let file = JSONValue.object(["rewards": try JSONValue(parsing: bytes)])
        try JSONSchema.object(of: RewardFile.self).validate(file)
        self = try RewardCatalogue(try PacelineJSON.decode(RewardFile.self, from: file).rewards)
    }
}

/// Wraps the file's array in an object, so that errors name the invalid entry, such as `rewards[0].price`.
private struct RewardFile: WireFields, Codable {
    var rewards: [RewardOffer]

    static func visit(_ visitor: some WireVisitor<RewardFile>) {
        visitor.field("rewards", { $0.rewards }, .array(of: .object(of: RewardOffer.self)))
    }
}

extension RewardOffer: WireFields {
    @inline(__always) static func visit(_ visitor: some WireVisitor<RewardOffer>) {
        visitor.field("id", { $0.id }, .rewardID)
        visitor.field("title", { $0.title }, .string)
        visitor.field("price", { $0.price }, .count)
        visitor.field("stock", { $0.stock }, .count)
        visitor.field("limit", { $0.limit }, .count)
        visitor.field("minimumLevel", { $0.minimumLevel }, .count)
        visitor.field("minimumAge", { $0.minimumAge }, .count)
        visitor.field("firstDay", { $0.firstDay }, .day)
        visitor.field("lastDay", { $0.lastDay }, .day)
        visitor.field("codes", { $0.codes }, .array(of: .string))
    }
}
