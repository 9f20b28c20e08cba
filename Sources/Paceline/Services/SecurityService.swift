/// Recovery codes, passkeys, access tokens and security events of the viewer's account.
///
/// ```swift
/// let codes = try await session.createRecoveryCodes()
/// let created = try await session.createAccessToken(AccessTokenDraft(name: "Rowing script", scopes: [.workouts]))
/// print(codes.items, created.secret)
/// ```
public protocol SecurityService: Sendable {
    /// How many recovery codes the viewer has left.
    func recoveryCodes() async throws -> RecoveryCodesStatus
    /// Creates ten recovery codes. Earlier ones stop working.
    /// - Throws: ``SocialError/Code/reauthenticationRequired``.
    func createRecoveryCodes() async throws -> RecoveryCodes
    /// The viewer's passkeys, oldest first; at most ``Passkey/limit``.
    func passkeys() async throws -> [Passkey]
    /// Creates a challenge for a new passkey, and returns what the device or browser needs to create it. Call it before
    /// asking the platform, so that the device creates no passkey that the server then rejects.
    /// - Throws: ``SocialError/Code/reauthenticationRequired``, ``SocialError/Code/limitReached``, or
    ///   ``SocialError/Code/providerUnavailable`` if the community's address is neither HTTPS nor `localhost`.
    func preparePasskey() async throws -> PasskeyCreation
    /// Adds a passkey, ends all other sessions, and revokes what ``AccountService/changePassword(_:)`` revokes. From
    /// then on, only passkeys confirm who the viewer is: see ``AccountService/reauthenticate(with:)``.
    /// - Throws: ``SocialError/Code/reauthenticationRequired``, ``SocialError/Code/limitReached``,
    ///   ``SocialError/Code/invalidCredentials`` if it was not made for a challenge of ``preparePasskey()`` and this
    ///   community, or without verifying its user; ``SocialError/Code/identityExists`` or
    ///   ``SocialError/Code/identityTaken`` for a known one, ``SocialError/Code/providerUnavailable``, or
    ///   ``SocialError/Code/invalidValue`` naming the field.
    func addPasskey(_ registration: PasskeyRegistration) async throws -> Passkey
    /// Removes a passkey, ends all other sessions, and revokes what ``AccountService/changePassword(_:)`` revokes.
    /// - Throws: ``SocialError/Code/notFound``, ``SocialError/Code/lastIdentity`` for the only way to sign in, or
    ///   ``SocialError/Code/reauthenticationRequired``.
    func removePasskey(_ id: Passkey.ID) async throws
    /// The viewer's access tokens, newest first; at most ``AccessToken/limit``.
    func accessTokens() async throws -> [AccessToken]
    /// Creates an access token.
    /// - Throws: ``SocialError/Code/reauthenticationRequired``, ``SocialError/Code/limitReached``, or
    ///   ``SocialError/Code/invalidValue`` naming the field.
    func createAccessToken(_ draft: AccessTokenDraft) async throws -> CreatedAccessToken
    /// Revokes an access token.
    /// - Throws: ``SocialError/Code/notFound``.
    func revokeAccessToken(_ id: AccessToken.ID) async throws
    /// Sign-ins and changes of how the viewer signs in, newest first, of the last 180 days.
    func securityEvents(_ page: PageRequest) async throws -> Page<SecurityEvent>
}
