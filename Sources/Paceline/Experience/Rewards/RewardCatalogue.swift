/// A reward as the operator of a community offers it.
///
/// ```swift
/// let bottle = RewardOffer(id: Reward.ID("bottle")!, title: "Water bottle", price: 5_000, stock: 20, limit: 1)
/// ```
public struct RewardOffer: Sendable, Equatable, Codable {
    public var id: Reward.ID
    /// 1 to 80 characters.
    public var title: String
    /// What it costs: 1 to 1,000,000,000 XP.
    public var price: Int
    /// How many there are for everyone together, 0 to 1,000,000,000; nil for no limit.
    public var stock: Int?
    /// How often each person can redeem it, 1 to 1,000,000,000; nil for no limit.
    public var limit: Int?
    /// The level that it needs, 1 to 1,000; nil for any.
    public var minimumLevel: Int?
    /// The age that it needs, 1 to 100 years; nil for any. People without a birth date cannot redeem it.
    public var minimumAge: Int?
    /// The first day on which it is offered, in UTC; nil for always.
    public var firstDay: Day?
    /// The last day on which it is offered, in UTC; nil for always.
    public var lastDay: Day?
    /// At most 10,000 different codes of 1 to 200 characters, each for one person; nil for a reward without codes. When
    /// all are used, the reward is sold out.
    public var codes: [String]?

    public init(
        id: Reward.ID, title: String, price: Int, stock: Int? = nil, limit: Int? = nil,
        minimumLevel: Int? = nil, minimumAge: Int? = nil, firstDay: Day? = nil, lastDay: Day? = nil,
        codes: [String]? = nil
    ) {
        self.id = id
        self.title = title
        self.price = price
        self.stock = stock
        self.limit = limit
        self.minimumLevel = minimumLevel
        self.minimumAge = minimumAge
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.codes = codes
    }
}

/// The rewards of a community, in display order.
///
/// ```swift
/// let rewards = try RewardCatalogue([
///     RewardOffer(id: Reward.ID("theme")!, title: "Night theme", price: 2_000, limit: 1)
/// ])
/// let community = try await LocalCommunity(at: file, rewards: rewards)
/// ```
public struct RewardCatalogue: Sendable, Equatable {
    /// The rewards, in display order.
    public let offers: [RewardOffer]

    /// No rewards.
    public static let empty = RewardCatalogue(trusted: [])

    private init(trusted offers: [RewardOffer]) {
        self.offers = offers
    }

    /// Validates the rewards.
    /// - Parameter offers: at most 200, with different ids.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field, such as `rewards[0].price`.
    public init(_ offers: [RewardOffer]) throws(SocialError) {
        guard offers.count <= Self.maxRewards else {
            throw Self.invalid("There are at most \(Self.maxRewards) rewards.", "rewards")
        }
        var checked: [RewardOffer] = []
        var taken: Set<Reward.ID> = []
        for (index, offer) in offers.enumerated() {
            let path = "rewards[\(index)]"
            guard taken.insert(offer.id).inserted else {
                throw Self.invalid("The reward id “\(offer.id)” is already taken.", "\(path).id")
            }
            checked.append(try Self.checked(offer, at: path))
        }
        self.init(trusted: checked)
    }

    /// The reward with an id; nil when the catalogue has none.
    public subscript(id: Reward.ID) -> RewardOffer? { offers.first { $0.id == id } }
}

extension RewardCatalogue {
    /// Few enough for a list without pages.
    private static let maxRewards = 200
    /// Few enough to compare all codes of a reward with those that members received.
    private static let maxCodes = 10_000
    private static let numbers = 1...1_000_000_000

