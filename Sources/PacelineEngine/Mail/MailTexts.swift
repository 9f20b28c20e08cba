import Foundation
import Paceline

/// The English texts of messages by mail.
///
/// They name no client, token or passkey: people who sign in choose these names, and a thief could write to the owner
/// with them.
struct MailTexts {
    /// The receiver's username; nil without one.
    let username: String?
    /// The public address of the community, without a trailing slash.
    let publicURL: String

    private var host: String { URL(string: publicURL)?.host() ?? publicURL }
    private var account: String { username.map { "@\($0) on \(host)" } ?? "your account on \(host)" }

    func confirmation(_ code: String, to address: MailAddress) -> MailMessage {
        MailMessage(
            to: address, subject: "Confirm your email address for \(account)",
            body: """
                Open this link within 24 hours, and sign in, to confirm that this is the email address of \(account):

                \(publicURL)/email/confirm?code=\(code)

                From then on, notices about the security of the account come here, and if you lose your password, a
                link to choose a new one.

                If you didn't add this address, ignore this message. Nothing else will be sent.

                """,
            secrets: [code])
    }

    func recovery(_ code: String, to address: MailAddress) -> MailMessage {
        MailMessage(
            to: address, subject: "Choose a new password for \(account)",
            body: """
                Open this link within 30 minutes to choose a new password for \(account):

                \(publicURL)/recover?code=\(code)

                It works once. It signs out all devices, and removes passkeys and other ways to sign in.

                If you didn't ask for it, ignore this message: nothing changes. Don't give the link to anyone.

                """,
            secrets: [code])
    }

    /// - Returns: nil for events that cause no mail.
    func notice(of event: SecurityEvent, to address: MailAddress) -> MailMessage? {
        guard let sentence = Self.sentence(about: event.kind) else { return nil }
        let origin = event.network.map { ", from the network \($0)" } ?? ""
        return MailMessage(
            to: address, subject: "Security of \(account): \(sentence.lowercasedStart)",
            body: """
                \(sentence), at \(Self.time(of: event.at))\(origin).

                \(advice)\(Self.mayLockOut(event.kind) ? restoring : "")
                """)
    }

    func formerAddress(to address: MailAddress) -> MailMessage {
        MailMessage(
            to: address, subject: "Security of \(account): the email address was changed",
            body: """
                This is no longer the email address of \(account).

                \(advice)
                """)
    }

    private var advice: String {
        """
        If this was you, there is nothing to do. If not, secure your account:

        \(publicURL)/settings/security/not-me

        """
    }

    private var restoring: String {
        """

        If you can no longer sign in to it, restore your former way to sign in within seven days:

        \(publicURL)/recover/former

        """
    }

    /// Whether a thief could use it to lock the owner out.
    private static func mayLockOut(_ kind: SecurityEventKind) -> Bool {
        [.recovered, .identityUnlinked, .passkeyRemoved, .signedOutEverywhere].contains(kind)
    }

    /// What happened, without a period; nil for events that cause no mail.
    static func sentence(about kind: SecurityEventKind) -> String? {
        switch kind {
        case .signedIn: "A device or browser signed in that had not done so before"
        case .signedOutEverywhere: "All devices were signed out"
        case .passwordChanged: "The password was changed"
        case .usernameChanged: "The username was changed"
        case .sessionEnded: "A device was signed out from another one"
        case .identityLinked: "A way to sign in was added"
        case .identityUnlinked: "A way to sign in was removed"
        case .recoveryCodesCreated: "New recovery codes were created"
        case .recoveryLinkCreated: "An administrator made a link to choose a new password"
        case .recovered: "A new password was chosen with a recovery code or link"
        case .restored: "The former ways to sign in were restored"
        case .tokenCreated: "An access token was created"
        case .emailChanged: "The email address was changed"
        case .emailConfirmed: "An email address was confirmed"
        case .birthDateSet: "The birth date was added"
        case .birthDateCorrected: NotificationTexts.english("security.birthDateCorrected", [:])
        case .passkeyAdded: "A passkey was added"
        case .passkeyRemoved: "A passkey was removed"
        case .passkeyCopied: "A passkey was rejected, since there may be a copy of it"
        case .roleChanged: "The role on this server was changed, and all devices were signed out"
        case .staffChanged: "The role of another person on this server was changed"
        case .signedUp, .signInFailed, .tokenRevoked, .staffCallRefused, .groupTransferred, .groupDeleted,
            .friendCardClaimed, .unknown:
            nil
        }
    }

    /// The minute of an instant, such as `2026-11-26 12:07 UTC`.
    private static func time(of instant: Date) -> String {
        let time = LocalTime(of: instant, in: .gmt)
        return "\(time.day.dashed) \(time.hourAndMinute) UTC"
    }
}

extension String {
    fileprivate var lowercasedStart: String { prefix(1).lowercased() + dropFirst() }
}
