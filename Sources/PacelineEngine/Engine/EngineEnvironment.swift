import Foundation
import Paceline

/// The clock, policies and limits that an engine runs with.
///
/// ```swift
/// let environment = EngineEnvironment(publicURL: "https://crew.example", sessionLifetime: 30 * 86_400)
/// ```
public struct EngineEnvironment: Sendable {
    public var now: @Sendable () -> Date
    public var passwordCost: PasswordCost
    package var passwordLimits = PasswordQueue.Limits()
    package var deriveKey: KeyDerivation = PasswordHash.scrypt
    /// Verifies tokens of Sign in with Apple. Nil turns off that way to sign in.
    public var appleVerifier: (any AppleTokenVerifier)?
    /// Which nonces Sign in with Apple accepts.
    public var appleNonce = AppleNonceRule.optional
    /// The apps that may use the community's passkeys, besides browsers at the public address.
    public var passkeyApps: [PasskeyApp] = []
    /// Hands messages over to a mail system. Nil for a community that sends no mail.
    public var mail: (any MailTransport)?
    /// The public address of the community, used in links. Passkeys belong to its domain.
    public private(set) var publicAddress: PublicAddress
    public var usernamePolicy: UsernamePolicy
    /// The games that accept scores.
    public var games: GameCatalogue
    /// The rewards that members can redeem XP for.
    public var rewards = RewardCatalogue.empty
    /// The ``AccountSettings/scoreVisibility`` of new people.
    public var scoreVisibility: ScoreVisibility
    /// The time after which an unused session expires, in seconds.
    public var sessionLifetime: TimeInterval
    /// How long the event log is kept, in seconds. A client can resume a stream within that time.
    public var logLifetime: TimeInterval
    /// How long a read waits for older open transactions whose events it has to include.
    public var logTimeout: Duration
    /// The youngest age that the community accepts, in years; 0 for any. Above 0, a username needs a birth date.
    public var minimumAge = 0
    /// Names that members cannot use, such as that of the people who run the server.
    public var communityNames = CommunityNames.none
    /// The words by which texts are rated for the content filter.
    package var words = WordList.builtIn
    /// How much each person may store and do.
    public var quotas = Quotas()
    /// The key of the ledger's hashes. If nil, the community's database keeps one: the hashes then reveal damage, but
    /// not changes by people who can write to the database.
    public var ledgerKey: LedgerKey?
    /// Whether the ``ledgerKey`` must be the community's. Tools that only read may open a community without its key:
    /// they can then neither verify the ledger nor add to it.
    package var checksLedgerKey = true
    /// Returns the free space of the disk, in bytes, or nil if it is unknown. If nil, the database is asked.
    package var freeDiskBytes: (@Sendable () -> Int64?)?
    /// Whether workouts that look impossible are held: they count nowhere until a moderator has decided. If not, they
    /// are only listed. See ``PlausibilityLimit``.
    public var holdsAnomalies = false
    /// The most workouts of a person that may overlap each other, directly or through others. All of them are judged
    /// again when one of them changes.
    package var overlapLimit = 1_000
    /// Called after each decision of a moderator about a workout, for the operator's log. The person is nil for the
    /// operator.
    public var decisionLog: @Sendable (Workout.ID, WorkoutDecision.Outcome, Person.ID?) -> Void = { _, _, _ in
    }
    /// Called after each security event, for the operator's log.
    public var securityLog: @Sendable (SecurityEventKind, Person.ID) -> Void = { _, _ in }
    /// Called after each change of a person's role, for the operator's log. The role is nil for a member without one.
    /// The last person changed it: nil for the operator, and the person themselves if they regained the account.
    public var roleLog: @Sendable (Person.ID, StaffRole?, Person.ID?) -> Void = { _, _, _ in }
    /// Called after an administrator handed a reward over or refunded it, for the operator's log. The person is nil for
    /// the operator.
    public var redemptionLog: @Sendable (Redemption.ID, RedemptionState, Person.ID?) -> Void = { _, _, _ in }
    /// Decodes queued commands: see ``Session/sync(_:)``. Nil if sessions have an interpreter of their own, or run no
    /// commands.
    package var commands: (any CommandInterpreter)?
    /// Whether the community may be merged into an account, which makes its services read-only. Only embedded ones are.
    package var isMergeable = false
    /// The source of random bits for identifiers, friend codes, join codes and the keys of a new community.
    public var random = RandomSource.system

    public init(
        now: @escaping @Sendable () -> Date = { Date() }, passwordCost: PasswordCost = .standard,
        appleVerifier: (any AppleTokenVerifier)? = nil, publicURL: String = "http://127.0.0.1:8080",
        usernamePolicy: UsernamePolicy = .standard, games: GameCatalogue = .standard,
        scoreVisibility: ScoreVisibility = .friends,
        sessionLifetime: TimeInterval = 90 * 86_400, logLifetime: TimeInterval = 7 * 86_400,
        logTimeout: Duration = .milliseconds(250)
    ) {
        self.now = now
        self.passwordCost = passwordCost
        self.appleVerifier = appleVerifier
        publicAddress = PublicAddress(publicURL)
        self.usernamePolicy = usernamePolicy
        self.games = games
        self.scoreVisibility = scoreVisibility
        self.sessionLifetime = sessionLifetime
        self.logLifetime = logLifetime
        self.logTimeout = logTimeout
    }

    /// The current public address, without a trailing slash.
    public var publicURL: String {
        get { publicAddress.url }
        set { publicAddress = PublicAddress(newValue) }
    }
}
