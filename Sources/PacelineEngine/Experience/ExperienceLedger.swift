import Foundation
import Paceline
import PacelineDatabase

/// The viewer's account in the ledger, in a transaction.
struct ExperienceLedger: FeatureStore {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    /// The end of the viewer's ledger; nil before the first entry.
    func chainLater() throws -> Deferred<LedgerChain?> {
        try connection.fetchLater(
            "SELECT \(LedgerChain.columns) FROM ledger_accounts WHERE person = \(viewer.id)"
        ) { LedgerChain(&$0) }
    }

    /// Appends entries. The account is created with the first one.
    func append(_ changes: [LedgerChange], to known: LedgerChain?) throws {
        guard !changes.isEmpty else { return }
        guard let key = transaction.ledgerKey else { throw SocialError.ledgerKeyMissing }
        var random = environment.random
        var chain = known ?? LedgerChain(account: UUID.version4(using: &random))
        let entries = changes.map { change in
            let entry = chain.append(change, at: now, key: key)
            return (entry: entry, hash: chain.head)
        }
        if known == nil {
            try connection.insert(chain, of: viewer.id)
        } else {
            try connection.update(chain)
        }
        try connection.send(
            """
            INSERT INTO ledger_entries (account, sequence, at, kind, reason, policy, source, amount, balance,
                lifetime, hash)
            """,
            rows: SQLRows(entries) { entry, hash in
                (
                    entry.account, entry.sequence, entry.at, entry.kind, entry.reason, entry.policy,
                    entry.source?.sqlValue ?? .null, entry.amount, entry.balance, entry.lifetime, hash
                )
            })
    }
}

extension LedgerChain {
    static let columns: SQL = """
        ledger_accounts.id, ledger_accounts.sequence, ledger_accounts.balance, ledger_accounts.lifetime,
        ledger_accounts.head
        """

    /// Decodes the ``columns``.
    init(_ row: inout Row) {
        self.init(
            account: row.next(), sequence: row.next(), balance: row.next(), lifetime: row.next(),
            head: row.next())
    }
}

extension Connection {
    fileprivate func insert(_ chain: LedgerChain, of person: Person.ID) throws {
        try send(
            """
            INSERT INTO ledger_accounts (id, person, sequence, balance, lifetime, head)
            VALUES (\(chain.account), \(person), \(chain.sequence), \(chain.balance), \(chain.lifetime),
                \(chain.head))
            """)
    }

    fileprivate func update(_ chain: LedgerChain) throws {
        try send(
            """
            UPDATE ledger_accounts
            SET sequence = \(chain.sequence), balance = \(chain.balance), lifetime = \(chain.lifetime),
                head = \(chain.head)
            WHERE id = \(chain.account)
            """)
    }
}

extension SocialError {
    /// A tool that opened the community without its key tries to write to the ledger, or to verify it.
    static let ledgerKeyMissing = SocialError(
        .unavailable, "The key of the community's ledger is missing.")
}

// MARK: - Reading

extension ExperienceLedger {
    func experience() throws -> Experience {
        let account = try chainLater()
        let today = try connection.timeZonesLater(of: viewer.id).get().awardDay(of: now)
        let earned = try connection.fetchFirst(
            """
            SELECT xp
            FROM experience_days
            WHERE person = \(viewer.id) AND audience = \(Closeness.me.rawValue) AND day = \(today)
            """
        ) { $0[0] as Int }
        let chain = try account.get()
        return Experience(
            lifetime: Int(clamping: chain?.lifetime ?? 0), balance: Int(clamping: chain?.balance ?? 0),
            today: earned ?? 0)
    }

    /// The viewer's entries, newest first.
    func entries(_ page: PageRequest) throws -> Page<LedgerEntry> {
        let limit = try transaction.limit(of: page)
        let list = "ledger"
        let start = try transaction.start(of: page, in: list)
        let entries = try connection.fetch(
            """
            SELECT ledger_entries.sequence, ledger_entries.at, ledger_entries.kind, ledger_entries.amount,
                ledger_entries.balance, ledger_entries.lifetime, ledger_entries.source, ledger_entries.reason,
                ledger_entries.policy, ledger_entries.hash
            FROM ledger_accounts
            JOIN ledger_entries ON ledger_entries.account = ledger_accounts.id
            WHERE ledger_accounts.person = \(viewer.id)
                AND ledger_entries.sequence < \(start?.at ?? Int64.max)
            ORDER BY ledger_entries.sequence DESC
            LIMIT \(limit + 1)
            """
        ) { LedgerEntry(&$0) }
        return transaction.page(of: entries, limit, in: list, \.position)
    }
}

extension LedgerEntry {
    fileprivate init(_ row: inout Row) {
        self.init(
            sequence: row.next(), at: row.next(),
            kind: LedgerEntryKind(number: row.next()) ?? .unknown("unknown"), amount: row.next(),
            balance: row.next(), lifetime: row.next(), workout: row.next(),
            reason: AwardReason(number: row.next()), policy: (row.next() as Int).nilIfZero,
            hash: Base64URLData(row.next() as Data))
        // One column holds what an entry is about.
        switch kind {
        case .redeemed, .refunded: (redemption, workout) = (workout.map { Redemption.ID($0.uuid) }, nil)
        case .earned, .reversed, .unknown: break
        }
    }

    /// Its place in the list, by its sequence.
    fileprivate var position: Position {
        Position(at: Date(milliseconds: sequence), id: workout?.uuid ?? redemption?.uuid ?? .zero)
    }
}

extension Int {
    fileprivate var nilIfZero: Int? { self == 0 ? nil : self }
}
