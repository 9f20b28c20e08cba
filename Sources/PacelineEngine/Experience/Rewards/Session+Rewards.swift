import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func rewards() async throws -> [Reward] {
        try await read { try Rewards($0).list() }
    }

    public func redeem(_ reward: Reward.ID, at price: Int) async throws -> Redemption {
        try await write(receipt: receipt()) { try Rewards($0).redeem(reward, at: price) }
    }

    public func redemptions(_ page: PageRequest) async throws -> Page<Redemption> {
        try await read { try Rewards($0).redemptions(page) }
    }

    public func refund(_ redemption: Redemption.ID) async throws -> Redemption {
        try await write(receipt: receipt()) { try Rewards($0).refund(redemption) }
    }

    public func showCode(of redemption: Redemption.ID) async throws -> Redemption {
        try await write { transaction in
            // A code is worth money to a thief of the session.
            try Accounts(transaction).requireRecentAuthentication(of: sessionID)
            return try Rewards(transaction).showCode(of: redemption)
        }
    }

    /// A redemption of the viewer, with the code if they have seen it and presented a credential lately.
    /// - Throws: ``SocialError/Code/notFound``.
    public func redemption(_ id: Redemption.ID) async throws -> Redemption {
        try await read { transaction in
            var redemption = try Rewards(transaction).redemption(id)
            if try !Accounts(transaction).isRecentlyAuthenticated(sessionID) { redemption.code = nil }
            return redemption
        }
    }
}

/// The data for the page about rewards.
public struct RewardsPage: Sendable {
    public let experience: Experience
    public let rewards: [Reward]
    /// Newest first.
    public let redemptions: Page<Redemption>
}

extension Session {
    /// Reads the data for the page about rewards in one transaction.
    public func rewardsPage(_ page: PageRequest) async throws -> RewardsPage {
        try await read { transaction in
            let rewards = Rewards(transaction)
            return RewardsPage(
                experience: try ExperienceLedger(transaction).experience(), rewards: try rewards.list(),
                redemptions: try rewards.redemptions(page))
        }
    }
}

// MARK: - Administrators

extension Session {
    public func memberRedemptions(
        in state: RedemptionState, _ page: PageRequest
    ) async throws -> Page<MemberRedemption> {
        try await read(by: .administrator) { transaction in
            let limit = try transaction.limit(of: page)
            let list = "member redemptions \(state.rawValue)"
            let start = try transaction.start(of: page, in: list)
            let found = try transaction.connection.memberRedemptions(
                in: state, after: start, limit: limit + 1, at: transaction.now,
                where: transaction.isImpartial(towards: "redemptions.person" as SQL))
            return transaction.page(of: found, limit, in: list) {
                Position(at: $0.redemption.redeemedAt, id: $0.id.uuid)
            }
        }
    }

    public func fulfilRedemption(_ redemption: Redemption.ID) async throws -> MemberRedemption {
        try await administer(redemption) { try $0.fulfil(redemption) }
    }

    public func refundRedemption(_ redemption: Redemption.ID) async throws -> MemberRedemption {
        try await administer(redemption) { try $0.refund(redemption, byOperator: true) }
    }

    /// - Throws: ``SocialError/Code/notFound``, also if the viewer is not impartial towards the owner.
    private func administer(
        _ redemption: Redemption.ID, _ change: @escaping @Sendable (Rewards) throws -> Redemption
    ) async throws -> MemberRedemption {
        let changed: MemberRedemption = try await write(by: .administrator, receipt: receipt()) {
            transaction in
            guard let owner = try transaction.connection.owner(of: redemption),
                try transaction.isImpartial(towards: owner)
            else { throw SocialError.redemptionNotFound }
            return try transaction.administer(redemption, change)
        }
        engine.environment.redemptionLog(redemption, changed.redemption.state, viewer)
        return changed
    }
}

extension Engine {
    /// The redeemed rewards of all members in this state, oldest first, for the operator of the server.
    /// - Parameter limit: the most that are returned.
    public func memberRedemptions(
        in state: RedemptionState, limit: Int = 1_000
    ) async throws -> [MemberRedemption] {
        let now = environment.now()
        return try await read { try $0.memberRedemptions(in: state, after: nil, limit: limit, at: now) }
    }

    /// Notes that a member has received a reward, for the operator of the server. The member is notified.
    /// - Throws: ``SocialError/Code/notFound``; ``SocialError/Code/notAllowed`` if it was refunded; or
    ///   ``SocialError/Code/soldOut`` if it has a code and none is left.
    @discardableResult
    public func fulfilRedemption(_ redemption: Redemption.ID) async throws -> MemberRedemption {
        try await administer(redemption) { try $0.fulfil(redemption) }
    }

    /// Gives a member the price of a reward back, even after it was fulfilled, for the operator of the server.
    /// - Throws: ``SocialError/Code/notFound``, or ``SocialError/Code/notRefundable`` if it was refunded before.
    @discardableResult
    public func refundRedemption(_ redemption: Redemption.ID) async throws -> MemberRedemption {
        try await administer(redemption) { try $0.refund(redemption, byOperator: true) }
    }

    private func administer(
        _ redemption: Redemption.ID, _ change: @escaping @Sendable (Rewards) throws -> Redemption
    ) async throws -> MemberRedemption {
        let now = environment.now()
        let changed = try await write { connection in
            guard let owner = try connection.owner(of: redemption) else {
                throw SocialError.redemptionNotFound
            }
            return try Transaction(connection, of: session(for: owner), now: now)
                .administer(redemption, change)
        }
        environment.redemptionLog(redemption, changed.redemption.state, nil)
        return changed
    }
}

extension Transaction {
    /// Changes the redemption on behalf of its owner.
    fileprivate func administer(
        _ redemption: Redemption.ID, _ change: (Rewards) throws -> Redemption
    ) throws -> MemberRedemption {
        guard let owner = try connection.owner(of: redemption),
            let person = try connection.names(of: owner)
        else { throw SocialError.redemptionNotFound }
        let changed = try change(Rewards(try Transaction(self, seenBy: owner, at: now)))
        return MemberRedemption(
            redemption: changed, person: owner, username: person.username, displayName: person.displayName)
    }
}

extension Connection {
    fileprivate func names(of person: Person.ID) throws -> (username: String, displayName: String)? {
        try fetchFirst("SELECT username, display_name FROM people WHERE id = \(person)") {
            (username: $0[0] as String? ?? "", displayName: $0[1] as String)
        }
    }
}
