import Foundation
import Paceline

/// The result of verifying the ledger: see ``Engine/verifyLedger(anchor:)``.
public struct LedgerReport: Sendable, Equatable, Codable {
    /// How many accounts there are.
    public internal(set) var accounts = 0
    /// How many entries they have.
    public internal(set) var entries = 0
    /// How many faults were found.
    public private(set) var faultCount = 0
    /// The faults, at most ``faultLimit`` of them.
    public private(set) var faults: [LedgerFault] = []

    /// The most faults that are listed.
    public static let faultLimit = 1_000

    mutating func add(_ fault: LedgerFault) {
        faultCount += 1
        if faults.count < Self.faultLimit { faults.append(fault) }
    }
}

/// A fault in the ledger, which no program that has its key would write.
public struct LedgerFault: Sendable, Equatable, Codable {
    /// What is wrong.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// An entry's hash does not belong to it and to the entry before it: one of them was changed, inserted, or
        /// moved.
        case changedEntry
        /// Entries before this one are missing, or entries at the end.
        case missingEntry
        /// The entry's balance or lifetime is not the sum of the amounts, or the account's is not that of its last
        /// entry.
        case wrongBalance
        /// The account's last hash is not that of its last entry.
        case wrongHead
        /// The entries of a workout do not add up to what it earned.
        case wrongAward
        /// The entries of a redeemed reward do not add up to what was paid for it.
        case wrongRedemption
        /// The workouts of a day earned more than its limit, or not what is stored for the day, for their owner or for
        /// others.
        case wrongDay
        /// An account in the anchor no longer exists.
        case missingAccount
        /// The account has fewer entries than when the anchor was made, or different ones.
        case olderThanAnchor
    }

    public let kind: Kind
    /// The account's id; nil for a workout without entries, and for a day.
    public var account: UUID?
    /// The entry.
    public var sequence: Int64?
    /// The username of the account's owner.
    public var person: String?
    /// The workout whose award is wrong.
    public var workout: Workout.ID?
    /// The redemption that is wrong.
    public var redemption: Redemption.ID?
    /// The day whose XP others see wrongly.
    public var day: Day?

    init(
        _ kind: Kind, account: UUID? = nil, sequence: Int64? = nil, person: String? = nil,
        workout: Workout.ID? = nil, redemption: Redemption.ID? = nil, day: Day? = nil
    ) {
        self.kind = kind
        self.account = account
        self.sequence = sequence
        self.person = person
        self.workout = workout
        self.redemption = redemption
        self.day = day
    }
}

/// The last entry of each account at one time, to be kept elsewhere. It reveals whether entries were later removed, or
/// the ledger replaced by an older copy.
struct LedgerAnchor: Sendable, Equatable {
    /// By account: the sequence and hash of its last entry.
    private(set) var ends: [UUID: End] = [:]

    struct End: Sendable, Equatable {
        let sequence: Int64
        let head: [UInt8]
    }

    /// The bytes of an account: its id, sequence and hash.
    private static let length = 16 + 8 + 32

    init(_ chains: [LedgerChain]) {
        for chain in chains { ends[chain.account] = End(sequence: chain.sequence, head: chain.head) }
    }

    /// - Throws: ``SocialError/Code/malformed``.
    init(bytes: [UInt8]) throws(SocialError) {
        guard bytes.count.isMultiple(of: Self.length) else {
            throw SocialError(
                .malformed, "This is not an anchor: its length is not a multiple of \(Self.length) bytes.")
        }
        for start in stride(from: 0, to: bytes.count, by: Self.length) {
            let record = bytes[start..<start + Self.length]
            let account = record.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
            let sequence = record.withUnsafeBytes {
                Int64(bigEndian: $0.loadUnaligned(fromByteOffset: 16, as: Int64.self))
            }
            ends[account] = End(sequence: sequence, head: Array(record.suffix(32)))
        }
    }

    /// One record for each account, in the order of their ids.
    var bytes: [UInt8] {
        ends.map { account, end in
            withUnsafeBytes(of: account.uuid, Array.init)
                + withUnsafeBytes(of: end.sequence.bigEndian, Array.init)
                + end.head
        }
        .sorted { $0.lexicographicallyPrecedes($1) }
        .flatMap { $0 }
    }
}
