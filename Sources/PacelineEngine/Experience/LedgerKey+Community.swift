import Paceline
import PacelineDatabase

extension Connection {
    /// The key of the community's ledger: that of the environment, or one that the database keeps.
    ///
    /// The first key stays: another one would make all entries look changed. Only the environment's replaces one that
    /// the database kept, before the first entry.
    /// - Returns: nil if the environment has none and does not need it: see ``EngineEnvironment/checksLedgerKey``.
    /// - Throws: ``WrongLedgerKey``.
    func ledgerKey(in environment: EngineEnvironment) throws -> LedgerKey? {
        let check = try secret(named: Self.check)
        guard environment.checksLedgerKey else {
            if let key = environment.ledgerKey { return key }
            let kept = try secret(named: Self.ledger).flatMap(LedgerKey.init(bytes:))
            return kept?.check == check ? kept : nil
        }
        let kept =
            try environment.ledgerKey == nil ? secret(named: Self.ledger, using: environment.random) : nil
        guard let key = environment.ledgerKey ?? kept.flatMap(LedgerKey.init(bytes:)) else {
            throw WrongLedgerKey()
        }
        guard check != key.check else { return key }
        if let check {
            let former = try secret(named: Self.ledger).flatMap(LedgerKey.init(bytes:))
            guard former?.check == check, try !exists("SELECT 1 FROM ledger_entries LIMIT 1") else {
                throw WrongLedgerKey()
            }
            try send("DELETE FROM secrets WHERE name = \(Self.ledger)")
        }
        try send(
            """
            INSERT INTO secrets (name, value)
            VALUES (\(Self.check), \(key.check))
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """)
        return key
    }

    /// The secret that is the ledger's key, if the environment has none.
    private static var ledger: String { "ledger" }
    /// The secret by which the key is recognized.
    private static var check: String { "ledger check" }
}
