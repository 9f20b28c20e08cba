import Foundation
import Paceline
import PacelineDatabase

/// A community over a database: where people sign up and sign in, and where ``Session``s come from.
///
/// The same engine runs in a server and inside an app.
public struct Engine: SignInService {
    let database: any Database
    public let environment: EngineEnvironment
    let cursors: CursorSeal
    let cache = ReadCache()
    let gameNumbers = GameNumbers()
    let sessionUse: SessionUse
    let pump: LogPump
    /// The streams that are open.
    public let live: LiveHub

    /// Brings the database up to date, and makes the community's keys and its games' numbers when they are missing.
    public init(database: any Database, environment: EngineEnvironment = EngineEnvironment()) async throws {
        try await database.migrate(Schema.migrations)
        let key = try await database.write { connection in
            try connection.continueLog()
            try connection.beginEpochIfNeeded()
            try connection.registerFollowers(Self.followers)
            try connection.giveNumbers(to: environment.games.games.map(\.id))
            return try connection.secret(named: "cursors") { Array(randomBytes: 32) }
        }
        self.database = database
        self.environment = environment
        live = LiveHub(database)
        pump = LogPump(database, environment)
        sessionUse = SessionUse(database, lifetime: environment.sessionLifetime)
        cursors = CursorSeal(key: key)
    }

    /// The services of somebody who is known to be who they are: inside an app, in a tool, in a test.
    public func session(for person: Person.ID) -> Session {
        Session(engine: self, viewer: person, sessionID: nil)
    }

    /// The services of the person who has the username, for tools that work on the database itself.
    /// - Throws: ``SocialError/Code/personNotFound``.
    public func session(named username: String) async throws -> Session {
        let person = try await translatingErrors {
            try await database.read { try $0.person(named: username.lowercased()) }
        }
        guard let person else { throw SocialError.personNotFound }
        return session(for: person)
    }

    /// An element whenever the database has something new to see, from this server or another; it ends when the
    /// database is closed.
    public func changes() -> AsyncStream<Void> {
        database.changes()
    }

    /// Whether the database answers.
    public func ping() async throws {
        try await translatingErrors {
            try await database.read { connection in _ = try connection.exists("SELECT 1") }
        }
    }
}

extension Connection {
    /// The secret of the name, made when there is none yet.
    fileprivate func secret(named name: String, make: () -> [UInt8]) throws -> [UInt8] {
        try send(
            "INSERT INTO secrets (name, value) VALUES (\(name), \(make())) ON CONFLICT (name) DO NOTHING")
        return try fetchFirst("SELECT value FROM secrets WHERE name = \(name)") { $0[0] as [UInt8] } ?? make()
    }
}

extension [UInt8] {
    /// Bytes from the system's random source.
    init(randomBytes count: Int) {
        var random = SystemRandomNumberGenerator()
        self = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
}

extension Identifier {
    /// A new one, which sorts by the instant.
    static func new(at now: Date) -> Self {
        var random = SystemRandomNumberGenerator()
        return Identifier(UUID.version7(at: now, using: &random))
    }
}
