import Foundation
import Paceline
import PacelineDatabase

extension Engine {
    /// Verifies the whole ledger: each entry's hash, number and sums, each account's totals, what workouts earned, and
    /// what was paid for rewards, in one snapshot; and at the same time what others see of each day, in another.
    ///
    /// It finds entries that people without the key changed, inserted, removed or moved; with an anchor, also entries
    /// that were removed from the end, and a ledger that was replaced by an older copy. It cannot find workouts that
    /// never took place, nor what people with the key have changed since the anchor.
    /// - Parameter anchor: an earlier result of ``ledgerAnchor()``.
    /// - Throws: ``SocialError/Code/malformed`` for bytes that are no anchor, ``SocialError/Code/unavailable`` without
    ///   the key, or when the database fails.
    public func verifyLedger(anchor: [UInt8]? = nil) async throws -> LedgerReport {
        guard let key = ledgerKey else { throw SocialError.ledgerKeyMissing }
        let anchor = try anchor.map { bytes throws(SocialError) in try LedgerAnchor(bytes: bytes) }
        return try await translatingErrors {
            // It takes half of the time, and needs no entries.
            async let wrongDays = database.readInBackground { try $0.wrongDaysOfOthers() }
            var report = try await database.readInBackground { connection in
                var verification = LedgerVerification(connection, key)
                try verification.run(anchor)
                return verification.report
            }
            for fault in try await wrongDays { report.add(fault) }
            return report
        }
    }

    /// An anchor: 56 bytes for each account of the ledger, with its id, the sequence of its last entry, and that
    /// entry's hash. Keep it where people who can write to the database cannot.
    /// - Throws: ``SocialError/Code/unavailable`` when the database fails.
    public func ledgerAnchor() async throws -> [UInt8] {
        try await translatingErrors {
            try await database.readInBackground { connection in
                LedgerAnchor(
                    try connection.fetch("SELECT \(LedgerChain.columns) FROM ledger_accounts") {
                        LedgerChain(&$0)
                    }
                ).bytes
            }
        }
    }
}

/// A verification of the ledger. See ``Engine/verifyLedger(anchor:)``.
private struct LedgerVerification {
    private let connection: any Connection
    private let key: LedgerKey
    private(set) var report = LedgerReport()
    private var accounts: [UUID: Account] = [:]
    private var anchored: [UUID: LedgerAnchor.End] = [:]

    private struct Account {
        let chain: LedgerChain
        let person: String?
    }

    /// How many entries are read at once.
    private static let batchSize = 10_000

    init(_ connection: any Connection, _ key: LedgerKey) {
        self.connection = connection
        self.key = key
    }

    mutating func run(_ anchor: LedgerAnchor?) throws {
        let rows = try connection.fetch(
            """
            SELECT \(LedgerChain.columns), people.username
            FROM ledger_accounts
            LEFT JOIN people ON people.id = ledger_accounts.person
            """
        ) { Account(chain: LedgerChain(&$0), person: $0.next()) }
        accounts = Dictionary(uniqueKeysWithValues: rows.map { ($0.chain.account, $0) })
        anchored = anchor?.ends ?? [:]
        report.accounts = accounts.count
        for account in anchored.keys where accounts[account] == nil {
            report.add(LedgerFault(.missingAccount, account: account))
        }
        let found = try verifyEntries()
        for account in accounts.values where !found.contains(account.chain.account) {
            verifyEnd(of: account.chain.account, Progress())
        }
        try verifyAwards()
        try verifyDays()
        try verifyRedemptions()
    }

    /// How far the entries of an account have been verified.
    private struct Progress {
        var sequence: Int64 = 0
        var balance: Int64 = 0
        var lifetime: Int64 = 0
        var head = LedgerChain.start
    }

    /// - Returns: the accounts with entries.
    private mutating func verifyEntries() throws -> Set<UUID> {
        var found: Set<UUID> = []
        var (account, progress) = (nil as UUID?, Progress())
        var last: (account: UUID, sequence: Int64)?
        while true {
            let entries = try connection.entries(after: last, limit: Self.batchSize)
            for (entry, hash) in entries {
                if entry.account != account {
                    if let account { verifyEnd(of: account, progress) }
                    account = entry.account
                    progress = Progress()
                    found.insert(entry.account)
                }
                verify(entry, hash, &progress)
            }
            report.entries += entries.count
            guard entries.count == Self.batchSize, let end = entries.last?.entry else { break }
            last = (end.account, end.sequence)
        }
        if let account { verifyEnd(of: account, progress) }
        return found
    }

    private mutating func verify(_ entry: LedgerRecord, _ hash: [UInt8], _ progress: inout Progress) {
        if entry.sequence != progress.sequence + 1 { add(.missingEntry, entry) }
        if key.hash(of: entry, after: progress.head) != hash { add(.changedEntry, entry) }
        progress.sequence = entry.sequence
        progress.head = hash
        progress.balance &+= entry.amount
        if let kind = Int(exactly: entry.kind).flatMap(LedgerEntryKind.init(number:)), kind.isAboutWorkouts {
            progress.lifetime &+= entry.amount
        }
        if (entry.balance, entry.lifetime) != (progress.balance, progress.lifetime) {
            add(.wrongBalance, entry)
            (progress.balance, progress.lifetime) = (entry.balance, entry.lifetime)
        }
        if let anchor = anchored[entry.account], anchor.sequence == entry.sequence, anchor.head != hash {
            add(.olderThanAnchor, entry)
        }
    }

