import Foundation
import Paceline
import PacelineDatabase

/// A link that was sent to an address: whose it is, until when it works, and a keyed hash of both and the address.
///
/// Nothing is stored, and a link to an earlier address does not work.
struct EmailConfirmation {
    let person: Person.ID
    let expiresAt: Date
    private let address: String

    /// In seconds.
    static let lifetime: TimeInterval = 86_400
    private static let contentLength = 24

    /// - Parameter address: the account's email address.
    init(of address: String, by person: Person.ID, until expiresAt: Date) {
        self.address = address
        self.person = person
        self.expiresAt = expiresAt.roundedToMilliseconds
    }

    private var content: [UInt8] {
        withUnsafeBytes(of: person.uuid.uuid) { Array($0) }
            + withUnsafeBytes(of: expiresAt.milliseconds.bigEndian) { Array($0) }
    }

    private func tag(_ key: CommunityKey) -> [UInt8] { key.tag("email", content + Array(address.utf8)) }

    func code(_ key: CommunityKey) -> String { Data(content + tag(key)).base64URLEncodedString }

    /// A code as it was received, before the account's address is known.
    struct Received {
        let person: Person.ID
        fileprivate let expiresAt: Date
        fileprivate let tag: [UInt8]

        init?(_ code: String) {
            guard code.utf8.count <= 64, let bytes = Data(base64URLEncoded: code).map(Array.init),
                bytes.count == EmailConfirmation.contentLength + CommunityKey.tagLength
            else { return nil }
            person = bytes.withUnsafeBytes { Person.ID(UUID(uuid: $0.loadUnaligned(as: uuid_t.self))) }
            let milliseconds = bytes[16..<EmailConfirmation.contentLength].reduce(0 as UInt64) {
                $0 << 8 | UInt64($1)
            }
            expiresAt = Date(milliseconds: Int64(bitPattern: milliseconds))
            tag = Array(bytes.dropFirst(EmailConfirmation.contentLength))
        }

        /// Whether it was sent to the address, and still works.
        func isValid(for address: String, at now: Date, _ key: CommunityKey) -> Bool {
            let expected = EmailConfirmation(of: address, by: person, until: expiresAt)
            return expected.tag(key).isEqualInConstantTime(to: tag) && expiresAt > now
        }
    }
}

extension Session {
    public func sendEmailConfirmation() async throws {
        try engine.requireMail()
        try await write(as: .account) { transaction in
            let account = try transaction.account()
            guard let email = account.email else {
                throw SocialError(.notFound, "You have no email address. Add one first.", field: "email")
            }
            guard !account.isEmailConfirmed else { return }
            guard try !transaction.isChild(account.id) else {
                throw SocialError(
                    .ageRestricted, "Mail is for people of \(AgeGroup.teenagerAge) and older.",
                    field: "email")
            }
            guard MailAddress(email) != nil else {
                throw SocialError(
                    .invalidValue, "No mail can be sent to this address. Use another.", field: "email")
            }
            let accounts = Accounts(transaction)
            for use in accounts.uses(of: email) { try transaction.connection.add(use, at: transaction.now) }
            try accounts.queueConfirmation()
        }
    }

    /// The link is not enough: it may have come to a stranger, if the address was mistyped.
    public func confirmEmail(_ code: String) async throws {
        guard let received = EmailConfirmation.Received(code), received.person == viewer else {
            throw SocialError.wrongConfirmation
        }
        try await writeRecorded { transaction in
            guard let email = try transaction.account().email,
                received.isValid(for: email, at: transaction.now, transaction.communityKey)
            else { throw SocialError.wrongConfirmation }
            let changed = try transaction.connection.execute(
                """
                UPDATE accounts
                SET email_confirmed_at = \(transaction.now), confirmed_email = \(email.lowercased())
                WHERE person = \(viewer) AND email_confirmed_at IS NULL
                """)
            guard changed == 1 else { return ((), []) }
            try transaction.connection.deleteFormerAddress(email, of: viewer)
            try Accounts(transaction).accountDidChange()
            // From now on, links to choose a new password go there.
            return ((), [SecurityChange(kind: .emailConfirmed)])
        }
    }
}

extension Accounts {
    /// Ends links that came to the former address, notifies it of the change, and sends a link to the new one if it may
    /// have one.
    /// - Parameter confirmedAt: when the former address was confirmed; nil for never.
    func emailDidChange(from old: Account, confirmedAt: Date?, to new: Account) throws {
        let me = viewer.id
        // A thief who added the former address may have a link that came there.
        try connection.deleteMailedCodes(of: me)
        guard environment.mail != nil else { return }
        if let confirmedAt, let address = old.email, try !transaction.isChild(me) {
            try connection.keepFormerAddress(address, of: me, confirmedAt: confirmedAt, at: now)
            try connection.queue(
                .formerAddress, to: me, address: address, at: now, using: environment.random)
        }
        guard let email = new.email, MailAddress(email) != nil, try !transaction.isChild(me) else { return }
        // Beyond the limit, the owner can ask for the link later.
        for use in uses(of: email) {
            guard try connection.take(1, of: use, at: now) == 1 else { return }
        }
        try queueConfirmation()
    }

    fileprivate func queueConfirmation() throws {
        try connection.send(
            "DELETE FROM mails WHERE person = \(viewer.id) AND kind = \(MailKind.confirmation)")
        try connection.queue(.confirmation, to: viewer.id, at: now, using: environment.random)
    }

    fileprivate func uses(of email: String) -> [CountedUse] {
        [
            .confirmation(by: viewer.id),
            .confirmation(to: transaction.communityKey.hash("mail address", email.lowercased())),
        ]
    }
}

extension Engine {
    /// How many links may wait whose account has not been looked up.
    private static let waitingLinks = 1_000

    /// - Throws: ``SocialError/Code/providerUnavailable`` if the community sends no mail.
    func requireMail() throws(SocialError) {
        guard environment.mail != nil else { throw .sendsNoMail }
    }

    /// Looks up nothing: what was typed is queued, so that the response and its time are the same for every account.
    public func sendRecoveryLink(to account: String) async throws {
        try requireMail()
        let typed = account.trimmingCharacters(in: .whitespacesAndNewlines)
        let account = typed.hasPrefix("@") ? String(typed.dropFirst()) : typed
        guard (1...254).contains(account.utf8.count), !account.utf8.contains(0) else {
            throw SocialError(
                .invalidValue, "Enter your username or your email address.", field: "account")
        }
        let now = environment.now()
        let hash = communityKey.hash("recovery mail", account.lowercased())
        let network = origin?.address.map { communityKey.hash("address", $0) }
        try await write { connection in
            let waiting = try connection.fetchFirst(
                """
                SELECT COUNT(*)
                FROM (SELECT 1 FROM mails WHERE account IS NOT NULL LIMIT \(Self.waitingLinks)) AS waiting
                """
            ) { $0[0] as Int }
            guard waiting ?? 0 < Self.waitingLinks else { throw SocialError.busy }
            if let network { try connection.add(.recoveryMails(from: network), at: now) }
            try connection.add(.recoveryMail(to: hash), at: now)
            try connection.queue(
                .recovery, to: nil, account: account, at: now, using: environment.random)
        }
    }
}

extension SocialError {
    fileprivate static let wrongConfirmation = SocialError(
        .invalidCredentials,
        "That link is wrong, has expired or is for another account, or the address was changed since.",
        field: "code")
}
