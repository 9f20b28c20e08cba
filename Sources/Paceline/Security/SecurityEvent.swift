import Foundation

/// Something that happened to the security of an account, such as a sign-in. Kept for 180 days.
public struct SecurityEvent: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<SecurityEvent>

    public var id: ID
    /// What happened.
    public var kind: SecurityEventKind
    /// When it happened; of several, the first.
    public var at: Date
    /// How often it happened within an hour, for wrong passwords; otherwise 1.
    public var count: Int
    /// What it was about: the way to sign in, the username, or the name of a token or client; nil for other kinds.
    public var detail: String?
    /// The app or browser, such as “Firefox on Linux”; nil if it is unknown.
    public var clientName: String?
    /// The network that it came from, such as `192.0.2.0/24`; nil if it is unknown or after 30 days.
    public var network: String?

    public init(
        id: ID, kind: SecurityEventKind, at: Date, count: Int = 1, detail: String? = nil,
        clientName: String? = nil, network: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.at = at
        self.count = count
        self.detail = detail
        self.clientName = clientName
        self.network = network
    }
}

/// The kinds of security events.
public enum SecurityEventKind: OpenEnum {
    /// The account was created.
    case signedUp
    /// A sign-in; its detail is the way.
    case signedIn
    /// Wrong passwords within an hour.
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
    /// An access token was created; its detail is the name.
    case tokenCreated
    /// An access token was revoked; its detail is the name.
    case tokenRevoked
    /// A kind that this version does not know.
    case unknown(String)

    public static let allCases: [SecurityEventKind] = [
        .signedUp, .signedIn, .signInFailed, .signedOutEverywhere, .passwordChanged, .usernameChanged,
        .sessionEnded, .identityLinked,
        .identityUnlinked, .recoveryCodesCreated, .recoveryLinkCreated, .recovered, .tokenCreated,
        .tokenRevoked,
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
        case .tokenCreated: "tokenCreated"
        case .tokenRevoked: "tokenRevoked"
        case .unknown(let word): word
        }
    }
}
