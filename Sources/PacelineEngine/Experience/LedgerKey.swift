import Crypto
import Foundation
import Paceline

/// The key of the hashes in a community's ledger. Without it, no one can change an entry unnoticed.
///
/// Keep it apart from the database and its backups, and use the same one whenever the community is opened.
///
/// ```swift
/// var environment = EngineEnvironment()
/// environment.ledgerKey = LedgerKey(bytes: [UInt8](try Data(contentsOf: keyFile)))
/// ```
public struct LedgerKey: Sendable, Equatable {
    /// The number of bytes of a key.
    public static let length = 32

    private let key: SymmetricKey

    /// - Parameter bytes: random bytes.
    /// - Returns: nil unless there are ``length`` bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// A hash by which the community recognizes its key. It does not reveal the key.
    var check: [UInt8] { hash(Array("paceline ledger".utf8)) }

    /// The hash of an entry: HMAC-SHA-256 over `PXL1`, the hash of the previous entry, and the entry.
    /// - Parameter previous: ``LedgerChain/start`` for the first entry.
    /// - Returns: nil if the entry has a number that does not fit its place, so that no ledger can contain it.
    package func hash(of entry: LedgerRecord, after previous: [UInt8]) -> [UInt8]? {
        entry.message(after: previous).map { hash($0) }
    }

    private func hash(_ message: [UInt8]) -> [UInt8] {
        var hmac = HMAC<SHA256>(key: key)
        hmac.update(data: message)
        return Array(hmac.finalize())
    }
}

/// The community's ledger belongs to another key than ``EngineEnvironment/ledgerKey``.
public struct WrongLedgerKey: Error {}
