/// Recovery codes, access tokens and what happened to the viewer's account.
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
