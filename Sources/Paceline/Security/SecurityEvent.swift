import Foundation

/// Something that happened to the security of an account, such as a sign-in. Kept for 180 days.
///
/// After ``dailyLimit`` events of a kind within 24 hours, a later one adds to the count of an earlier one with the same
/// client and network. Without an earlier one it is kept, up to ``distinctDailyLimit`` events; then it is counted, too,
/// except for the transfer and the deletion of a group with other members.
///
/// ```swift
/// for event in try await session.securityEvents(PageRequest()).items {
///     print("\(event.sentence) · \(event.origin ?? "")")  // Password changed · Firefox on Linux
/// }
/// ```
public struct SecurityEvent: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<SecurityEvent>

    public var id: ID
    /// What happened.
    public var kind: SecurityEventKind
    /// When it happened; of several, the first.
    public var at: Date
    /// When it happened last; nil if it happened once.
    public var lastAt: Date?
    /// How often it happened, at least 1. Wrong passwords from one client and network within an hour are one event.
    /// Events beyond the daily limits are counted in an earlier one.
    public var count: Int
    /// The subject: the sign-in method, the username, the role, or the name of a token, passkey, client or group; nil
    /// for other kinds. For ``SecurityEventKind/staffChanged``, three words: `nora moderator ana`.
    public var detail: String?
    /// The app or browser, such as “Firefox on Linux”; nil if it is unknown. For wrong passwords, it
    /// is kept only if the person has signed in on the client before, since strangers could use it to send text.
    public var clientName: String?
    /// The network of the client, such as `192.0.2.0/24`; nil if it is unknown, and after 30 days.
    public var network: String?

    /// How many events of a kind are kept within 24 hours if they are equal. Further ones count in an earlier one.
    public static let dailyLimit = 10
    /// How many events of a kind are kept within 24 hours. Further ones count in an earlier one, but not those of
    /// groups with other members.
    public static let distinctDailyLimit = 30

    public init(
        id: ID, kind: SecurityEventKind, at: Date, lastAt: Date? = nil, count: Int = 1, detail: String? = nil,
        clientName: String? = nil, network: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.at = at
        self.lastAt = lastAt
        self.count = count
        self.detail = detail
        self.clientName = clientName
        self.network = network
    }
}

/// The kinds of security events.
///
/// ```swift
/// switch event.kind {
/// case .signedIn, .signInFailed: showSessions()
/// case .passkeyCopied: showPasskeys()
/// default: break
/// }
/// ```
public enum SecurityEventKind: OpenEnum {
    /// The account was created.
    case signedUp
    /// A sign-in; its detail is the way.
    case signedIn
    /// Wrong passwords from one client and network within an hour.
    case signInFailed
    /// All sessions were ended.
    case signedOutEverywhere
    /// The password was changed.
    case passwordChanged
    /// The username was chosen or changed; its detail is the new one.
    case usernameChanged
    /// A session was ended; its detail is the name of its client.
    case sessionEnded
    /// A way to sign in was added; its detail is the way.
    case identityLinked
    /// A way to sign in was removed; its detail is the way.
    case identityUnlinked
    /// New recovery codes were created.
    case recoveryCodesCreated
    /// An administrator made a recovery link.
    case recoveryLinkCreated
    /// A recovery code or link was used.
    case recovered
    /// The ways to sign in that were replaced in the last week were restored with one of them.
    case restored
    /// An access token was created; its detail is the name.
    case tokenCreated
    /// An access token was revoked; its detail is the name.
    case tokenRevoked
    /// The email address was changed or removed.
    case emailChanged
    /// The email address was confirmed.
    case emailConfirmed
    /// The birth date was added to an account that had none.
    case birthDateSet
    /// An administrator corrected the birth date.
    case birthDateCorrected
    /// A passkey was added; its detail is the name.
    case passkeyAdded
    /// A passkey was removed; its detail is the name.
    case passkeyRemoved
    /// A passkey was refused, since the counter of its authenticator did not grow: there may be a copy. Its detail is
    /// the name.
    case passkeyCopied
    /// The person got a role or lost it; its detail is the ``StaffRole``, or `member` for none.
    case roleChanged
    /// Another person got a role or lost it; for administrators. Its detail is the person's username, the ``StaffRole``
    /// or `member`, and the username of the administrator who changed it, if it was not the operator of the server.
    case staffChanged
    /// A call of what only the staff may do was refused.
    case staffCallRefused
    /// The person transferred a group to another member; its detail is the title, nil for older events.
    case groupTransferred
    /// The person deleted a group; its detail is the title, nil for older events.
    case groupDeleted
    /// A friend card was claimed.
    case friendCardClaimed
    /// A kind that this version does not know.
    case unknown(String)

    public static let allCases: [SecurityEventKind] = [
        .signedUp, .signedIn, .signInFailed, .signedOutEverywhere, .passwordChanged, .usernameChanged,
        .sessionEnded, .identityLinked,
        .identityUnlinked, .recoveryCodesCreated, .recoveryLinkCreated, .recovered, .restored, .tokenCreated,
        .tokenRevoked, .emailChanged, .emailConfirmed, .birthDateSet, .birthDateCorrected, .passkeyAdded,
        .passkeyRemoved, .passkeyCopied, .roleChanged, .staffChanged, .staffCallRefused,
        .groupTransferred, .groupDeleted, .friendCardClaimed,
    ]

    public var rawValue: String {
        switch self {
        case .signedUp: "signedUp"
        case .signedIn: "signedIn"
        case .signInFailed: "signInFailed"
        case .signedOutEverywhere: "signedOutEverywhere"
        case .passwordChanged: "passwordChanged"
        case .usernameChanged: "usernameChanged"
        case .sessionEnded: "sessionEnded"
        case .identityLinked: "identityLinked"
        case .identityUnlinked: "identityUnlinked"
        case .recoveryCodesCreated: "recoveryCodesCreated"
        case .recoveryLinkCreated: "recoveryLinkCreated"
        case .recovered: "recovered"
        case .restored: "restored"
        case .tokenCreated: "tokenCreated"
        case .tokenRevoked: "tokenRevoked"
        case .emailChanged: "emailChanged"
        case .emailConfirmed: "emailConfirmed"
        case .birthDateSet: "birthDateSet"
        case .birthDateCorrected: "birthDateCorrected"
        case .passkeyAdded: "passkeyAdded"
        case .passkeyRemoved: "passkeyRemoved"
        case .passkeyCopied: "passkeyCopied"
        case .roleChanged: "roleChanged"
        case .staffChanged: "staffChanged"
        case .staffCallRefused: "staffCallRefused"
        case .groupTransferred: "groupTransferred"
        case .groupDeleted: "groupDeleted"
        case .friendCardClaimed: "friendCardClaimed"
        case .unknown(let word): word
        }
    }
}
