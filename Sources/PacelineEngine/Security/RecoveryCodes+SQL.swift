import Crypto
import Foundation
import Paceline
import PacelineDatabase

extension RecoveryCode {
    var hash: [UInt8] { Array(SHA256.hash(data: Data(description.utf8))) }
}

extension Session {
    public func recoveryCodes() async throws -> RecoveryCodesStatus {
        try await read(as: .account) { try Accounts($0).recoveryCodes() }
    }

    public func createRecoveryCodes() async throws -> RecoveryCodes {
        let codes = (0..<RecoveryCodes.count).map { _ in RecoveryCode() }
        return try await write(recording: .recoveryCodesCreated) { transaction in
            let accounts = Accounts(transaction)
            try accounts.requireRecentAuthentication(of: sessionID)
            try accounts.replaceRecoveryCodes(by: codes)
            let created = RecoveryCodes(
                items: codes.map(\.description), createdAt: transaction.now.roundedToMilliseconds)
            return (created, nil)
        }
    }
}

/// A link with which a person regains their account, made by an administrator.
package struct RecoveryLink: Sendable, Equatable, Encodable {
    /// The code in the link.
    package let code: String
    /// The link. It works once.
    package let url: String
    /// When the link stops working.
    package let expiresAt: Date
}

extension Engine {
    /// How long an administrator's link is valid, in seconds.
    private static let linkLifetime: TimeInterval = 86_400

    /// Creates a link with which a person who lost everything else chooses a new password. It replaces earlier links.
    ///
    /// For administrators, who have to make sure that they give it to that person. Its creation is shown among the
    /// account's security events.
    /// - Throws: ``SocialError/Code/personNotFound``.
    package func createRecoveryLink(for username: String) async throws -> RecoveryLink {
        let (code, now) = (RecoveryCode(), environment.now())
        let expiresAt = now.addingTimeInterval(Self.linkLifetime).roundedToMilliseconds
        let person = try await write { connection in
            guard let person = try connection.person(named: username.lowercased()) else {
                throw SocialError.personNotFound
            }
            try connection.send("DELETE FROM recovery_codes WHERE person = \(person) AND is_link = 1")
            try connection.insert(code, of: person, .administrator, until: expiresAt, at: now)
            try connection.record(
                .recoveryLinkCreated, of: person, nil, from: nil, at: now, using: environment.random,
                notifies: true)
            return person
        }
        environment.securityLog(.recoveryLinkCreated, person)
        return RecoveryLink(
            code: code.description, url: "\(environment.publicURL)/recover?code=\(code)",
            expiresAt: expiresAt)
    }

    public func recover(_ recovery: Recovery) async throws -> SignedIn {
        guard let code = RecoveryCode(recovery.code) else { throw SocialError.wrongRecoveryCode }
        let asked = environment.now()
        let names = try await read { try $0.names(ofOwnerOf: code, at: asked) }
        guard let names else { throw SocialError.wrongRecoveryCode }
        let (provider, newSubject, secret) = try await credential(in: recovery, names)
        // Hashing took a while.
        let now = environment.now()
        let (signedIn, lostRole) = try await write { connection in
            guard let redeemed = try connection.redeem(code, at: now) else {
                throw SocialError.wrongRecoveryCode
            }
            let (person, maker) = (redeemed.person, redeemed.maker)
            let accounts = Accounts(try Transaction(connection, of: session(for: person), now: now))
            if try connection.isContested(redeemed, at: now) {
                try accounts.keepFormerCredentials()
            } else {
                try accounts.deleteFormerCredentials()
            }
            // A thief may have added the address, unless the link was sent there.
            if maker != .mail {
                try connection.endEmailConfirmation(
                    of: person, keepingAddress: environment.mail != nil, at: now)
            }
            try accounts.endEverySignIn()
            // All of them, since a thief may have added one.
            try connection.send("DELETE FROM identities WHERE person = \(person)")
            try connection.send("DELETE FROM passkeys WHERE person = \(person)")
            let subject = newSubject ?? person.description
            guard try connection.identity(provider, subject) == nil else {
                throw SocialError.identityTaken.naming(field: "newDeviceSecret")
            }
            try connection.requireNoFormer(provider, subject, besides: person, at: now)
            try connection.insert(
                .new(at: now, using: environment.random), of: person, provider, subject, secret: secret,
                at: now)
            let lostRole = try accounts.endRole()
            let signedIn = try openSession(
                for: person, through: provider, in: connection, at: now, recording: .recovered)
            return (signedIn, lostRole)
        }
        environment.securityLog(.recovered, signedIn.person.id)
        if lostRole { environment.logRole(of: signedIn.person.id, nil, by: signedIn.person.id) }
        return signedIn
    }

    /// The new identity: its provider, its subject unless that is the person, and the password's hash.
    private func credential(
        in recovery: Recovery, _ names: (username: String?, displayName: String, role: StaffRole?)
    ) async throws -> (IdentityProvider, subject: String?, secret: String?) {
        switch (recovery.newPassword, recovery.newDeviceSecret) {
        case (let password?, nil):
            guard names.username != nil else {
                throw SocialError(
                    .invalidValue,
                    "This account has no username to sign in with. Set a device's new secret instead.",
                    field: "newPassword")
            }
            try environment.check(
                newPassword: password, of: [names.username, names.displayName], names.role,
                field: "newPassword")
            return (.password, nil, try await hash(password))
        case (nil, let secret?): return (.device, try Self.subject(ofDeviceSecret: secret), nil)
        case (nil, nil), (_?, _?):
            throw SocialError(
                .invalidValue, "Give either a new password or a device's new secret.", field: "newPassword")
        }
    }
}

