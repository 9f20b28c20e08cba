import Foundation
import Paceline
import PacelineAPI
@_exported import PacelineClient
import PacelineDatabase
import PacelineEngine

/// A community in the app's own database, without a server.
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
/// Keep the session as `any SocialServices`, so that the same code works with a ``RemoteServer``.
///
/// No background jobs run: call ``runMaintenance()`` when the app starts.
public struct LocalCommunity: SignInService {
    let database: SQLiteDatabase
    let engine: Engine
    /// Nil in memory.
    let file: URL?
    /// The steps of a merge, and what makes the community local again.
    let mergeWork: SerialWork

    /// Opens the community in a file, and creates the file and its folder if they do not exist.
    ///
    /// Open each file once and keep the value while the app uses it.
    ///
    /// The key of the ledger of XP is in `ledger.key` beside the file, and created with it. Move and back up both
    /// together: a community does not open without its key.
    /// - Parameters:
    ///   - file: the database file. SQLite keeps two more files beside it.
    ///   - publicURL: the base URL of the links that the community creates, such as those of friend codes. Nil for an
    ///     address of this device that nothing answers: then show the codes, and no links.
    ///   - games: the games that people can publish scores in.
    ///   - rewards: the rewards that people can redeem XP for.
    ///   - scoreVisibility: who sees the scores of new people unless they choose otherwise.
    ///   - now: returns the current time; replace it in tests.
    /// - Throws: ``SocialError/Code/unavailable`` if the file cannot be opened, if a newer version of the app created
    ///   it, or if `ledger.key` is missing or belongs to another community.
    public init(
        at file: URL, publicURL: String? = nil, games: GameCatalogue = .standard,
        rewards: RewardCatalogue = .empty, scoreVisibility: ScoreVisibility = .friends,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws {
        let environment = EngineEnvironment(
            now: now, publicURL: publicURL, games: games, rewards: rewards,
            scoreVisibility: scoreVisibility)
        do {
            self = try await LedgerKeyFile.beside(file.path).withKey { key in
                var environment = environment
                environment.ledgerKey = key
                return try await LocalCommunity(environment, at: file) {
                    try SQLiteDatabase(path: file.path, profile: .device)
                }
            }
        } catch let failure as LedgerKeyFile.Failure {
            throw SocialError(.unavailable, failure.description)
        } catch is WrongLedgerKey {
            throw SocialError(
                .unavailable,
                "The file \(LedgerKeyFile.name) of this community is missing, or belongs to another one.")
        }
    }

    /// Creates an empty community in memory, for an app's own tests. See ``preview(now:)`` for one with people in it.
    /// - Parameters:
    ///   - publicURL: the base URL of the links that the community creates, such as those of friend codes. Nil for an
    ///     address of this device that nothing answers: then show the codes, and no links.
    ///   - games: the games that people can publish scores in.
    ///   - rewards: the rewards that people can redeem XP for.
    ///   - scoreVisibility: who sees the scores of new people unless they choose otherwise.
    ///   - now: returns the current time.
    public static func inMemory(
        publicURL: String? = nil, games: GameCatalogue = .standard,
        rewards: RewardCatalogue = .empty, scoreVisibility: ScoreVisibility = .friends,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> LocalCommunity {
        let environment = EngineEnvironment(
            now: now, publicURL: publicURL, games: games, rewards: rewards,
            scoreVisibility: scoreVisibility)
        return try await LocalCommunity(environment) { try SQLiteDatabase.inMemory(profile: .device) }
    }

    init(
        _ environment: EngineEnvironment, at file: URL? = nil, open: () throws -> SQLiteDatabase
    ) async throws {
        (self.file, mergeWork) = (file, SerialWork())
        do {
            (database, engine) = try await translatingErrors {
                do {
                    let database = try open()
                    return (database, try await Engine(database: database, environment: environment))
                } catch DatabaseError.unavailable, DatabaseError.damaged {
                    // Unlike an open one that does not respond, it will not open later, either.
                    throw SocialError(.unavailable, "The file of the community cannot be opened.")
                }
            }
        } catch DatabaseError.unknownMigration {
            throw SocialError(
                .unavailable, "A newer version of this app made this community. Update the app.")
        }
    }

    public func signUp(_ signUp: SignUp) async throws -> SignedIn {
        try await engine.signUp(signUp)
    }

    public func createNonce() async throws -> SignInNonce {
        try await engine.createNonce()
    }

    public func createPasskeyChallenge() async throws -> PasskeyChallenge {
        try await engine.createPasskeyChallenge()
    }

    public func signIn(with credential: Credential, birthDate: Day?) async throws -> SignedIn {
        try await engine.signIn(with: credential, birthDate: birthDate)
    }

    public func recover(_ recovery: Recovery) async throws -> SignedIn {
        try await engine.recover(recovery)
    }

    public func restore(with credential: Credential) async throws -> SignedIn {
        try await engine.restore(with: credential)
    }

    public func sendRecoveryLink(to account: String) async throws {
        try await engine.sendRecoveryLink(to: account)
    }

    public func availability(ofUsername username: String) async throws -> UsernameAvailability {
        try await engine.availability(ofUsername: username)
    }

    public func services(token: String) async throws -> some SocialServices {
        try await engine.services(token: token)
    }

    /// Returns the services of a person without a token, for apps that remember who uses them.
    public func session(for person: Person.ID) -> some SocialServices {
        engine.session(for: person)
    }

    /// Returns the services of the person with the username, without a token.
    /// - Throws: ``SocialError/Code/personNotFound``.
    public func session(named username: String) async throws -> some SocialServices {
        try await engine.session(named: username)
    }

    /// Runs the periodic jobs of a server once: closes seasons that have ended, announces birthdays that end limits,
    /// settles the XP of workouts that an older version published, ranks people by training, and purges expired data.
    public func runMaintenance() async throws {
        guard try await engine.merge() == nil else { return }
        for job in PeriodicJob.all {
            _ = try await job.run(on: engine)
        }
    }

    /// Closes the file. Later calls throw ``SocialError/Code/unavailable``.
    public func close() async throws {
        try await translatingErrors { try await database.close() }
    }
}

extension EngineEnvironment {
    fileprivate init(
        now: @escaping @Sendable () -> Date, publicURL: String?, games: GameCatalogue,
        rewards: RewardCatalogue, scoreVisibility: ScoreVisibility
    ) {
        self.init(now: now, games: games, scoreVisibility: scoreVisibility)
        self.rewards = rewards
        // The storage is the owner's.
        quotas = .none
        commands = EndpointCommands()
        isMergeable = true
        if let publicURL { self.publicURL = publicURL }
    }
}
