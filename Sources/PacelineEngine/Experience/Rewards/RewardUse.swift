import Paceline
import PacelineDatabase

/// How often rewards were redeemed, and which of their codes are used.
struct RewardUse {
    private let redeemed: [Reward.ID: Int]
    private let mine: [Reward.ID: Int]
    private let awaitingCode: [Reward.ID: Int]
    private let codes: [Reward.ID: Set<String>]

    /// Reads how often everyone, and the person, redeemed the rewards.
    init(of offers: [RewardOffer], by person: Person.ID, on connection: any Connection) throws {
        let ids = offers.map(\.id)
        let withCodes = offers.filter { $0.codes != nil }.map(\.id)
        redeemed = try connection.counts("SELECT id, redeemed FROM rewards WHERE id IN \(list: ids)")
        mine = try connection.counts(
            """
            SELECT reward, COUNT(*)
            FROM redemptions
            WHERE person = \(person) AND (state <> 'refunded' OR was_received = 1) AND reward IN \(list: ids)
            GROUP BY reward
            """)
        guard !withCodes.isEmpty else {
            (awaitingCode, codes) = ([:], [:])
            return
        }
        awaitingCode = try connection.counts(
            """
            SELECT reward, COUNT(*)
            FROM redemptions
            WHERE reward IN \(list: withCodes) AND state = 'redeemed' AND has_code = 1
            GROUP BY reward
            """)
        codes = try connection.handedOutCodes(of: withCodes)
    }

    /// How often the person has redeemed it, without refunded ones that they never received.
    func mine(of offer: RewardOffer) -> Int { mine[offer.id] ?? 0 }

    /// How many can still be redeemed: in stock, and with a code that no one has. Nil for no limit.
    func remaining(of offer: RewardOffer) -> Int? {
        let inStock = offer.stock.map { $0 - (redeemed[offer.id] ?? 0) }
        let withCode = offer.codes.map { all in
            let used = codes[offer.id] ?? []
            return all.count { !used.contains($0) } - (awaitingCode[offer.id] ?? 0)
        }
        return [inStock, withCode].compactMap(\.self).min().map { max($0, 0) }
    }
}

extension Connection {
    fileprivate func counts(_ query: SQL) throws -> [Reward.ID: Int] {
        let rows = try fetch(query) { ($0[0] as Reward.ID, $0[1] as Int) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// The codes that people have seen. Index: `redemptions_by_code`.
    func handedOutCodes(of rewards: [Reward.ID]) throws -> [Reward.ID: Set<String>] {
        let rows = try fetch(
            "SELECT reward, code FROM redemptions WHERE reward IN \(list: rewards) AND code IS NOT NULL"
        ) { (reward: $0[0] as Reward.ID, code: $0[1] as String) }
        return Dictionary(grouping: rows, by: \.reward).mapValues { Set($0.map(\.code)) }
    }
}