extension Accounts {
    func recoveryCodes() throws -> RecoveryCodesStatus {
        try connection.fetchFirst(
            """
            SELECT COUNT(*), MIN(created_at)
            FROM recovery_codes
            WHERE person = \(viewer.id) AND is_link = 0
            """
        ) { RecoveryCodesStatus(unusedCount: $0[0], createdAt: $0[1]) } ?? RecoveryCodesStatus(unusedCount: 0)
    }

    fileprivate func replaceRecoveryCodes(by codes: [RecoveryCode]) throws {
        try connection.send("DELETE FROM recovery_codes WHERE person = \(viewer.id) AND is_link = 0")
        for code in codes {
            try connection.insert(code, of: viewer.id, .owner, until: .distantFuture, at: now)
        }
    }
}

/// Where a recovery code came from: the values of the column `is_link`.
private enum RecoveryCodeMaker: Int {
    /// One of ten that the person keeps.
    case owner = 0
    /// An administrator's link.
    case administrator = 1
    /// A link by mail.
    case mail = 2
}

/// A recovery code that was used up.
private struct RedeemedCode {
    let person: Person.ID
    /// Nil for one that this version does not know.
    let maker: RecoveryCodeMaker?
    let createdAt: Date
}

extension Connection {
    /// How long a link by mail is valid, in seconds.
    private static var mailedLinkLifetime: TimeInterval { 1_800 }

    /// Makes the code of a link that is sent by mail. Earlier links stay valid, since strangers can ask for others.
    func insertMailedCode(of person: Person.ID, at now: Date) throws -> RecoveryCode {
        let code = RecoveryCode()
        let end = now.addingTimeInterval(Self.mailedLinkLifetime).roundedToMilliseconds
        try insert(code, of: person, .mail, until: end, at: now)
        return code
    }

    /// Ends the links that were sent by mail, and those that wait to be sent.
    func deleteMailedCodes(of person: Person.ID) throws {
        try send(
            """
            DELETE FROM recovery_codes
            WHERE person = \(person) AND is_link = \(RecoveryCodeMaker.mail.rawValue)
            """)
        try send("DELETE FROM mails WHERE person = \(person) AND kind = \(MailKind.recovery)")
    }

    /// Deletes codes that the person, or a thief of their session, created.
    func deleteOwnCodes(of person: Person.ID, createdAfter earliest: Date) throws {
        try send(
            """
            DELETE FROM recovery_codes
            WHERE person = \(person) AND is_link = \(RecoveryCodeMaker.owner.rawValue)
                AND created_at > \(earliest)
            """)
    }

    fileprivate func insert(
        _ code: RecoveryCode, of person: Person.ID, _ maker: RecoveryCodeMaker, until expiresAt: Date,
        at now: Date
    ) throws {
        try send(
            """
            INSERT INTO recovery_codes (hash, person, is_link, created_at, expires_at)
            VALUES (\(code.hash), \(person), \(maker.rawValue), \(now), \(expiresAt))
            """)
    }

    /// The names of the person whom the code belongs to, which a new password must not contain, and the role, which
    /// decides how long it must be; nil for a wrong code.
    fileprivate func names(
        ofOwnerOf code: RecoveryCode, at now: Date
    ) throws -> (username: String?, displayName: String, role: StaffRole?)? {
        try fetchFirst(
            """
            SELECT people.username, people.display_name, accounts.role
            FROM recovery_codes
            JOIN people ON people.id = recovery_codes.person
            JOIN accounts ON accounts.person = recovery_codes.person
            WHERE recovery_codes.hash = \(code.hash) AND recovery_codes.expires_at > \(now)
            """
        ) { (username: $0[0] as String?, displayName: $0[1] as String, role: $0[2] as StaffRole?) }
    }

    /// Uses the code up.
    /// - Returns: nil for a wrong code.
    fileprivate func redeem(_ code: RecoveryCode, at now: Date) throws -> RedeemedCode? {
        try fetchChanged(
            """
            DELETE FROM recovery_codes
            WHERE hash = \(code.hash) AND expires_at > \(now)
            RETURNING person, is_link, created_at
            """
        ) { RedeemedCode(person: $0[0], maker: RecoveryCodeMaker(rawValue: $0[1]), createdAt: $0[2]) }.first
    }

    /// Whether a thief of a session may have made the code, or had it sent to their address: if either is less than a
    /// week old. Codes that a person created while signing up are theirs, and an administrator knows to whom they give
    /// a link.
    fileprivate func isContested(_ code: RedeemedCode, at now: Date) throws -> Bool {
        guard code.maker != .administrator else { return false }
        let account = try fetchFirst(
            "SELECT created_at, email_confirmed_at FROM accounts WHERE person = \(code.person)"
        ) { (createdAt: $0[0] as Date, confirmedAt: $0[1] as Date?) }
        guard let account else { return false }
        let since = code.maker == .mail ? account.confirmedAt ?? code.createdAt : code.createdAt
        return since > now.addingTimeInterval(-Accounts.contestLifetime)
            && since > account.createdAt.addingTimeInterval(Accounts.authenticationLifetime)
    }
}

extension SocialError {
    fileprivate static let wrongRecoveryCode = SocialError(
        .invalidCredentials, "That recovery code is wrong, was already used, or has expired.", field: "code")
}