    private static func checked(_ offer: RewardOffer, at path: String) throws(SocialError) -> RewardOffer {
        var checked = offer
        checked.title = try TextRule(field: "\(path).title", length: 1...80).check(offer.title)
        try check(offer.price, numbers, "\(path).price")
        try check(offer.stock, 0...numbers.upperBound, "\(path).stock")
        try check(offer.limit, numbers, "\(path).limit")
        try check(offer.minimumLevel, 1...1_000, "\(path).minimumLevel")
        try check(offer.minimumAge, 1...100, "\(path).minimumAge")
        if let first = offer.firstDay, let last = offer.lastDay, last < first {
            throw invalid("The last day is before the first.", "\(path).lastDay")
        }
        try check(offer.codes ?? [], "\(path).codes")
        return checked
    }

    private static func check(
        _ number: Int?, _ range: ClosedRange<Int>, _ field: String
    ) throws(SocialError) {
        guard let number, !range.contains(number) else { return }
        throw invalid("Use a number from \(range.lowerBound) to \(range.upperBound).", field)
    }

    private static func check(_ codes: [String], _ path: String) throws(SocialError) {
        guard codes.count <= maxCodes else {
            throw invalid("A reward has at most \(maxCodes) codes.", path)
        }
        var known: Set<String> = []
        for (index, code) in codes.enumerated() {
            let field = "\(path)[\(index)]"
            guard try TextRule(field: field, length: 1...200).check(code) == code else {
                throw invalid("The code begins or ends with a space.", field)
            }
            guard known.insert(code).inserted else {
                throw invalid("The code is already in the list.", field)
            }
        }
    }

    private static func invalid(_ message: String, _ field: String) -> SocialError {
        SocialError(.invalidValue, message, field: field)
    }
}

// MARK: - Who can redeem a reward

/// The facts about a person that decide whether they can redeem a reward.
package struct RewardApplicant: Sendable {
    /// The XP that the person can spend.
    package var balance: Int
    /// The XP that set the level.
    package var lifetime: Int
    /// Nil if it is not known.
    package var birthDate: Day?
    /// The day by which the person's age counts.
    package var today: Day

    package init(balance: Int, lifetime: Int, birthDate: Day?, today: Day) {
        self.balance = balance
        self.lifetime = lifetime
        self.birthDate = birthDate
        self.today = today
    }
}

extension RewardOffer {
    /// Whether it can be redeemed on the day, in UTC.
    package func isAvailable(on day: Day) -> Bool {
        (firstDay.map { $0 <= day } ?? true) && (lastDay.map { day <= $0 } ?? true)
    }

    /// Why the person cannot redeem it; nil if they can. Of several obstacles, it returns one that training cannot
    /// overcome, if there is one.
    /// - Parameters:
    ///   - redeemed: how often the person has redeemed it, without refunded ones.
    ///   - remaining: how many can still be redeemed; nil for no limit.
    package func obstacle(for person: RewardApplicant, redeemed: Int, remaining: Int?) -> RewardObstacle? {
        if let minimumAge {
            guard let birthDate = person.birthDate else { return .birthDate }
            if birthDate.adding(years: minimumAge) > person.today { return .age }
        }
        if let limit, redeemed >= limit { return .limitReached }
        if let remaining, remaining <= 0 { return .soldOut }
        if let minimumLevel, Level(lifetime: person.lifetime).number < minimumLevel { return .level }
        return person.balance < price ? .insufficientXP : nil
    }

    /// The error for a person with the obstacle.
    package func error(_ obstacle: RewardObstacle) -> SocialError {
        switch obstacle {
        case .insufficientXP: SocialError(.insufficientXP, "You do not have enough XP for this.")
        case .soldOut: SocialError(.soldOut, "This reward is sold out.")
        case .limitReached:
            SocialError(
                .limitReached,
                "You have redeemed this \(Measure.count(limit ?? 0, "time")), as often as you can.")
        case .level: SocialError(.notAllowed, "This reward needs level \(minimumLevel ?? 0).")
        case .age:
            SocialError(.ageRestricted, "This reward is for people aged \(minimumAge ?? 0) or older.")
        case .birthDate: .birthDateRequired("birthDate")
        case .unknown: SocialError(.notAllowed, "You cannot redeem this.")
        }
    }
}
