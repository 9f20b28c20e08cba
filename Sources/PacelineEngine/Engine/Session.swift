import Foundation
import Paceline
import PacelineDatabase

/// The services, acting as one person.
public struct Session: SocialServices {
    let engine: Engine
    public let viewer: Person.ID
    /// The sign-in that this acts under; nil for one made with ``Engine/session(for:)``.
    public let sessionID: SignedIn.ID?
    var idempotency: IdempotencyKey?

    init(engine: Engine, viewer: Person.ID, sessionID: SignedIn.ID?) {
        self.engine = engine
        self.viewer = viewer
        self.sessionID = sessionID
    }

    /// What a method asks of the person who calls it.
    enum Requirement {
        /// An account.
        case account
        /// An account with a username, as everything social does.
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

    /// Changes something.
    ///
    /// The viewer's right to act is asked with the first question of the body, and known before its first change.
    /// - Parameters:
    ///   - lock: by what alone it is decided what is changed.
    ///   - receipt: that what is done is done once, however often it is sent; nil when doing it twice makes no difference.
    ///   - hasParts: whether parts of it may be refused by themselves: see ``Transaction/attempt(_:)``.
    func write<Value: Sendable>(
        as requirement: Requirement = .member, locking lock: Lock? = nil, receipt: Receipt<Value>? = nil,
        inParts hasParts: Bool = false, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let now = engine.environment.now()
        @Sendable func write(usesSavepoints: Bool) async throws -> Value {
            try await engine.database.write { connection in
                try connection.take(lock, for: viewer)
                let transaction = try Transaction(
                    connection, of: self, now: now, loadsBlocksLazily: lock?.isViewer ?? false,
                    usesSavepoints: usesSavepoints)
                return try transaction.run(as: requirement) { transaction in
                    guard let receipt else { return try body(transaction) }
                    return try receipt.answer(in: transaction, elseDoing: body)
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

/// Runs the body, and says what a database failed at in the words of the services.
package func translatingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as DatabaseError {
        switch error {
        case .unique("people", ["username"]):
            throw SocialError(
                .usernameTaken, "That username is taken. Please choose another.", field: "username")
        case .unique("identities", ["provider", "subject"]):
            throw SocialError(.identityTaken, "Another account signs in this way already.")
        case .busy, .full, .unavailable, .outcomeUnknown:
            throw SocialError(
                .unavailable,
                "The community cannot save or read anything just now. Please try again shortly.",
                retryAfter: 5)
        case .unique, .foreignKey, .check, .notNull, .decoding, .unknownMigration, .sql: throw error
        }
    }
}
