import Crypto
import Foundation
import Paceline
import PacelineDatabase

extension Engine {
    public func signUp(_ signUp: SignUp) async throws -> SignedIn {
        try await self.signUp(signUp, timeZone: nil)
    }

    /// Creates an account and signs in to it.
    /// - Parameter timeZone: the identifier of the person's time zone, which must exist; UTC when nil.
    public func signUp(_ signUp: SignUp, timeZone: String?) async throws -> SignedIn {
        _ = try AccountChanges(timeZone: timeZone).checked()
        let username = signUp.username
        let found = try await errors(
            inUsername: username, password: signUp.password, displayName: signUp.displayName,
            birthDate: signUp.birthDate, timeZone: timeZone)
        if let first = found.first { throw first }
        let chosenName = signUp.displayName ?? username
        let displayName = try DisplayName(
            chosenName, in: try await reservedNames(forChoosing: chosenName, by: nil)
        ).description
        let now = environment.now()
        let secret = try await hash(signUp.password)
        let name = heldName(Username(trusted: username))
        let signedIn = try await write { connection in
            let newPerson = NewPerson(
                username: username, displayName: displayName,
                nameRating: environment.rating(of: [displayName], byNewcomer: true),
                birthDate: signUp.birthDate, timeZone: timeZone, scoreVisibility: environment.scoreVisibility)
            guard try !connection.isTaken(name, for: nil) else { throw SocialError.usernameTaken }
            let person = try connection.insert(newPerson, at: now, using: environment.random)
            try connection.hold(name, for: person)
            try connection.insert(
                .new(at: now, using: environment.random), of: person, .password, person.description,
                secret: secret, at: now)
            return try openSession(
                for: person, through: .password, in: connection, at: now, recording: .signedUp)
        }
        environment.securityLog(.signedUp, signedIn.person.id)
        return signedIn
    }

    /// Checks what a new person chooses, for a form that shows all errors at once.
    /// - Parameters:
    ///   - password: nil if the form doesn't ask for one, like the display name and the birth date.
    ///   - timeZone: the identifier of the person's time zone; UTC when nil.
    /// - Returns: one error per invalid value, in the order of the parameters.
    public func errors(
        inUsername username: String, password: String? = nil, displayName: String?, birthDate: Day?,
        timeZone: String? = nil
    ) async throws -> [SocialError] {
        var found = ErrorCollector()
        let isValid =
            found.check { () throws(SocialError) in
                try Username(username, policy: environment.usernamePolicy)
            } != nil
        if isValid, try await !availability(ofUsername: username).available {
            found.add(.usernameTaken)
        }
        if let password {
            found.check { () throws(SocialError) in
                try environment.check(newPassword: password, of: [username, displayName])
            }
        }
        if let displayName {
            let reserved = try await reservedNames(forChoosing: displayName, by: nil)
            found.check { () throws(SocialError) in try DisplayName(displayName, in: reserved) }
        }
        if let birthDate {
            let zone = timeZone.flatMap { TimeZone(identifier: $0) } ?? .gmt
            found.check { () throws(SocialError) in try environment.check(birthDate: birthDate, in: zone) }
        }
        return found.errors
    }

    public func signIn(with credential: Credential, birthDate: Day?) async throws -> SignedIn {
        switch credential {
        case .password(let username, let password):
            // Before the account is looked up, so that the time reveals nothing about it.
            guard PasswordRule.mayBe(password) else { throw SocialError.wrongPassword }
            let attempt = try await startAttempt(username: username.lowercased())
            let (signedIn, kinds) = try await finish(attempt, password: password) { person, connection, now in
                let kinds = try complete(
                    person, through: .password, birthDate: birthDate, in: connection, at: now)
                let signedIn = try openSession(for: person, through: .password, in: connection, at: now)
                return (signedIn, kinds + [.signedIn])
            }
            for kind in kinds { environment.securityLog(kind, signedIn.person.id) }
            return signedIn
        case .device(let secret):
            return try await signIn(withDevice: secret, timeZone: nil, birthDate: birthDate)
        case .apple(let identityToken, let nonce):
            let token = try await verify(identityToken, nonce)
            let newPerson = NewPerson(birthDate: birthDate, email: token.email)
            return try await signIn(.apple, subject: token.subject, newPerson, spending: token)
        case .passkey(let assertion): return try await signIn(with: assertion, birthDate: birthDate)
        }
    }

