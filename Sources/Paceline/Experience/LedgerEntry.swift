import Foundation

/// An entry of the viewer's ledger: a change of their XP. Entries are appended, never changed.
///
/// ```swift
/// for entry in try await session.ledger(PageRequest()).items {
///     print(entry.at, entry.amount, entry.balance)
/// }
/// ```
public struct LedgerEntry: Sendable, Equatable, Codable, Identifiable {
    /// Its number in the ledger, from 1, without gaps.
    public var sequence: Int64
    /// When it was made.
    public var at: Date
    /// What it is about.
    public var kind: LedgerEntryKind
    /// The change in XP, negative if XP was taken back or spent.
    public var amount: Int
    /// The sum of all entries up to this one.
    public var balance: Int
    /// The XP of all workouts up to this entry.
    public var lifetime: Int
    /// The workout that it is about; nil if there is none. The workout may have been deleted.
    public var workout: Workout.ID?
    /// The redeemed reward that it is about; nil if there is none.
    public var redemption: Redemption.ID?
    /// Why the workout earned less than it is worth; nil if it did not, or if there is none.
    public var reason: AwardReason?
    /// The number of the workout's ``ExperiencePolicy``; nil without a workout.
    public var policy: Int?
    /// A keyed hash, 32 bytes, of this entry and the hash before it. It reveals changed, removed and inserted entries.
    public var hash: Base64URLData

    public var id: Int64 { sequence }

    public init(
        sequence: Int64, at: Date, kind: LedgerEntryKind, amount: Int, balance: Int, lifetime: Int,
        workout: Workout.ID? = nil, redemption: Redemption.ID? = nil, reason: AwardReason? = nil,
        policy: Int? = nil, hash: Base64URLData
    ) {
        self.sequence = sequence
        self.at = at
        self.kind = kind
        self.amount = amount
        self.balance = balance
        self.lifetime = lifetime
        self.workout = workout
        self.redemption = redemption
        self.reason = reason
        self.policy = policy
        self.hash = hash
    }
}

/// The kinds of ledger entries.
///
/// ```swift
/// switch entry.kind {
/// case .earned: print("Earned")
/// case .reversed: print("Taken back after an edit")
/// case .redeemed: print("Spent on a reward")
/// case .refunded: print("A reward was refunded")
/// case .unknown: break
/// }
/// ```
public enum LedgerEntryKind: OpenEnum {
    /// A workout earned XP, or more than before.
    case earned
    /// A workout earns less than before, or was deleted.
    case reversed
    /// A reward was redeemed. The level stays.
    case redeemed
    /// A redeemed reward was refunded.
    case refunded
    /// A kind that this version does not know.
    case unknown(String)

    /// In the order of their stored numbers.
    public static let allCases: [LedgerEntryKind] = [.earned, .reversed, .redeemed, .refunded]

    public var rawValue: String {
        switch self {
        case .earned: "earned"
        case .reversed: "reversed"
        case .redeemed: "redeemed"
        case .refunded: "refunded"
        case .unknown(let word): word
        }
    }
}

extension LedgerEntryKind {
    /// The number that the ledger stores and its hashes contain, from 1; 0 for `unknown`, which is never stored.
    package var number: Int {
        switch self {
        case .earned: 1
        case .reversed: 2
        case .redeemed: 7
        case .refunded: 8
        case .unknown: 0
        }
    }

    /// Whether the entries are about what workouts earn, which sets the level.
    package var isAboutWorkouts: Bool {
        switch self {
        case .earned, .reversed: true
        case .redeemed, .refunded, .unknown: false
        }
    }

    /// The kind with a number; nil if there is none.
    package init?(number: Int) {
        guard let kind = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = kind
    }
}
