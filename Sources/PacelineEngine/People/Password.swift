import Crypto
import CryptoExtras
import Dispatch
import Foundation
import Paceline

/// The work factor of password hashes.
public struct PasswordCost: Sendable, Equatable {
    /// scrypt's N, a power of two. A hash uses N kilobytes of memory.
    public var rounds: Int

    /// 32 MB and about 80 ms per hash. Hashes are computed one at a time, which bounds the memory.
    public static let standard = PasswordCost(rounds: 1 << 15)
    /// For tests and demos only: gives no real protection.
    public static let fast = PasswordCost(rounds: 1 << 4)

    public init(rounds: Int) {
        self.rounds = rounds
    }
}

/// Hashes passwords with scrypt (RFC 7914, r = 8, p = 1). The format is `scrypt$N$salt$hash`.
enum Password {
    /// Serial, and off the cooperative thread pool.
    private static let queue = DispatchQueue(label: "paceline.passwords")

    static func hash(_ password: String, cost: PasswordCost) async throws -> String {
        let salt = Array(Data(randomBytes: 16))
        let key = try await derive(password, salt, cost.rounds)
        return "scrypt$\(cost.rounds)$\(Data(salt).base64EncodedString())$\(Data(key).base64EncodedString())"
    }

    /// Whether the password matches the hash. A nil hash takes as long as a wrong password, so that timing does not
    /// reveal which usernames exist.
    static func matches(_ password: String, _ hash: String?, cost: PasswordCost) async throws -> Bool {
        let parts = hash?.split(separator: "$") ?? []
        guard parts.count == 4, let rounds = Int(parts[1]), let salt = Data(base64Encoded: String(parts[2])),
            let expected = Data(base64Encoded: String(parts[3]))
        else {
            _ = try await derive(password, [UInt8](repeating: 0, count: 16), cost.rounds)
            return false
        }
        let key = try await derive(password, Array(salt), rounds)
        return key.count == expected.count && zip(key, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(_ password: String, _ salt: [UInt8], _ rounds: Int) async throws -> [UInt8] {
        // Keyboards differ in whether they compose accents.
        let bytes = Array(password.precomposedStringWithCanonicalMapping.utf8)
        return try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Result {
                        try KDF.Scrypt.deriveKey(
                            from: bytes, salt: salt, outputByteCount: 32, rounds: rounds, blockSize: 8,
                            parallelism: 1
                        ).withUnsafeBytes { Array($0) }
                    })
            }
        }
    }
}
