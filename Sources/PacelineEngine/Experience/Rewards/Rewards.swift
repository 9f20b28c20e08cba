import Foundation
import Paceline
import PacelineDatabase

/// The community's rewards, and what the viewer redeemed, in a transaction.
struct Rewards: FeatureStore {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    /// The rewards that are offered now.
    func list() throws -> [Reward] {
        let offered = environment.rewards.offers.filter { $0.isAvailable(on: today) }
        guard !offered.isEmpty else { return [] }
        let applicant = try applicant(with: ledger.chainLater().get())
        let use = try RewardUse(of: offered, by: viewer.id, on: connection)
        return offered.map { offer in
            let (mine, remaining) = (use.mine(of: offer), use.remaining(of: offer))
            return Reward(
                id: offer.id, title: offer.title, price: offer.price, remaining: remaining,
                limit: offer.limit,
                redeemed: mine, minimumLevel: offer.minimumLevel, minimumAge: offer.minimumAge,
                lastDay: offer.lastDay, hasCode: offer.codes != nil,
                obstacle: offer.obstacle(for: applicant, redeemed: mine, remaining: remaining))
        }
    }

    func redeem(_ id: Reward.ID, at price: Int) throws -> Redemption {
        guard let offer = environment.rewards[id], offer.isAvailable(on: today) else {
            throw SocialError.rewardNotFound
        }
        guard price == offer.price else { throw SocialError.priceChanged(to: offer.price) }
        let chain = try ledger.chainLater().get()
        let use = try RewardUse(of: [offer], by: viewer.id, on: connection)
        let obstacle = offer.obstacle(
            for: try applicant(with: chain), redeemed: use.mine(of: offer),
            remaining: use.remaining(of: offer))
        if let obstacle { throw offer.error(obstacle) }
        let redemption = StoredRedemption(
            offer, as: .new(at: now, using: environment.random), at: now)
        try connection.insert(redemption, of: viewer.id)
        try connection.count(1, of: offer.id)
        try ledger.append(
            [LedgerChange(.redeemed, of: redemption.id, amount: -redemption.price)], to: chain)
        try log(.redeemedReward, redemption)
        return redemption.shown(at: now)
    }

    /// What the viewer redeemed, newest first. Index: `redemptions_by_person`.
    func redemptions(_ page: PageRequest) throws -> Page<Redemption> {
        let limit = try transaction.limit(of: page)
        let list = "redemptions"
        let start = try transaction.start(of: page, in: list)
        let stored = try connection.fetch(
            """
            SELECT \(StoredRedemption.columns)
            FROM redemptions
            WHERE person = \(viewer.id) \(.isBefore(start, "redeemed_at", "id"))
            ORDER BY redeemed_at DESC, id DESC
            LIMIT \(limit + 1)
            """
        ) { StoredRedemption(&$0) }
        let found = transaction.page(of: stored, limit, in: list) {
            Position(at: $0.redeemedAt, id: $0.id.uuid)
        }
        return Page(items: found.items.map { $0.shown(at: now) }, next: found.next)
    }

    /// The viewer's redemptions with the ids.
    func redemptions(_ ids: [Redemption.ID]) throws -> [Redemption.ID: Redemption] {
        guard !ids.isEmpty else { return [:] }
        let stored = try connection.fetch(
            """
            SELECT \(StoredRedemption.columns)
            FROM redemptions
            WHERE id IN \(list: Set(ids).sorted()) AND person = \(viewer.id)
            """
        ) { StoredRedemption(&$0) }
        return Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0.shown(at: now)) })
    }

    /// A redemption of the viewer, with the code if they have seen it.
    func redemption(_ id: Redemption.ID) throws -> Redemption {
        let stored = try own(id)
        return stored.shown(at: now, withCode: stored.state == .fulfilled)
    }
}

// MARK: - Refunds, codes and fulfilment

