import Crypto
import Foundation
import Paceline
import PacelineDatabase

/// A passkey that signed a challenge of this community. It permits one action: see ``Connection/use(_:at:)``.
struct VerifiedPasskey: Sendable {
    let id: Passkey.ID
    let person: Person.ID
    let name: String
    fileprivate let signCounter: Int64
    fileprivate let challenge: SingleUse
}

extension Engine {
    public func createPasskeyChallenge() async throws -> PasskeyChallenge {
        let relyingParty = try requireRelyingParty()
        let nonce = IssuedNonce(for: .passkey, at: environment.now(), communityKey)
        return PasskeyChallenge(
            challenge: Base64URLData(Data(nonce.bytes)), relyingParty: relyingParty.id,
            expiresAt: nonce.expiresAt)
    }

    /// Verifies that a passkey of an account signed a challenge, except for whether the challenge was used before and
    /// whether the passkey may have been copied.
    /// - Parameter isFormer: whether the passkey is a former one.
    /// - Throws: ``SocialError/Code/invalidCredentials``, ``SocialError/Code/invalidValue`` or
    ///   ``SocialError/Code/providerUnavailable``.
    func verify(_ assertion: PasskeyAssertion, isFormer: Bool = false) async throws -> VerifiedPasskey {
        let response = try check(assertion.clientDataJSON, assertion.authenticatorData, of: .use)
        try assertion.credentialID.check("credentialId", upTo: Passkey.ByteLimit.credentialID)
        try assertion.signature.check("signature", upTo: Passkey.ByteLimit.signature)
        let (id, now) = (Array(assertion.credentialID.data), environment.now())
        let stored = try await read { try isFormer ? $0.formerPasskey(id, at: now) : $0.passkey(id) }
        let signed =
            Array(assertion.authenticatorData.data)
            + Array(SHA256.hash(data: assertion.clientDataJSON.data))
        // The same error for an unknown passkey and for a wrong signature.
        guard let stored, let key = PasskeyKey(subjectPublicKeyInfo: stored.publicKey),
            key.isValidSignature(Array(assertion.signature.data), for: signed),
            assertion.userHandle.map({ $0 == userHandle(of: stored.person) }) ?? true
        else { throw SocialError.unknownPasskey }
        return VerifiedPasskey(
            id: stored.id, person: stored.person, name: stored.name,
            signCounter: response.authenticator.signCounter, challenge: response.challenge)
    }

    /// Signs in with a passkey.
    /// - Parameter birthDate: becomes the person's birth date if there is none.
    func signIn(with assertion: PasskeyAssertion, birthDate: Day?) async throws -> SignedIn {
        let passkey = try await verify(assertion)
        let now = environment.now()
        let (signedIn, kinds) = try await write { connection -> (SignedIn?, [SecurityEventKind]) in
            guard try connection.use(passkey, at: now) else {
                try recordCopy(of: passkey, in: connection, at: now)
                return (nil, [.passkeyCopied])
            }
            let kinds = try complete(
                passkey.person, through: .passkey, birthDate: birthDate, in: connection, at: now)
            let signedIn = try openSession(for: passkey.person, through: .passkey, in: connection, at: now)
            return (signedIn, kinds + [.signedIn])
        }
        for kind in kinds { environment.securityLog(kind, passkey.person) }
        guard let signedIn else { throw SocialError.copiedPasskey }
        return signedIn
    }

    /// Restores the former credentials of a passkey's owner.
    func restore(with assertion: PasskeyAssertion) async throws -> RestoredAccount {
        let passkey = try await verify(assertion, isFormer: true)
        let now = environment.now()
        return try await write { connection in
            let restored = try restoreCredentials(
                of: passkey.person, through: .passkey, in: connection, at: now)
            // It has just been restored. Refusing it also rolls the restoration back.
            guard try connection.use(passkey, at: now) else { throw SocialError.copiedPasskey }
            return restored
        }
    }

    fileprivate func recordCopy(
        of passkey: VerifiedPasskey, in connection: any Connection, at now: Date
    ) throws {
        try connection.record(
            .passkeyCopied, of: passkey.person, passkey.name, from: origin, at: now,
            using: environment.random,
            // Without a username there is no inbox.
            notifies: try connection.exists(
                "SELECT 1 FROM people WHERE id = \(passkey.person) AND username IS NOT NULL"))
    }

    /// The account's identifier in authenticators. It is a keyed hash, since a person who finds an authenticator can
    /// read it.
    func userHandle(of person: Person.ID) -> Base64URLData {
        let bytes = withUnsafeBytes(of: person.uuid.uuid, Array.init)
        return Base64URLData(Data(communityKey.tag("passkey user", bytes)))
    }
}

extension Session {
    public func passkeys() async throws -> [Passkey] {
        try await read(as: .account) { try $0.connection.passkeys(of: $0.viewer.id) }
    }

