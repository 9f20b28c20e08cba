/// All services of a signed-in person, backed by a local database or by a server.
///
/// Write app code against these protocols to support both.
///
/// Every method throws ``SocialError``, or `CancellationError` when its task is cancelled. In addition to the codes
/// that a method documents, each can throw ``SocialError/Code/unauthenticated``, ``SocialError/Code/usernameRequired``
/// before the person has chosen a username, and ``SocialError/Code/rateLimited``, ``SocialError/Code/unavailable`` and
/// ``SocialError/Code/timeout``, after which a retry can succeed. Methods that return pages throw
/// ``SocialError/Code/invalidCursor`` for a cursor of another list.
///
/// ```swift
/// func loadFeed(from services: any SocialServices) async throws -> [FeedItem] {
///     try await services.feed(FeedQuery(), PageRequest()).items
/// }
/// ```
public typealias SocialServices = AccountService & SecurityService & PeopleService & GraphService
    & WorkoutService & FeedService
    & ReactionService & LeaderboardService & GroupService & GameService & SeasonService
    & NotificationService & SyncService & LiveService & ExperienceService

/// Signing up and signing in.
///
/// ```swift
/// let signedIn = try await server.signIn(with: .password(username: "mira", password: password))
/// save(signedIn.token)
/// let session = try await server.services(token: signedIn.token)
/// ```
public protocol SignInService: Sendable {
    /// The services after signing in.
    associatedtype Services: SocialServices

    /// Creates an account with a password and signs in.
    /// - Throws: ``SocialError/Code/usernameTaken``, ``SocialError/Code/usernameInvalid``,
    ///   ``SocialError/Code/usernameReserved``, ``SocialError/Code/usernameInappropriate``,
    ///   ``SocialError/Code/nameReserved``, ``SocialError/Code/passwordTooCommon``,
    ///   ``SocialError/Code/ageRestricted`` for people who are too young for the community, or
    ///   ``SocialError/Code/invalidValue`` naming the field.
    func signUp(_ signUp: SignUp) async throws -> SignedIn
    /// Creates a nonce for Sign in with Apple, for one sign-in, link or confirmation within ten minutes.
    /// - Throws: ``SocialError/Code/providerUnavailable`` if the community is not set up for Sign in with Apple.
    func createNonce() async throws -> SignInNonce
    /// Creates a challenge for a passkey, for one sign-in or confirmation within ten minutes.
    /// - Throws: ``SocialError/Code/providerUnavailable`` if the community's address is neither HTTPS nor `localhost`.
    func createPasskeyChallenge() async throws -> PasskeyChallenge
    /// Signs in. The first use of a device secret or an Apple identity creates an account.
    ///
    /// After ten wrong passwords for a username, a client that has not signed in before can try one every 15 minutes,
    /// after a hundred one a day, and one that has can try one a minute.
    /// - Parameter birthDate: becomes the person's birth date if the account has none; nil leaves it unknown, which
    ///   limits the account. Ask for it when the sign-in creates an account. It is ignored for members
    ///   who have a stronger way to sign in, since it can't be changed later.
    /// - Throws: ``SocialError/Code/invalidCredentials``, also for an Apple token or a passkey's challenge that was
    ///   used before or is older than ten minutes; ``SocialError/Code/notAllowed`` for a password of the staff that is
    ///   shorter than ``PasswordRule/staffLengths``; ``SocialError/Code/rateLimited``, ``SocialError/Code/busy``,
    ///   ``SocialError/Code/providerUnavailable``; ``SocialError/Code/ageRestricted`` for people who are too young for
    ///   the community.
    func signIn(with credential: Credential, birthDate: Day?) async throws -> SignedIn
    /// Sets a new password or device's secret with a recovery code, and signs in. It becomes the only way to sign in.
    /// Ends all of the person's sessions, and revokes their access tokens and other codes.
    /// - Throws: ``SocialError/Code/invalidCredentials`` for a wrong code, ``SocialError/Code/passwordTooCommon``,
    ///   ``SocialError/Code/identityTaken``, ``SocialError/Code/busy``, or ``SocialError/Code/invalidValue`` naming the
    ///   field, also for a password of an account without a username.
    func recover(_ recovery: Recovery) async throws -> SignedIn
    /// Undoes a takeover with a credential that was replaced in the last seven days, and signs in.
    ///
    /// A thief of a session could remove the ways in which its owner signs in. When the last ones are removed, or
    /// replaced with recovery codes or an address that are less than a week old, they can be restored for seven days.
    /// Restoring removes the ways to sign in that were added since, ends all sessions, and revokes all access tokens
    /// and codes.
    ///
    /// ```swift
    /// let signedIn = try await server.restore(with: .password(username: "mira", password: formerPassword))
    /// ```
    /// - Throws: ``SocialError/Code/invalidCredentials`` if the credential is wrong or can't restore anything,
    ///   ``SocialError/Code/notAllowed`` for a password that is too short for the staff,
    ///   ``SocialError/Code/rateLimited``, ``SocialError/Code/busy`` or ``SocialError/Code/providerUnavailable``.
    func restore(with credential: Credential) async throws -> SignedIn
    /// Sends a link with which to choose a new password, by mail. It works once, for 30 minutes.
    ///
    /// Only a confirmed address gets it: see ``Account/isEmailConfirmed``. Succeeds also if there is no such account,
    /// so that it does not reveal who has one.
    /// - Parameter account: the username, or the confirmed email address.
    /// - Throws: ``SocialError/Code/providerUnavailable`` if the community sends no mail,
    ///   ``SocialError/Code/invalidValue`` unless it has 1 to 254 characters, ``SocialError/Code/rateLimited`` after
    ///   three links for it within an hour, or ``SocialError/Code/busy``.
    func sendRecoveryLink(to account: String) async throws
    /// Whether a username is available.
    func availability(ofUsername username: String) async throws -> UsernameAvailability
    /// The services of the person a token was issued to.
    /// - Throws: ``SocialError/Code/unauthenticated`` when the token is unknown, expired or revoked.
    func services(token: String) async throws -> Services
}
