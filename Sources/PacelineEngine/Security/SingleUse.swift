import Crypto
import Foundation
import Paceline
import PacelineDatabase

/// A part of a credential that works once.
struct SingleUse: Sendable {
    /// Its field in the credential.
    let field: String
    let hash: [UInt8]
    let expiresAt: Date

    init(_ field: String, _ bytes: some Collection<UInt8>, until expiresAt: Date) {
        self.field = field
        hash = Array(SHA256.hash(data: Data(bytes)))
        self.expiresAt = expiresAt
    }
}

extension Connection {
    /// Uses it up, in the transaction of the action that it permits. So the person can try again after an action that
    /// failed.
    /// - Returns: false if it was used before.
    func use(_ part: SingleUse) throws -> Bool {
        try execute(
            """
            INSERT INTO spent_credentials (hash, expires_at)
            VALUES (\(part.hash), \(part.expiresAt))
            ON CONFLICT (hash) DO NOTHING
            """) == 1
    }
}