    public func preparePasskey() async throws -> PasskeyCreation {
        let challenge = try await engine.createPasskeyChallenge()
        return try await read(as: .account) { transaction in
            let accounts = Accounts(transaction)
            try accounts.requireRecentAuthentication(of: sessionID)
            return try accounts.creation(
                of: challenge, engine.userHandle(of: viewer), besides: accounts.requireRoomForPasskey())
        }
    }

    public func addPasskey(_ registration: PasskeyRegistration) async throws -> Passkey {
        let registration = try registration.checked()
        let response = try engine.check(
            registration.clientDataJSON, registration.authenticatorData, of: .creation)
        try registration.publicKey.check("publicKey", upTo: Passkey.ByteLimit.publicKey)
        guard let credentialID = response.authenticator.credentialID,
            credentialID.count <= Passkey.ByteLimit.credentialID
        else {
            throw SocialError(
                .invalidValue, "authenticatorData has no new passkey.", field: "authenticatorData")
        }
        let publicKey = Array(registration.publicKey.data)
        guard PasskeyKey(subjectPublicKeyInfo: publicKey) != nil else {
            throw SocialError(
                .invalidValue, "publicKey must be a key of ES256, EdDSA or RS256.", field: "publicKey")
        }
        let counter = response.authenticator.signCounter
        return try await write(recording: .passkeyAdded, receipt: receipt()) { transaction in
            let accounts = Accounts(transaction)
            try accounts.requireRecentAuthentication(of: sessionID)
            _ = try accounts.requireRoomForPasskey()
            try transaction.connection.spend(response.challenge, at: transaction.now)
            let passkey = Passkey(
                id: .new(at: transaction.now, using: transaction.environment.random),
                credentialID: Base64URLData(Data(credentialID)), name: registration.name,
                createdAt: transaction.now.roundedToMilliseconds)
            try accounts.insert(passkey, publicKey: publicKey, signCounter: counter)
            try transaction.connection.deleteMailedCodes(of: viewer)
            try accounts.endOtherSessions(keeping: sessionID)
            try accounts.revokeContestableTokensAndCodes()
            return (passkey, passkey.name)
        }
    }

    public func removePasskey(_ id: Passkey.ID) async throws {
        try await write(recording: .passkeyRemoved) { transaction in
            ((), try Accounts(transaction).removePasskey(id, in: sessionID))
        }
    }

    /// Confirms with a passkey that it is the viewer who uses the session.
    func reauthenticate(with assertion: PasskeyAssertion) async throws -> SignedIn {
        let passkey = try await engine.verify(assertion)
        guard passkey.person == viewer else { throw SocialError.unknownPasskey }
        let signedIn = try await write(as: .account) { transaction -> SignedIn? in
            guard try transaction.connection.use(passkey, at: transaction.now) else {
                try engine.recordCopy(of: passkey, in: transaction.connection, at: transaction.now)
                return nil
            }
            return try confirmed(through: .passkey, in: transaction)
        }
        guard let signedIn else {
            engine.environment.securityLog(.passkeyCopied, viewer)
            throw SocialError.copiedPasskey
        }
        return signedIn
    }
}

extension Accounts {
    /// - Returns: the viewer's passkeys.
    /// - Throws: ``SocialError/Code/limitReached``.
    func requireRoomForPasskey() throws -> [Passkey] {
        let passkeys = try connection.passkeys(of: viewer.id)
        guard passkeys.count < Passkey.limit else {
            throw SocialError(.limitReached, "You have \(Passkey.limit) passkeys. Remove one of them first.")
        }
        return passkeys
    }

    /// What a device needs to create a passkey.
    func creation(
        of challenge: PasskeyChallenge, _ userHandle: Base64URLData, besides passkeys: [Passkey]
    ) throws -> PasskeyCreation {
        let displayName = try transaction.account().displayName
        return PasskeyCreation(
            challenge: challenge.challenge, relyingParty: challenge.relyingParty, userHandle: userHandle,
            accountName: try viewer.username ?? displayName, displayName: displayName,
            excludedCredentialIDs: passkeys.map(\.credentialID), expiresAt: challenge.expiresAt)
    }

    fileprivate func insert(_ passkey: Passkey, publicKey: [UInt8], signCounter: Int64) throws {
        let credentialID = Array(passkey.credentialID.data)
        if let known = try connection.passkey(credentialID) {
            throw known.person == viewer.id
                ? SocialError(.identityExists, "You have already added this passkey.")
                : .passkeyTaken
        }
        if let former = try connection.formerPasskey(credentialID, at: now), former.person != viewer.id {
            throw SocialError.passkeyTaken
        }
        try connection.send(
            """
            INSERT INTO passkeys (id, person, credential, public_key, sign_counter, name, created_at)
            VALUES (
                \(passkey.id), \(viewer.id), \(credentialID), \(publicKey), \(signCounter), \(passkey.name),
                \(passkey.createdAt))
            """)
    }