extension Rewards {
    /// Gives the viewer the price back.
    /// - Parameter isOperator: whether the operator or an administrator refunds it, who always can.
    func refund(_ id: Redemption.ID, byOperator isOperator: Bool = false) throws -> Redemption {
        var redemption = try own(id)
        let isPossible = isOperator ? redemption.state != .refunded : redemption.isRefundable(at: now)
        guard isPossible else { throw SocialError.notRefundable }
        let chain = try ledger.chainLater().get()
        redemption.change(to: .refunded, at: now)
        try connection.update(redemption)
        // What was received, or a code that was seen, stays used up. Otherwise a refund would also reset the limit.
        if !redemption.wasReceived { try connection.count(-1, of: redemption.reward) }
        try ledger.append(
            [LedgerChange(.refunded, of: redemption.id, amount: redemption.price)], to: chain)
        try log(.refundedReward, redemption)
        return redemption.shown(at: now)
    }

    func showCode(of id: Redemption.ID) throws -> Redemption {
        var redemption = try own(id)
        guard redemption.hasCode else {
            throw SocialError(
                .notAllowed, "This reward has no code. The operator of the community hands it over.")
        }
        guard redemption.state != .refunded else { throw SocialError.isRefunded }
        if redemption.state == .redeemed {
            redemption.fulfil(with: try nextCode(of: redemption.reward), at: now)
            try connection.update(redemption)
            try log(.receivedRewardCode, redemption)
        }
        return redemption.shown(at: now, withCode: true)
    }

    /// Notes that the viewer has received it. A reward with codes is handed over with one.
    func fulfil(_ id: Redemption.ID) throws -> Redemption {
        var redemption = try own(id)
        guard redemption.state != .refunded else { throw SocialError.isRefunded }
        if redemption.state == .redeemed {
            let code = redemption.hasCode ? try nextCode(of: redemption.reward) : nil
            redemption.fulfil(with: code, at: now)
            try connection.update(redemption)
            try log(.fulfilledReward, redemption)
        }
        return redemption.shown(at: now)
    }

    /// The first code that no one has seen.
    private func nextCode(of reward: Reward.ID) throws -> String {
        // Of two concurrent writes, one is retried, and finds the next code.
        try connection.touchRow("rewards SET redeemed = redeemed WHERE id = \(reward)")
        let used = try connection.handedOutCodes(of: [reward])[reward] ?? []
        guard let code = environment.rewards[reward]?.codes?.first(where: { !used.contains($0) }) else {
            throw SocialError(.soldOut, "No code of this reward is left. Ask the operator of the community.")
        }
        return code
    }

    private func own(_ id: Redemption.ID) throws -> StoredRedemption {
        let found = try connection.fetchFirst(
            """
            SELECT \(StoredRedemption.columns)
            FROM redemptions
            WHERE id = \(id) AND person = \(viewer.id)
            """
        ) { StoredRedemption(&$0) }
        guard let found else { throw SocialError.redemptionNotFound }
        return found
    }

    private func log(_ event: EventKind, _ redemption: StoredRedemption) throws {
        try transaction.log(event, redemption.id.uuid, of: viewer.id.uuid)
    }
}

extension Rewards {
    private var ledger: ExperienceLedger { ExperienceLedger(transaction) }
    private var today: Day { Day(of: now, in: .gmt) }

    /// The viewer, as the rewards' conditions see them.
    private func applicant(with chain: LedgerChain?) throws -> RewardApplicant {
        let account = try connection.fetchFirst(
            "SELECT birth_date, time_zone FROM accounts WHERE person = \(viewer.id)"
        ) { (birthDate: $0[0] as Day?, timeZone: $0[1] as String) }
        let timeZone = account.flatMap { TimeZone(identifier: $0.timeZone) } ?? .gmt
        return RewardApplicant(
            balance: Int(clamping: chain?.balance ?? 0), lifetime: Int(clamping: chain?.lifetime ?? 0),
            birthDate: account?.birthDate, today: AgeGroup.day(of: now, in: timeZone))
    }
}

extension SocialError {
    static let redemptionNotFound = SocialError(.notFound, "There is no such redeemed reward.")
    fileprivate static let rewardNotFound = SocialError(
        .rewardNotFound, "The community does not offer this reward now.")
    fileprivate static let notRefundable = SocialError(
        .notRefundable, "This reward can no longer be refunded.")
    fileprivate static let isRefunded = SocialError(.notAllowed, "This reward was refunded.")

    fileprivate static func priceChanged(to price: Int) -> SocialError {
        SocialError(
            .priceChanged, "This reward costs \(Measure.grouped(price)) XP now.", field: "price")
    }
}
