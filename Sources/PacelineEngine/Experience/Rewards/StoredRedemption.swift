import Foundation
import Paceline
import PacelineDatabase

/// A row of `redemptions`.
struct StoredRedemption {
    let id: Redemption.ID
    let reward: Reward.ID
    let title: String
    /// What was paid.
    let price: Int
    private(set) var state = RedemptionState.redeemed
    let redeemedAt: Date
    private(set) var stateChangedAt: Date?
    let hasCode: Bool
    /// The code that was handed out when it was fulfilled. It stays handed out after a refund.
    private(set) var code: String?
    /// Whether its owner received it or saw its code. It stays used up after a refund.
    private(set) var wasReceived = false

    init(_ offer: RewardOffer, as id: Redemption.ID, at now: Date) {
        self.id = id
        reward = offer.id
        title = offer.title
        price = offer.price
        redeemedAt = now
        hasCode = offer.codes != nil
    }

    mutating func change(to state: RedemptionState, at now: Date) {
        self.state = state
        stateChangedAt = now
    }

    mutating func fulfil(with code: String?, at now: Date) {
        self.code = code
        wasReceived = true
        change(to: .fulfilled, at: now)
    }

    /// Whether its owner can refund it.
    func isRefundable(at now: Date) -> Bool { state == .redeemed && now < refundEnd }

    func shown(at now: Date, withCode showsCode: Bool = false) -> Redemption {
        Redemption(
            id: id, reward: reward, title: title, price: price, state: state, redeemedAt: redeemedAt,
            stateChangedAt: stateChangedAt, hasCode: hasCode, code: showsCode ? code : nil,
            refundableUntil: isRefundable(at: now) ? refundEnd : nil)
    }

    private var refundEnd: Date { redeemedAt.addingTimeInterval(Redemption.refundPeriod) }
}

extension StoredRedemption {
    static let columns: SQL = """
        redemptions.id, redemptions.reward, redemptions.title, redemptions.price, redemptions.state,
        redemptions.redeemed_at, redemptions.state_changed_at, redemptions.has_code, redemptions.code,
        redemptions.was_received
        """

    /// Decodes the ``columns``.
    init(_ row: inout Row) {
        id = row.next()
        reward = row.next()
        title = row.next()
        price = row.next()
        state = row.next()
        redeemedAt = row.next()
        stateChangedAt = row.next()
        hasCode = row.next()
        code = row.next()
        wasReceived = row.next()
    }
}

extension RedemptionState: SQLEnum {}

extension Reward.ID: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .text(description) }
    public static var placeholder: Reward.ID { Reward.ID(trusted: "") }
    public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Reward.ID {
        Reward.ID(trusted: try row.text(at: column))
    }
}

extension Connection {
    func insert(_ redemption: StoredRedemption, of person: Person.ID) throws {
        try send(
            """
            INSERT INTO redemptions (
                id, person, reward, title, price, state, redeemed_at, state_changed_at, has_code, code, was_received)
            VALUES (\(redemption.id), \(person), \(redemption.reward), \(redemption.title), \(redemption.price),
                \(redemption.state), \(redemption.redeemedAt), \(redemption.stateChangedAt), \(redemption.hasCode),
                \(redemption.code), \(redemption.wasReceived))
            """)
    }

    func update(_ redemption: StoredRedemption) throws {
        try send(
            """
            UPDATE redemptions
            SET state = \(redemption.state), state_changed_at = \(redemption.stateChangedAt), code = \(redemption.code),
                was_received = \(redemption.wasReceived)
            WHERE id = \(redemption.id)
            """)
    }

    /// Counts one more, or one less, of the reward as redeemed.
    func count(_ change: Int, of reward: Reward.ID) throws {
        try send(
            """
            INSERT INTO rewards (id, redeemed)
            VALUES (\(reward), \(max(change, 0)))
            ON CONFLICT (id) DO UPDATE SET redeemed = rewards.redeemed + \(change)
            """)
    }

    /// The person who redeemed it; nil if there is no such redemption, or the person is gone.
    func owner(of redemption: Redemption.ID) throws -> Person.ID? {
        try fetchFirst("SELECT person FROM redemptions WHERE id = \(redemption)") { $0[0] as Person.ID? }
            ?? nil
    }

    /// The redeemed rewards of all members in the state, oldest first. Index: `redemptions_by_state`.
    /// - Parameter condition: on the owner, `redemptions.person`.
    func memberRedemptions(
        in state: RedemptionState, after position: Position?, limit: Int, at now: Date,
        where condition: SQL = "1 = 1"
    ) throws -> [MemberRedemption] {
        try fetch(
            """
            SELECT \(StoredRedemption.columns), people.id, people.username, people.display_name
            FROM redemptions
            JOIN people ON people.id = redemptions.person
            WHERE redemptions.state = \(state) AND \(condition)
                \(.isAfter(position, "redemptions.redeemed_at", "redemptions.id"))
            ORDER BY redemptions.redeemed_at, redemptions.id
            LIMIT \(limit)
            """
        ) { row in
            MemberRedemption(
                redemption: StoredRedemption(&row).shown(at: now), person: row.next(),
                username: row.next() as String? ?? "", displayName: row.next())
        }
    }
}