    /// Signs in with a device's secret. The first sign-in creates the account.
    /// - Parameters:
    ///   - secret: 32 random bytes in base64url.
    ///   - timeZone: the identifier of the device's time zone, which must exist. It becomes the person's; nil leaves
    ///     theirs unchanged.
    ///   - birthDate: becomes the person's birth date if there is none.
    public func signIn(
        withDevice secret: String, timeZone: String?, birthDate: Day? = nil
    ) async throws -> SignedIn {
        _ = try AccountChanges(timeZone: timeZone).checked()
        return try await signIn(
            .device, subject: try Self.subject(ofDeviceSecret: secret),
            NewPerson(birthDate: birthDate, timeZone: timeZone))
    }

    public func services(token: String) async throws -> Session {
        let (session, scopes) = try await session(ofAnyToken: token)
        // The services can do everything.
        guard scopes == nil else { throw SocialError.unauthenticated }
        return session
    }

    /// The session of a token, or of an access token that has the scope.
    /// - Parameters:
    ///   - scope: what the session is for; nil for what no access token may do.
    ///   - isForStaff: whether it is for what only the staff may do. The refusal of an access token is then recorded.
    ///     For sessions, ``Session/require(_:)`` decides.
    /// - Throws: ``SocialError/Code/unauthenticated``, ``SocialError/Code/insufficientScope``.
    public func session(
        token: String, for scope: TokenScope?, isForStaff: Bool = false
    ) async throws -> Session {
        let (session, scopes) = try await session(ofAnyToken: token)
        guard let scopes else { return session }
        guard let scope else {
            if isForStaff { try await session.recordRefusedStaffCall() }
            throw SocialError(.insufficientScope, "An access token cannot do this. Sign in.")
        }
        guard scopes.contains(scope) else {
            throw SocialError(
                .insufficientScope, "This access token does not have the scope “\(scope.rawValue)”.")
        }
        return session
    }

    /// - Returns: the session, and the scopes of an access token; nil for a sign-in.
    private func session(ofAnyToken token: String) async throws -> (Session, scopes: [TokenScope]?) {
        let token = SessionToken(text: token)
        let now = environment.now()
        // Read first: a use that is written in the meantime is missing afterwards.
        let pending = sessionUse.pending
        let found = try await translatingErrors {
            try await database.read { connection in
                try connection.fetchFirst(
                    """
                    SELECT sessions.id, sessions.person, sessions.last_used_at, sessions.expires_at,
                        sessions.created_at, sessions.scopes, accounts.role
                    FROM sessions
                    JOIN accounts ON accounts.person = sessions.person
                    WHERE sessions.token_hash = \(token.hash)
                    """
                ) {
                    (
                        id: $0[0] as SignedIn.ID, person: $0[1] as Person.ID, lastUse: $0[2] as Date,
                        end: $0[3] as Date, start: $0[4] as Date, scopes: $0[5] as String?,
                        role: $0[6] as StaffRole?
                    )
                }
            }
        }
        guard let found else { throw SocialError.unauthenticated }
        let lastUse = pending[found.id].map { max($0, found.lastUse) } ?? found.lastUse
        let term = found.scopes == nil ? sessionUse.term(of: found.role) : sessionUse.accessTokens
        let end = lastUse == found.lastUse ? found.end : term.end(after: lastUse, startedAt: found.start)
        guard end > now else { throw SocialError.unauthenticated }
        if now.timeIntervalSince(lastUse) > term.precision { sessionUse.record(found.id, at: now) }
        var session = Session(engine: self, viewer: found.person, sessionID: found.id)
        session.role = found.role
        session.isForAccessToken = found.scopes != nil
        return (session, found.scopes.map([TokenScope].init(stored:)))
    }

