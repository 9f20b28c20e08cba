/// Everything a signed-in person can do, wherever it is done: in this process over a database, or by asking a server.
///
/// Every method throws ``SocialError`` for what its caller can be told.
public typealias SocialServices = AccountService & PeopleService & GraphService & WorkoutService & FeedService
    & ReactionService & LeaderboardService & GroupService & GameService & SeasonService
    & NotificationService & SyncService & LiveService

/// What somebody does who is not signed in yet, and where being signed in begins.
public protocol SignInService: Sendable {
    associatedtype Services: SocialServices

    func signUp(_ signUp: SignUp) async throws -> SignedIn
    /// - Note: the first use of a device secret or of an Apple identity makes the account.
    func signIn(with credential: Credential) async throws -> SignedIn
    /// Whether the username is free to sign up with.
    func availability(ofUsername username: String) async throws -> UsernameAvailability
    /// The services of the person whom the token was given to.
    /// - Throws: ``SocialError/Code/unauthenticated`` when the token is unknown, expired or revoked.
    func services(token: String) async throws -> Services
}