    /// Compares the account's totals with its last entry.
    private mutating func verifyEnd(of account: UUID, _ progress: Progress) {
        guard let chain = accounts[account]?.chain else { return }
        func add(_ kind: LedgerFault.Kind) {
            report.add(
                LedgerFault(
                    kind, account: account, sequence: chain.sequence, person: accounts[account]?.person))
        }
        if chain.sequence != progress.sequence { add(.missingEntry) }
        if (chain.balance, chain.lifetime) != (progress.balance, progress.lifetime) { add(.wrongBalance) }
        if chain.head != progress.head { add(.wrongHead) }
        if let anchor = anchored[account], anchor.sequence > progress.sequence { add(.olderThanAnchor) }
    }

    /// Compares what each workout earned with its entries.
    private mutating func verifyAwards() throws {
        let wrong: [(Workout.ID, String?)] = try sourcesWithOtherEntries(
            than: "SELECT owner AS person, workout AS source, award AS stored FROM awards", aboutRewards: 0)
        for (workout, person) in wrong {
            report.add(LedgerFault(.wrongAward, person: person, workout: workout))
        }
    }

    /// The workouts or redemptions whose entries do not add up to the stored amount, and their owners' usernames.
    /// - Parameters:
    ///   - stored: a query for the columns `person`, `source` and `stored`.
    ///   - aboutRewards: the value of `isAboutReward` of the entries.
    private func sourcesWithOtherEntries<Subject>(
        than stored: SQL, aboutRewards: Int
    ) throws -> [(Identifier<Subject>, String?)] {
        try connection.fetch(
            """
            SELECT compared.source, MAX(people.username)
            FROM (
                SELECT person, source, stored, 0 AS counted FROM (\(stored)) AS stored_sums
                UNION ALL
                SELECT ledger_accounts.person, ledger_entries.source, 0, ledger_entries.amount
                FROM ledger_entries
                JOIN ledger_accounts ON ledger_accounts.id = ledger_entries.account
                WHERE ledger_entries.source IS NOT NULL AND \(SQL.isAboutReward) = \(aboutRewards)) AS compared
            LEFT JOIN people ON people.id = compared.person
            GROUP BY compared.person, compared.source
            HAVING SUM(compared.stored) <> SUM(compared.counted)
            ORDER BY compared.source
            """
        ) { ($0[0] as Identifier<Subject>, $0[1] as String?) }
    }

    /// Compares what each day earned its owner with its workouts and its limit.
    private mutating func verifyDays() throws {
        let wrong = try connection.fetch(
            """
            SELECT MAX(people.username)
            FROM (\(SQL.experienceOfDays)) AS compared
            JOIN people ON people.id = compared.person
            GROUP BY compared.person, compared.day
            HAVING SUM(compared.stored) <> SUM(compared.counted)
                OR SUM(compared.counted) > \(ExperienceLimits.dailyXP)
            ORDER BY compared.person, compared.day
            """
        ) { $0[0] as String? }
        for person in wrong { report.add(LedgerFault(.wrongDay, person: person)) }
    }

    /// Compares what was paid for each redeemed reward with its entries. Those of erased people are gone.
    private mutating func verifyRedemptions() throws {
        let wrong: [(Redemption.ID, String?)] = try sourcesWithOtherEntries(
            than: """
                SELECT person, id AS source, CASE WHEN state = 'refunded' THEN 0 ELSE -price END AS stored
                FROM redemptions
                WHERE person IS NOT NULL
                """, aboutRewards: 1)
        for (redemption, person) in wrong {
            report.add(LedgerFault(.wrongRedemption, person: person, redemption: redemption))
        }
    }

    private mutating func add(_ kind: LedgerFault.Kind, _ entry: LedgerRecord) {
        report.add(
            LedgerFault(
                kind, account: entry.account, sequence: entry.sequence,
                person: accounts[entry.account]?.person))
    }
}

extension SQL {
    /// 1 for entries of rewards, 0 for others. Requires `ledger_entries` in the query.
    fileprivate static let isAboutReward: SQL = """
        CASE WHEN ledger_entries.kind IN (\(LedgerEntryKind.redeemed.number),
            \(LedgerEntryKind.refunded.number)) THEN 1 ELSE 0 END
        """
}

extension Connection {
    /// The days whose XP others see wrongly: the ledger has what workouts earned their owners, and what others see is
    /// settled again.
    fileprivate func wrongDaysOfOthers() throws -> [LedgerFault] {
        let shown = try SettlementCheck(self).days.filter { $0.closeness != .me }
        let names = try usernames(of: Set(shown.map(\.person)))
        return shown.map { LedgerFault(.wrongDay, person: names[$0.person], day: $0.day) }
    }

    fileprivate func usernames(of people: Set<Person.ID>) throws -> [Person.ID: String] {
        guard !people.isEmpty else { return [:] }
        let rows = try fetch(
            "SELECT id, username FROM people WHERE id IN \(list: people.sorted()) AND username IS NOT NULL"
        ) { ($0[0] as Person.ID, $0[1] as String) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// The entries after the last one, by account and sequence. Index: the primary key.
    fileprivate func entries(
        after last: (account: UUID, sequence: Int64)?, limit: Int
    ) throws -> [(entry: LedgerRecord, hash: [UInt8])] {
        let isAfter: SQL =
            last.map { "WHERE (account, sequence) > (\($0.account), \($0.sequence))" } ?? .empty
        return try fetch(
            """
            SELECT account, sequence, at, kind, reason, policy, source, amount, balance, lifetime, hash
            FROM ledger_entries
            \(isAfter)
            ORDER BY account, sequence
            LIMIT \(limit)
            """
        ) { row in (LedgerRecord(&row), row.next()) }
    }
}

extension LedgerRecord {
    fileprivate init(_ row: inout Row) {
        self.init(
            account: row.next(), sequence: row.next(), at: row.next(), kind: row.next(), reason: row.next(),
            policy: row.next(), source: row.next(), amount: row.next(), balance: row.next(),
            lifetime: row.next())
    }
}