    /// Whether the username is valid and free. The names that the caller had earlier are not.
    public func availability(ofUsername text: String) async throws -> UsernameAvailability {
        do {
            let name = heldName(try Username(text, policy: environment.usernamePolicy))
            let isTaken = try await read { try $0.isTaken(name, for: nil) }
            return UsernameAvailability(
                username: text, available: !isTaken, reason: isTaken ? .usernameTaken : nil)
        } catch let error as SocialError where error.field == "username" {
            return UsernameAvailability(username: text, available: false, reason: error.code)
        }
    }
}

extension Engine {
    /// A device's secret is 32 random bytes, so a plain hash cannot be reversed by guessing.
    static func subject(ofDeviceSecret secret: String) throws(SocialError) -> String {
        try hash(ofDeviceSecret: secret).base64URLEncodedString
    }

    /// The SHA-256 of a device's secret.
    static func hash(ofDeviceSecret secret: String) throws(SocialError) -> Data {
        guard secret.utf8.count == 43, let bytes = Data(base64URLEncoded: secret), bytes.count == 32 else {
            throw SocialError(
                .invalidValue, "A device's secret must be 32 random bytes in base64url.", field: "secret")
        }
        return Data(SHA256.hash(data: bytes))
    }

    /// Signs in with an identity. The first sign-in creates the account.
    /// - Parameters:
    ///   - newPerson: the data of the account that is created, or completed.
    ///   - token: the Apple token that proves the identity.
    private func signIn(
        _ provider: IdentityProvider, subject: String, _ newPerson: NewPerson,
        spending token: AppleToken? = nil
    ) async throws -> SignedIn {
        let now = environment.now()
        let (signedIn, kinds) = try await write { connection in
            var kinds: [SecurityEventKind] = []
            if let token { try connection.spend(token, at: now) }
            let known = try connection.identity(provider, subject)?.person
            // Otherwise its owner would get another account, and could no longer restore this one.
            if known == nil, try connection.formerIdentity(provider, subject, at: now) != nil {
                throw SocialError.replacedCredential
            }
            if known == nil, provider == .device { try countDeviceAccount(in: connection, at: now) }
            let person = try known ?? insert(newPerson, in: connection, at: now)
            if known == nil {
                try connection.insert(
                    .new(at: now, using: environment.random), of: person, provider, subject, secret: nil,
                    at: now)
            } else {
                kinds = try complete(
                    person, through: provider, timeZone: newPerson.timeZone, birthDate: newPerson.birthDate,
                    in: connection, at: now)
            }
            let kind = known == nil ? SecurityEventKind.signedUp : .signedIn
            let signedIn = try openSession(
                for: person, through: provider, in: connection, at: now, recording: kind)
            return (signedIn, kinds + [kind])
        }
        for kind in kinds { environment.securityLog(kind, signedIn.person.id) }
        return signedIn
    }

    /// Applies what a sign-in reveals about the person, and records it.
    ///
    /// A member's birth date can't be changed once it is set. So as in a session, that takes the strongest credential;
    /// with another, it is ignored.
    /// - Returns: the kinds recorded, for the operator's log.
    func complete(
        _ person: Person.ID, through provider: IdentityProvider, timeZone: String? = nil, birthDate: Day?,
        in connection: any Connection, at now: Date
    ) throws -> [SecurityEventKind] {
        guard timeZone != nil || birthDate != nil else { return [] }
        let transaction = try Transaction(connection, of: session(for: person), now: now)
        let hasInbox = try transaction.viewer.username != nil
        let isTrusted = try !hasInbox || connection.isStrongest(provider, of: person)
        let changes = try Accounts(transaction).complete(
            timeZone: timeZone, birthDate: isTrusted ? birthDate : nil)
        for change in changes {
            try connection.record(
                change.kind, of: person, change.detail, from: origin, at: now, using: environment.random,
                notifies: hasInbox)
        }
        return changes.map(\.kind)
    }

