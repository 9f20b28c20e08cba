import Foundation
import Paceline
import PacelineDatabase

/// A community stored in a database. Signs people up and in, and creates ``Session``s.
///
/// A server and an app can both embed it:
///
/// ```swift
/// let engine = try await Engine(database: SQLiteDatabase.inMemory())
/// let session = engine.session(for: person)
/// ```
public struct Engine: SignInService {
    let database: any Database
    public let environment: EngineEnvironment
    let cursors: CursorSeal
    /// Stored as the secret `clients`.
    let communityKey: CommunityKey
    /// Nil if a tool opened the community without it: see ``EngineEnvironment/checksLedgerKey``.
    let ledgerKey: LedgerKey?
    let passwords: PasswordQueue
    /// Where requests come from; nil for those of this program itself.
    var origin: SignInOrigin?
    let cache = ReadCache()
    let gameNumbers = GameNumbers()
    let sessionUse: SessionUse
    let pump: LogPump
    /// Serves the open event streams.
    public let live: LiveHub

    /// Migrates the database, and creates the community's keys and the numbers of its games where they are missing.
    /// - Throws: ``DatabaseError`` when the migration fails or the database is unavailable; ``WrongLedgerKey``.
    public init(database: any Database, environment: EngineEnvironment = EngineEnvironment()) async throws {
        try await database.migrate(Schema.migrations)
        let (keys, ledgerKey) = try await database.write { connection in
            try connection.continueLog()
            try connection.beginEpochIfNeeded()
            try connection.registerConsumers(Self.consumers)
            try connection.assignNumbers(to: environment.games.games.map(\.id))
            let keys = try ["cursors", "clients"].map {
                try connection.secret(named: $0, using: environment.random)
            }
            return (keys, try connection.ledgerKey(in: environment))
        }
        self.database = database
        var environment = environment
        environment.freeDiskBytes = environment.freeDiskBytes ?? { database.freeDiskBytes() }
        self.environment = environment
        live = LiveHub(database)
        pump = LogPump(database, environment)
        sessionUse = SessionUse(database, lifetime: environment.sessionLifetime)
        cursors = CursorSeal(key: keys[0])
        communityKey = CommunityKey(key: keys[1])
        self.ledgerKey = ledgerKey
        passwords = PasswordQueue(environment.passwordLimits)
    }

    /// Returns the services acting as a person whom the caller has already authenticated: in an app, a tool or a test.
    public func session(for person: Person.ID) -> Session {
        Session(engine: self, viewer: person, sessionID: nil)
    }

    /// Returns the services acting as the person with the username, for tools that open the database directly.
    /// - Throws: ``SocialError/Code/personNotFound``.
    public func session(named username: String) async throws -> Session {
        let person = try await translatingErrors {
            try await database.read { try $0.person(named: username.lowercased()) }
        }
        guard let person else { throw SocialError.personNotFound }
        return session(for: person)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await translatingErrors { try await database.read(body) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await translatingErrors {
            try await database.write { [environment] connection in
                try connection.checkIsNotMerging(in: environment)
                return try body(connection)
            }
        }
    }

    /// Emits an element whenever this server or another one commits a change. Finishes when the database is closed.
    public func changes() -> AsyncStream<Void> {
        database.changes()
    }

    /// Checks that the database responds.
    /// - Throws: ``SocialError/Code/unavailable``.
    public func ping() async throws {
        try await translatingErrors {
            try await database.read { connection in _ = try connection.exists("SELECT 1") }
        }
    }
}

extension Connection {
    /// The named secret, created on first use.
    func secret(named name: String, using random: RandomSource) throws -> [UInt8] {
        var random = random
        let new = Array(Data(randomBytes: 32, using: &random))
        try send("INSERT INTO secrets (name, value) VALUES (\(name), \(new)) ON CONFLICT (name) DO NOTHING")
        return try secret(named: name) ?? new
    }

    /// The named secret; nil if there is none.
    func secret(named name: String) throws -> [UInt8]? {
        try fetchFirst("SELECT value FROM secrets WHERE name = \(name)") { $0[0] as [UInt8] }
    }
}

extension Identifier {
    /// Creates an identifier that sorts by the instant.
    static func new(at now: Date, using random: RandomSource) -> Self {
        var random = random
        return Identifier(UUID.version7(at: now, using: &random))
    }
}

extension Identifier where Subject == Comment {
    /// Creates a comment's identifier. It is random: a time would reveal that the comment was held before.
    static func new(using random: RandomSource) -> Self {
        var random = random
        return Identifier(UUID.version4(using: &random))
    }
}

extension Identifier where Subject == Person {
    /// Creates a person's identifier. It is random, since others see it and it must not reveal the date of sign-up.
    static func new(using random: RandomSource) -> Self {
        var random = random
        return Identifier(UUID.version4(using: &random))
    }
}
