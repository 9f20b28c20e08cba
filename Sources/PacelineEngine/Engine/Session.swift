import Foundation
import Paceline
import PacelineDatabase

/// The services, acting as one person.
///
/// ```swift
/// let session = engine.session(for: person)
/// let inbox = try await session.notifications(PageRequest(limit: 20))
/// ```
public struct Session: SocialServices, StaffServices {
    var engine: Engine
    public let viewer: Person.ID
    /// The sign-in that the session belongs to; nil for one created with ``Engine/session(for:)``.
    public let sessionID: SignedIn.ID?
    /// The role of the viewer when the request began; nil without a token. Each operation of the staff checks the role
    /// again, in its transaction: see ``Transaction/require(_:)``.
    public internal(set) var role: StaffRole?
    var idempotency: IdempotencyKey?
    /// Whether an access token acts, which must not learn how its owner signs in.
    var isForAccessToken = false
    /// Decodes queued commands; nil in programs that run none.
    var interpreter: (any CommandInterpreter)?
    /// The command that the session runs, whose receipt its write stores.
    var command: RunningCommand?

    init(engine: Engine, viewer: Person.ID, sessionID: SignedIn.ID?) {
        self.engine = engine
        self.viewer = viewer
        self.sessionID = sessionID
        interpreter = engine.environment.commands
    }

    /// What a method requires of the viewer.
    enum Requirement {
        /// An account.
        case account
        /// An account with a username, required by everything social.
        case member
    }

    func read<Value: Sendable>(
        as requirement: Requirement = .member, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let now = engine.environment.now()
        return try await translatingErrors {
            try await engine.database.read { connection in
                try Transaction(connection, of: self, now: now).run(as: requirement, body)
            }
        }
    }

    /// Runs a write transaction.
    ///
    /// The viewer's permission is fetched with the body's first query and checked before its first change.
    /// - Parameters:
    ///   - lock: the row to lock first.
    ///   - receipt: makes the write idempotent; nil when repeating it changes nothing.
    ///   - hasParts: whether parts of the write may be rejected on their own: see ``Transaction/attempt(_:)``.
    func write<Value: Sendable>(
        as requirement: Requirement = .member, locking lock: Lock? = nil, receipt: Receipt<Value>? = nil,
        inParts hasParts: Bool = false, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let now = engine.environment.now()
        @Sendable func write(usesSavepoints: Bool) async throws -> Value {
            try await engine.database.write { connection in
                try connection.checkIsNotMerging(in: engine.environment)
                try connection.take(lock, for: viewer)
                let transaction = try Transaction(
                    connection, of: self, now: now, loadsBlocksLazily: lock?.isViewer ?? false,
                    usesSavepoints: usesSavepoints)
                return try transaction.run(as: requirement) { transaction in
                    guard let receipt else {
                        let value = try body(transaction)
                        try command?.finish(with: value, in: transaction)
                        return value
                    }
                    return try receipt.response(in: transaction, orRunning: body)
                }
            }
        }
        return try await translatingErrors {
            hasParts
                ? try await retryingWithSavepoints { try await write(usesSavepoints: $0) }
                : try await write(usesSavepoints: false)
        }
    }
}

/// Runs the body, and translates database errors that users can cause or retry into ``SocialError``s.
package func translatingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as DatabaseError {
        switch error {
        case .unique("people", ["username"]):
            throw SocialError.usernameTaken
        case .unique("identities", ["provider", "subject"]):
            throw SocialError.identityTaken
        case .unique("passkeys", ["credential"]):
            throw SocialError.passkeyTaken
        case .busy, .full, .unavailable, .damaged, .outcomeUnknown:
            throw SocialError(
                .unavailable,
                "The community is temporarily unavailable. Try again shortly.",
                retryAfter: 5)
        case .unique, .foreignKey, .check, .notNull, .decoding, .unknownMigration, .sql: throw error
        }
    }
}