    private func insert(
        _ newPerson: NewPerson, in connection: any Connection, at now: Date
    ) throws -> Person.ID {
        if let birthDate = newPerson.birthDate {
            try environment.check(birthDate: birthDate, in: newPerson.zone)
        }
        var newPerson = newPerson
        newPerson.scoreVisibility = environment.scoreVisibility
        return try connection.insert(newPerson, at: now, using: environment.random)
    }

    /// - Throws: ``SocialError/Code/rateLimited`` if the address has created too many.
    private func countDeviceAccount(in connection: any Connection, at now: Date) throws {
        guard let limit = environment.quotas.deviceAccountsPerDay, let address = origin?.address else {
            return
        }
        try connection.add(.deviceAccount(from: communityKey.hash("address", address), limit: limit), at: now)
    }

    /// Opens a session, ends others beyond ``Accounts/sessionLimit``, and records it.
    func openSession(
        for person: Person.ID, through provider: IdentityProvider, in connection: any Connection,
        at now: Date,
        recording kind: SecurityEventKind = .signedIn
    ) throws -> SignedIn {
        let token = SessionToken()
        let id = SignedIn.ID.new(at: now, using: environment.random)
        let term = sessionUse.term(of: try connection.role(of: person))
        let expiresAt = term.end(after: now, startedAt: now).roundedToMilliseconds
        try connection.openSession(
            id, for: person, through: provider, token: token, from: origin ?? SignInOrigin(),
            until: expiresAt, at: now)
        let session = Session(engine: self, viewer: person, sessionID: id)
        let transaction = try Transaction(connection, of: session, now: now)
        try Accounts(transaction).endSessionsBeyondLimit(opening: id, through: provider)
        let account = try transaction.account()
        // Without a username there is no inbox.
        let notifies =
            try account.username != nil
            && (kind != .signedIn || !isKnownClient(of: person, in: connection, at: now))
        try connection.record(
            kind, of: person, kind == .signedIn ? provider.rawValue : nil, from: origin, at: now,
            using: environment.random, notifies: notifies)
        return SignedIn(
            id: id, token: token.text,
            clientToken: try clientToken(for: person, through: provider, in: connection, at: now),
            createdAt: now.roundedToMilliseconds, expiresAt: expiresAt, person: account)
    }

    /// A token that makes the client known, or renews it.
    ///
    /// Only a password or a passkey makes it trusted. Otherwise a thief of a device could guess the password on as many
    /// clients as they like.
    func clientToken(
        for person: Person.ID, through provider: IdentityProvider, in connection: any Connection, at now: Date
    ) throws -> String {
        let known = origin?.clientToken.flatMap { communityKey.open($0, at: now) }
        let own = known.flatMap { $0.person == person ? $0 : nil }
        let wasTrusted = try own.map { try connection.trusts($0, of: person) } ?? false
        let isTrusted = provider.makesClientsTrusted || wasTrusted
        return communityKey.seal(
            KnownClient(person: person, id: own?.id ?? UUID(), issuedAt: now, isTrusted: isTrusted))
    }
}

/// The person that a token of Sign in with Apple identifies.
public struct AppleIdentity: Sendable, Equatable {
    /// Apple's stable identifier of the person.
    public var subject: String
    /// When Apple issued the token (`iat`).
    public var issuedAt: Date
    public var email: String?

    public init(subject: String, issuedAt: Date, email: String? = nil) {
        self.subject = subject
        self.issuedAt = issuedAt
        self.email = email
    }
}

/// Verifies identity tokens of Sign in with Apple: signature, issuer, audience, expiry and nonce. The engine checks
/// that a token is new and was not used before.
public protocol AppleTokenVerifier: Sendable {
    /// - Parameters:
    ///   - identityToken: a JSON Web Token.
    ///   - nonce: what the token must contain, or what it must contain the SHA-256 of, in hexadecimal.
    /// - Throws: ``SocialError/Code/invalidCredentials`` for an invalid token;
    ///   ``SocialError/Code/providerUnavailable`` when Apple's keys cannot be fetched.
    func verify(identityToken: String, nonce: String) async throws -> AppleIdentity
}

extension SocialError {
    static let unauthenticated = SocialError(
        .unauthenticated, "You are not signed in, or your session has ended. Sign in again.")
}
