import Foundation
import Paceline
@_exported import PacelineClient
import PacelineDatabase
import PacelineEngine

/// A community in a database of the app's own: the services without a server.
///
/// ```swift
/// let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
/// let community = try await LocalCommunity(at: folder.appending(path: "community.sqlite"))
/// let signedIn = try await community.signUp(
///     SignUp(username: "ana", password: password, birthDate: Day("1990-05-01")!))
/// let ana = community.session(for: signedIn.person.id)
/// let feed = try await ana.feed(FeedQuery(), PageRequest())
/// ```
///
/// What holds services keeps them as `any SocialServices`, so that the same code can ask a ``RemoteServer``.
///
/// Nothing runs by itself: call ``runMaintenance()`` when the app starts.
public struct LocalCommunity: SignInService {
    private let database: SQLiteDatabase
    private let engine: Engine

    /// Opens the community in a file, and makes the file and its folder when they are missing.
    ///
    /// Keep one value for each file as long as the app uses it.
    /// - Parameters:
    ///   - file: where the database is; SQLite keeps two more files beside it.
    ///   - publicURL: where people reach the community, for the links that it gives out.
    ///   - games: the games that people have scores in.
    ///   - now: the time.
    /// - Throws: ``SocialError/Code/unavailable`` when the file cannot be opened, or a newer version of the app made it.
    public init(
        at file: URL, publicURL: String? = nil, games: GameCatalogue = .standard,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws {
        // A device has one person who waits, and each reader is a connection with a cache of its own.
        try await self.init(publicURL, games, now) { try SQLiteDatabase(path: file.path, readerCount: 2) }
    }

    /// A new community in memory, for previews and tests.
    public static func inMemory(
        publicURL: String? = nil, games: GameCatalogue = .standard,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> LocalCommunity {
        try await LocalCommunity(publicURL, games, now) { try SQLiteDatabase.inMemory() }
    }

    private init(
        _ publicURL: String?, _ games: GameCatalogue, _ now: @escaping @Sendable () -> Date,
        open: () throws -> SQLiteDatabase
    ) async throws {
        var environment = EngineEnvironment(now: now, games: games)
        if let publicURL { environment.publicURL = publicURL }
        do {
            (database, engine) = try await translatingErrors {
                let database = try open()
                return (database, try await Engine(database: database, environment: environment))
            }
        } catch DatabaseError.unknownMigration {
            throw SocialError(
                .unavailable, "A newer version of this app made this community. Please update the app.")
        }
    }

    public func signUp(_ signUp: SignUp) async throws -> SignedIn {
        try await engine.signUp(signUp)
    }

    public func signIn(with credential: Credential) async throws -> SignedIn {
        try await engine.signIn(with: credential)
    }

    public func availability(ofUsername username: String) async throws -> UsernameAvailability {
        try await engine.availability(ofUsername: username)
    }

    public func services(token: String) async throws -> some SocialServices {
        try await engine.services(token: token)
    }

    /// The services of a person whom the app knows, without a token.
    public func session(for person: Person.ID) -> some SocialServices {
        engine.session(for: person)
    }

    /// Does once what a server repeats: closes seasons that have ended, and removes what has expired.
    public func runMaintenance() async throws {
        for job in PeriodicJob.all {
            _ = try await job.run(on: engine)
        }
    }

    /// Closes the file. Calls that come later throw ``SocialError/Code/unavailable``.
    public func close() async throws {
        try await translatingErrors { try await database.close() }
    }
}
