import Foundation

/// A message by mail.
public struct MailMessage: Sendable, Equatable {
    /// The address of the only receiver, in ASCII: see ``MailAddress``.
    public let receiver: MailAddress
    public let subject: String
    /// Plain text.
    public let body: String
    /// What no log may contain, such as the code in a link.
    public let secrets: [String]

    public init(to receiver: MailAddress, subject: String, body: String, secrets: [String] = []) {
        self.receiver = receiver
        self.subject = subject
        self.body = body
        self.secrets = secrets
    }
}

/// Hands messages over to a mail system.
public protocol MailTransport: Sendable {
    /// - Throws: ``MailFailure``, or `CancellationError`.
    func send(_ message: MailMessage) async throws
}

/// The reason why a message was not sent, for the operator's log.
public struct MailFailure: Error, CustomStringConvertible, Equatable {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// An address that can stand in a header as it is: letters, digits and a few signs around one `@`.
///
/// Nothing in it can begin another header or name a second receiver. Addresses that need quotes or other scripts are
/// rare, and get no mail.
public struct MailAddress: Sendable, Hashable, LosslessStringConvertible {
    public let description: String

    public init?(_ description: String) {
        let signs = "!#$%&'*+/=?^_`{|}~."
        func isLocal(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber) || character == "-"
                || signs.contains(character)
        }
        func isDomain(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber) || character == "-"
                || character == "."
        }
        let parts = description.split(separator: "@", omittingEmptySubsequences: false)
        guard description.utf8.count <= 254, parts.count == 2, (1...64).contains(parts[0].utf8.count),
            // A program could take it for an option.
            !description.hasPrefix("-"), parts[0].allSatisfy(isLocal), parts[1].allSatisfy(isDomain),
            parts[1].contains("."), !".\(parts[0]).".contains(".."), !".\(parts[1]).".contains("..")
        else { return nil }
        self.description = description
    }
}
