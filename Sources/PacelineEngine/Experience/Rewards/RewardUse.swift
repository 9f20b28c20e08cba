import Paceline
import PacelineDatabase

/// How often rewards were redeemed, and which of their codes are used.
struct RewardUse {
    private let redeemed: [Reward.ID: Int]
    private let mine: [Reward.ID: Int]
    private let awaitingCode: [Reward.ID: Int]
    private let codes: [Reward.ID: Set<String>]

    /// Reads how often everyone, and the person, redeemed the rewards.
    init(of entries: [RewardEntry], by person: Person.ID, on connection: any Connection) throws {
        let ids = entries.map(\.id)
        let withCodes = entries.filter { $0.codes != nil }.map(\.id)
        redeemed = try connection.counts("SELECT id, redeemed FROM rewards WHERE id IN \(list: ids)")
        mine = try connection.counts(
            """
            SELECT reward, COUNT(*)
            FROM redemptions
            WHERE person = \(person) AND state <> 'refunded' AND reward IN \(list: ids)
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

    /// How often the person has redeemed it.
    func mine(of entry: RewardEntry) -> Int { mine[entry.id] ?? 0 }

    /// How many are left: in stock, and with a code that no one has. Nil for no limit.
    func left(of entry: RewardEntry) -> Int? {
        let inStock = entry.stock.map { $0 - (redeemed[entry.id] ?? 0) }
        let withCode = entry.codes.map { all in
            let used = codes[entry.id] ?? []
            return all.count { !used.contains($0) } - (awaitingCode[entry.id] ?? 0)
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