    /// Removes a passkey, ends all other sessions, and revokes what a thief may have created lately.
    /// - Parameter session: the current session, which is kept.
    /// - Returns: the passkey's name.
    fileprivate func removePasskey(_ id: Passkey.ID, in session: SignedIn.ID?) throws -> String {
        let passkeys = try connection.passkeys(of: viewer.id)
        let found = passkeys.first { $0.id == id }
        try requireAuthentication(in: session, toRemoveCredentialLinkedAt: found?.createdAt)
        guard let passkey = found else {
            throw SocialError(.notFound, "You have no such passkey.")
        }
        guard try passkeys.count > 1 || !connection.identities(of: viewer.id).isEmpty else {
            throw SocialError.lastWayToSignIn
        }
        try requireStaffCredential(besides: id.uuid)
        try keepFormerCredentials(removing: [id.uuid])
        try connection.send("DELETE FROM passkeys WHERE id = \(id)")
        try endOtherSessions(keeping: session)
        try revokeContestableTokensAndCodes()
        return passkey.name
    }
}

/// A row of `passkeys`.
private struct StoredPasskey {
    let id: Passkey.ID
    let person: Person.ID
    let publicKey: [UInt8]
    let name: String
}

extension Connection {
    /// The person's passkeys, oldest first.
    func passkeys(of person: Person.ID) throws -> [Passkey] {
        try fetch(
            """
            SELECT id, credential, name, created_at, last_used_at
            FROM passkeys
            WHERE person = \(person)
            ORDER BY created_at, id
            LIMIT \(Passkey.limit)
            """
        ) {
            Passkey(
                id: $0[0], credentialID: Base64URLData($0[1] as Data), name: $0[2], createdAt: $0[3],
                lastUsedAt: $0[4])
        }
    }

    func hasPasskey(_ person: Person.ID) throws -> Bool {
        try exists("SELECT 1 FROM passkeys WHERE person = \(person) LIMIT 1")
    }

    fileprivate func passkey(_ credentialID: [UInt8]) throws -> StoredPasskey? {
        try fetchFirst(
            "SELECT id, person, public_key, name FROM passkeys WHERE credential = \(credentialID)"
        ) { StoredPasskey(id: $0[0], person: $0[1], publicKey: $0[2], name: $0[3]) }
    }

    /// Index: `former_credentials_by_credential`.
    fileprivate func formerPasskey(_ credentialID: [UInt8], at now: Date) throws -> StoredPasskey? {
        try fetchFirst(
            """
            SELECT id, person, public_key, name
            FROM former_credentials
            WHERE credential = \(credentialID) AND expires_at > \(now)
            LIMIT 1
            """
        ) { StoredPasskey(id: $0[0], person: $0[1], publicKey: $0[2], name: $0[3]) }
    }

    /// Uses up the challenge of a passkey.
    /// - Throws: ``SocialError/Code/invalidCredentials`` if it has expired, or was used before.
    fileprivate func spend(_ challenge: SingleUse, at now: Date) throws {
        guard challenge.expiresAt > now else {
            throw SocialError.passkeyRejected(challenge.field, "The challenge has expired. Try again.")
        }
        guard try use(challenge) else {
            throw SocialError.passkeyRejected(challenge.field, "The challenge was used before. Try again.")
        }
    }

    /// Uses up the passkey's challenge, and notes the use of the passkey, in the transaction of the action that it
    /// permits.
    /// - Returns: false if the authenticator's counter did not grow. Then there may be a copy of the passkey, and it
    ///   permits nothing.
    /// - Throws: ``SocialError/Code/invalidCredentials`` if the challenge has expired or was used before, or the
    ///   passkey was removed in the meantime.
    fileprivate func use(_ passkey: VerifiedPasskey, at now: Date) throws -> Bool {
        try spend(passkey.challenge, at: now)
        let counter = try fetchFirst("SELECT sign_counter FROM passkeys WHERE id = \(passkey.id)") {
            $0[0] as Int64
        }
        guard let counter else { throw SocialError.unknownPasskey }
        guard passkey.signCounter > counter || passkey.signCounter == 0 && counter == 0 else { return false }
        try send(
            """
            UPDATE passkeys
            SET sign_counter = \(passkey.signCounter), last_used_at = \(now)
            WHERE id = \(passkey.id)
            """)
        return true
    }
}

extension SocialError {
    fileprivate static let unknownPasskey = passkeyRejected(nil, "It belongs to no account, or not to yours.")
    fileprivate static let copiedPasskey = passkeyRejected(
        nil, "There may be a copy of it. Sign in another way, and remove it.")
    static let passkeyTaken = SocialError(.identityTaken, "Another account already uses this passkey.")
    static let lastWayToSignIn = SocialError(
        .lastIdentity, "This is your only way to sign in. Link another one first.")
}
