import Foundation
import Paceline
import PacelineDatabase

/// One attempt to sign in with a password, which has been counted as a guess.
struct PasswordAttempt {
    let count: GuessCount
    /// The identity of the username, or a former one; nil if it has none.
    let identity: StoredIdentity?
}

extension Engine {
    /// Counts an attempt before the password is checked.
    /// - Parameter isFormer: whether the password is a former one. Clients that the person trusted then count apart
    ///   even if they were revoked: a thief who did that could otherwise keep the owner out by guessing.
    /// - Throws: ``SocialError/Code/rateLimited``.
    func startAttempt(username: String, isFormer: Bool = false) async throws -> PasswordAttempt {
        let now = environment.now()
        let client = origin?.clientToken.flatMap { communityKey.open($0, at: now) }
        let name = heldName(Username(trusted: username))
        return try await write { [communityKey] connection in
            let person = try connection.person(signingInAs: name, at: now)
            let isTrusted =
                try client.map { client in
                    try isFormer
                        ? client.isTrusted && client.person == person : connection.trusts(client, of: person)
                } ?? false
            let count =
                if isTrusted, let client { GuessCount(client: client.id, communityKey) } else {
                    GuessCount(of: person, username: username, communityKey)
                }
            try connection.add(count, at: now)
            let identity = try person.flatMap { person in
                try isFormer
                    ? connection.formerIdentity(.password, person.description, at: now)
                    : connection.identity(.password, person.description)
            }
            return PasswordAttempt(count: count, identity: identity)
        }
    }

    /// Checks the password, and runs the body if it is correct. Also renews the hash if its cost has changed since.
    /// - Throws: ``SocialError/Code/invalidCredentials``, ``SocialError/Code/busy``.
    func finish<Value: Sendable>(
        _ attempt: PasswordAttempt, password: String,
        _ body: @escaping @Sendable (Person.ID, any Connection, Date) throws -> Value
    ) async throws -> Value {
        let hash = attempt.identity?.secret.flatMap(PasswordHash.init)
        guard
            case .correct(let renewed) = try await check(
                password, against: hash, countedAs: attempt.count), let identity = attempt.identity
        else {
            try await recordFailure(of: attempt.identity?.person, countedAs: attempt.count)
            throw SocialError.wrongPassword
        }
        try await requireStaffLength(of: password, of: identity.person, countedAs: attempt.count)
        let now = environment.now()
        return try await write { connection in
            // Another sign-in renewed the hash, or its owner changed the password.
            guard try connection.setSecret((renewed ?? hash)?.text, of: identity) else {
                throw SocialError.busy
            }
            try connection.reset(attempt.count)
            return try body(identity.person, connection, now)
        }
    }

    /// Refuses a correct password that is too short for the staff. Lengths are not stored, so a person who gets a role
    /// may have one.
    /// - Parameter count: of the guess, which was none.
    /// - Throws: ``SocialError/Code/notAllowed``.
    func requireStaffLength(
        of password: String, of person: Person.ID, countedAs count: GuessCount
    ) async throws {
        guard password.count < PasswordRule.staffLengths.lowerBound,
            try await read({ try $0.role(of: person) }) != nil
        else { return }
        try await write { try $0.reset(count) }
        throw SocialError(
            .notAllowed,
            """
            The staff need a password of at least \(PasswordRule.staffLengths.lowerBound) characters. Choose one with \
            a recovery code, or sign in another way and change it.
            """, field: "password")
    }

    func hash(_ password: String) async throws -> String {
        let (cost, derive) = (environment.passwordCost, environment.deriveKey)
        return try await passwords.run(from: origin?.network) {
            try PasswordHash(of: password, cost: cost, using: derive).text
        }
    }

    /// Checks a password whose guess has been counted.
    /// - Throws: ``SocialError/Code/busy``; the guess then doesn't count.
    func check(
        _ password: String, against hash: PasswordHash?, countedAs count: GuessCount
    ) async throws -> PasswordHash.Check {
        guard PasswordRule.mayBe(password) else { return .wrong }
        let (cost, derive) = (environment.passwordCost, environment.deriveKey)
        do {
            return try await passwords.run(from: origin?.network) {
                try PasswordHash.check(password, against: hash, cost: cost, using: derive)
            }
        } catch let error as SocialError where error.code == .busy {
            let now = environment.now()
            try await write { try $0.takeBack(count, at: now) }
            throw error
        }
    }
}

extension Connection {
    /// Whether the client belongs to the person, who presented a password or a passkey on it and has not revoked it
    /// since.
    func trusts(_ client: KnownClient, of person: Person.ID?) throws -> Bool {
        try client.isTrusted && knows(client, of: person)
    }

    /// Whether the client belongs to the person, who has not revoked it since.
    func knows(_ client: KnownClient, of person: Person.ID?) throws -> Bool {
        guard client.person == person else { return false }
        return try exists(
            """
            SELECT 1 FROM accounts
            WHERE person = \(client.person) AND clients_revoked_at < \(client.issuedAt)
            """)
    }

    /// Stores a hash of the same password.
    /// - Returns: false if the password was changed in the meantime.
    fileprivate func setSecret(_ secret: String?, of identity: StoredIdentity) throws -> Bool {
        try execute(
            "UPDATE identities SET secret = \(secret) WHERE id = \(identity.id) AND secret = \(identity.secret)"
        ) == 1
    }
}

extension SocialError {
    static let wrongPassword = SocialError(
        .invalidCredentials, "The username or the password is incorrect.")
}
