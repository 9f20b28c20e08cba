import Foundation
import Paceline

/// An entry of an account in the ledger, as it is stored and hashed.
package struct LedgerRecord: Sendable, Equatable {
    package let account: UUID
    /// From 1, without gaps.
    package let sequence: Int64
    package let at: Date
    /// ``LedgerEntryKind/number``.
    package let kind: Int64
    /// ``AwardReason/number``; 0 for none.
    package let reason: Int64
    /// The number of the ``ExperiencePolicy``; 0 for none.
    package let policy: Int64
    /// The workout or the redemption.
    package let source: UUID?
    package let amount: Int64
    /// The sum of all amounts up to this entry.
    package let balance: Int64
    /// The sum of the amounts that workouts earned.
    package let lifetime: Int64
}

extension LedgerRecord {
    /// The bytes that are hashed: 112, with numbers in big-endian order and zeros for a missing workout.
    /// - Returns: nil if a number does not fit.
    func message(after previous: [UInt8]) -> [UInt8]? {
        guard previous.count == LedgerChain.start.count, let kind = UInt8(exactly: kind),
            let reason = UInt8(exactly: reason), let policy = UInt16(exactly: policy)
        else { return nil }
        var message: [UInt8] = []
        message.reserveCapacity(112)
        message += "PXL1".utf8
        message += previous
        message.append(account)
        message.append(sequence)
        message.append(at.milliseconds)
        message.append(kind)
        message.append(reason)
        message.append(policy)
        message.append(source ?? UUID.zero)
        message.append(amount)
        message.append(balance)
        message.append(lifetime)
        return message
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ id: UUID) {
        Swift.withUnsafeBytes(of: id.uuid) { append(contentsOf: $0) }
    }

    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}

/// The state of an account after its last entry, to which further entries are appended.
package struct LedgerChain: Sendable, Equatable {
    /// The hash before the first entry.
    package static let start = [UInt8](repeating: 0, count: 32)

    package let account: UUID
    /// The sequence of the last entry; 0 without any.
    package private(set) var sequence: Int64 = 0
    package private(set) var balance: Int64 = 0
    package private(set) var lifetime: Int64 = 0
    /// The hash of the last entry.
    package private(set) var head = LedgerChain.start

    /// An account without entries.
    package init(account: UUID) {
        self.account = account
    }

    /// An account as stored.
    init(account: UUID, sequence: Int64, balance: Int64, lifetime: Int64, head: [UInt8]) {
        self.account = account
        self.sequence = sequence
        self.balance = balance
        self.lifetime = lifetime
        self.head = head
    }

    /// Appends an entry.
    /// - Returns: the entry, whose hash is now the ``head``.
    package mutating func append(_ change: LedgerChange, at now: Date, key: LedgerKey) -> LedgerRecord {
        sequence += 1
        balance += Int64(change.amount)
        if change.kind.isAboutWorkouts { lifetime += Int64(change.amount) }
        let entry = LedgerRecord(
            account: account, sequence: sequence, at: now, kind: Int64(change.kind.number),
            reason: Int64(change.reason?.number ?? 0), policy: Int64(change.policy),
            source: change.source, amount: Int64(change.amount), balance: balance, lifetime: lifetime)
        // All numbers of a new entry fit.
        head = key.hash(of: entry, after: head) ?? head
        return entry
    }
}

/// A change of an account's balance.
package struct LedgerChange: Sendable, Equatable {
    package let kind: LedgerEntryKind
    /// The workout or the redemption.
    package let source: UUID
    /// XP; not 0.
    package let amount: Int
    /// Why a workout now earns less than it is worth.
    package let reason: AwardReason?
    /// The number of a workout's ``ExperiencePolicy``; 0 for none.
    package let policy: Int

    /// A change of what a workout earns.
    package init(workout: Workout.ID, amount: Int, reason: AwardReason?, policy: Int) {
        kind = amount > 0 ? .earned : .reversed
        source = workout.uuid
        self.amount = amount
        self.reason = reason
        self.policy = policy
    }

    /// What a redeemed reward costs, or what its refund gives back.
    package init(_ kind: LedgerEntryKind, of redemption: Redemption.ID, amount: Int) {
        self.kind = kind
        source = redemption.uuid
        self.amount = amount
        reason = nil
        policy = 0
    }
}
