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
                try run(body, in: Transaction(connection, of: self, now: now), as: requirement)
            }
        }
    }

    /// What a write takes hold of before all else: see ``Connection/beginHolding()``.
    enum Held {
        /// The row that the write looks at first, with a query that ends in ``SQL/holding(_:)``.
        case first
        case item(FeedItem.ID)
        /// The item that the comment stands under.
        case itemOf(Comment.ID)
        /// The viewer, whose scores are changed.
        case player

        /// Whether what is changed is the viewer's own.
        var isViewer: Bool {
            if case .player = self { true } else { false }
        }
    }

    /// Changes something for which being done twice makes no difference.
    /// - Parameters:
    ///   - held: by what alone it is decided what is changed.
    ///   - hasParts: whether parts of it may be refused by themselves: see ``Transaction/attempt(_:)``.
    func write<Value: Sendable>(
        as requirement: Requirement = .member, holding held: Held? = nil, inParts hasParts: Bool = false,
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let now = engine.environment.now()
        return try await translatingErrors {
            guard hasParts else {
                return try await write(as: requirement, holding: held, at: now, undoesParts: false, body)
            }
            return try await undoingParts { undoesParts in
                try await write(as: requirement, holding: held, at: now, undoesParts: undoesParts, body)
            }
        }
    }

    private func write<Value: Sendable>(
        as requirement: Requirement, holding held: Held?, at now: Date, undoesParts: Bool,
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await engine.database.write { connection in
            if held != nil { try connection.beginHolding() }
            switch held {
            case .item(let item): try connection.hold("items WHERE id = \(item)")
            case .itemOf(let comment):
                try connection.hold("items WHERE id = (SELECT item FROM comments WHERE id = \(comment))")
            case .player: try connection.holdPlayer(viewer)
            case .first, nil: break
            }
            let transaction = try Transaction(
                connection, of: self, now: now, isOfViewerAlone: held?.isViewer ?? false,
                undoesParts: undoesParts)
            return try run(body, in: transaction, as: requirement)
        }
    }

    private func run<Value>(
        _ body: (Transaction) throws -> Value, in transaction: Transaction, as requirement: Requirement
    ) throws -> Value {
        let outcome = Result { try body(transaction) }
        try transaction.viewer.check(requirement)
        return try outcome.get()
    }

    /// Changes something once for each idempotency key: when the key has been used, its answer is given again.
    func writeOnce<Value: Sendable & Codable>(
        as requirement: Requirement = .member, holding held: Held? = nil,
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        guard let idempotency else { return try await write(as: requirement, holding: held, body) }
        return try await write(as: requirement, holding: held) { transaction in
            if let answer = try transaction.answer(to: idempotency, as: Value.self) { return answer }
            let value = try body(transaction)
            try transaction.record(value, for: idempotency)
            return value
        }
    }
}

/// Runs the body, and says what a database failed at in the words of the services.
func translatingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
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
