import Foundation
import Paceline

/// What an engine takes from outside itself.
public struct EngineEnvironment: Sendable {
    public var now: @Sendable () -> Date
    public var passwordCost: PasswordCost
    /// Who checks the tokens of Sign in with Apple; without one that way in is closed.
    public var appleVerifier: (any AppleTokenVerifier)?
    /// Where people reach the community, for the links that it gives out.
    public private(set) var publicAddress: PublicAddress
    public var usernamePolicy: UsernamePolicy
    /// The games that people have scores in.
    public var games: GameCatalogue
    /// How long a session lives without being used, in seconds.
    public var sessionLifetime: TimeInterval
    /// How long the log of what happened is kept, in seconds: a stream can be taken up again for so long.
    public var logLifetime: TimeInterval
    /// How long a read that follows from the log waits for transactions that began before what it should show.
    public var logTimeout: Duration

    public init(
        now: @escaping @Sendable () -> Date = { Date() }, passwordCost: PasswordCost = .standard,
        appleVerifier: (any AppleTokenVerifier)? = nil, publicURL: String = "http://127.0.0.1:8080",
        usernamePolicy: UsernamePolicy = .standard, games: GameCatalogue = .standard,
        sessionLifetime: TimeInterval = 90 * 86_400, logLifetime: TimeInterval = 7 * 86_400,
        logTimeout: Duration = .milliseconds(250)
    ) {
        self.now = now
        self.passwordCost = passwordCost
        self.appleVerifier = appleVerifier
        publicAddress = PublicAddress(publicURL)
        self.usernamePolicy = usernamePolicy
        self.games = games
        self.sessionLifetime = sessionLifetime
        self.logLifetime = logLifetime
        self.logTimeout = logTimeout
    }

    /// Where people reach the community now, without a slash at its end.
    public var publicURL: String {
        get { publicAddress.url }
        set { publicAddress = PublicAddress(newValue) }
    }
}
