import Foundation
import Paceline

/// What a queued message is about.
enum MailKind: String, SQLEnum {
    /// A link that confirms an email address.
    case confirmation
    /// A link with which a person who lost their password chooses a new one.
    case recovery
    /// Something that happened to the security of the account.
    case securityEvent
    /// The former address learns that the account has another one.
    case formerAddress

    /// How long the message is useful, in seconds.
    var lifetime: TimeInterval {
        switch self {
        case .recovery: 1_800
        case .confirmation, .securityEvent, .formerAddress: 86_400
        }
    }
}

/// A message that waits to be sent. Its text is written when it is sent, so that no code is stored.
struct QueuedMail: Sendable {
    typealias ID = Identifier<QueuedMail>

    let id: ID
    let kind: MailKind
    /// The receiver; nil for a link whose account has not been looked up.
    var person: Person.ID?
    /// The username or address that was typed to get a link; nil once it has been looked up.
    var account: String?
    /// What happened; nil for other kinds.
    var event: SecurityEvent.ID?
    /// The address of a notice, or the former address; nil for messages to the current one.
    var address: String?
    /// How often sending it was tried, including this time.
    var attempts = 0
    let expiresAt: Date
}
