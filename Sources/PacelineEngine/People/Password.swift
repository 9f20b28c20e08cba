import Crypto
import CryptoExtras
import Foundation
import Paceline

/// The work factor of password hashes: the parameters of scrypt (RFC 7914) with r = 8.
public struct PasswordCost: Sendable, Equatable {
    /// scrypt's N, a power of two. A hash uses N kilobytes of memory.
    public var rounds: Int
    /// scrypt's p: how often a hash repeats the rounds, one after the other.
    public var repetitions: Int

    /// As OWASP recommends: 32 MB per hash, and about half a second on a loaded processor.
    public static let standard = PasswordCost(rounds: 1 << 15, repetitions: 3)
    /// For tests and demos only: gives no real protection.
    public static let fast = PasswordCost(rounds: 1 << 4)

    public init(rounds: Int, repetitions: Int = 1) {
        self.rounds = rounds
        self.repetitions = repetitions
    }

    /// The cost that a hash of this one lacks to take as long as one of the other; nil if it lacks none.
    func missing(to other: PasswordCost) -> PasswordCost? {
        let missing = other.rounds * other.repetitions - rounds * repetitions
        guard missing > 0 else { return nil }
        let repetitions = max(1, (missing + other.rounds / 2) / other.rounds)
        return PasswordCost(rounds: other.rounds, repetitions: repetitions)
    }
}

/// Derives the key of a password's hash.
package typealias KeyDerivation =
    @Sendable (_ password: String, _ salt: [UInt8], _ cost: PasswordCost) throws -> [UInt8]

/// A stored hash of a password. The format is `scrypt$N$r$p$salt$hash`.
struct PasswordHash: Equatable {
    let cost: PasswordCost
    let salt: [UInt8]
    let key: [UInt8]

    private static let blockSize = 8

    /// Hashes a password with a random salt.
    init(of password: String, cost: PasswordCost, using derive: KeyDerivation = scrypt) throws {
        self.cost = cost
        salt = Array(Data(randomBytes: 16))
        key = try derive(password, salt, cost)
    }

    /// - Parameter text: also the older format without r and p, which were 8 and 1.
    init?(_ text: String) {
        var parts = text.split(separator: "$").map(String.init)
        if parts.count == 4 { parts.insert(contentsOf: ["\(Self.blockSize)", "1"], at: 2) }
        guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]),
            Int(parts[2]) == Self.blockSize, let repetitions = Int(parts[3]),
            let salt = Data(base64Encoded: parts[4]), let key = Data(base64Encoded: parts[5])
        else { return nil }
        cost = PasswordCost(rounds: rounds, repetitions: repetitions)
        self.salt = Array(salt)
        self.key = Array(key)
    }

    var text: String {
        let (salt, key) = (Data(salt).base64EncodedString(), Data(key).base64EncodedString())
        return "scrypt$\(cost.rounds)$\(Self.blockSize)$\(cost.repetitions)$\(salt)$\(key)"
    }

    /// The result of checking a password.
    enum Check: Equatable {
        case wrong
        /// - Parameter renewed: the hash to store from now on, if the stored one had another cost.
        case correct(renewed: PasswordHash?)
    }

    /// Checks a password.
    ///
    /// A wrong one takes as long for a hash of a lower cost, and for none, as for one of the cost, so that the time
    /// does not tell which usernames exist or have signed in lately.
    static func check(
        _ password: String, against hash: PasswordHash?, cost: PasswordCost,
        using derive: KeyDerivation = scrypt
    ) throws -> Check {
        guard let hash else {
            _ = try derive(password, [UInt8](repeating: 0, count: 16), cost)
            return .wrong
        }
        guard try derive(password, hash.salt, hash.cost).isEqualInConstantTime(to: hash.key) else {
            if let missing = hash.cost.missing(to: cost) { _ = try derive(password, hash.salt, missing) }
            return .wrong
        }
        return .correct(
            renewed: hash.cost == cost ? nil : try PasswordHash(of: password, cost: cost, using: derive))
    }

    static let scrypt: KeyDerivation = { password, salt, cost in
        // Keyboards differ in whether they compose accents.
        try KDF.Scrypt.deriveKey(
            from: Array(password.precomposedStringWithCanonicalMapping.utf8), salt: salt,
            outputByteCount: 32, rounds: cost.rounds, blockSize: PasswordHash.blockSize,
            parallelism: cost.repetitions
        ).withUnsafeBytes { Array($0) }
    }
}
