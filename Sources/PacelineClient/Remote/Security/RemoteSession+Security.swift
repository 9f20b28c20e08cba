import Paceline
import PacelineAPI

extension RemoteServer {
    public func recover(_ recovery: Recovery) async throws -> SignedIn {
        try await client.call(API.recover, body: recovery)
    }

    public func restore(with credential: Credential) async throws -> SignedIn {
        try await client.call(API.restore, body: credential)
    }

    public func sendRecoveryLink(to account: String) async throws {
        _ = try await client.call(API.sendRecoveryLink, body: RecoveryLinkRequest(account: account))
    }

    public func createPasskeyChallenge() async throws -> PasskeyChallenge {
        try await client.call(API.createPasskeyChallenge)
    }
}

extension RemoteSession {
    public func recoveryCodes() async throws -> RecoveryCodesStatus {
        try await client.call(API.recoveryCodes)
    }

    public func createRecoveryCodes() async throws -> RecoveryCodes {
        try await client.call(API.createRecoveryCodes)
    }

    public func passkeys() async throws -> [Passkey] {
        try await client.call(API.passkeys).items
    }

    public func preparePasskey() async throws -> PasskeyCreation {
        try await client.call(API.preparePasskey)
    }

    public func addPasskey(_ registration: PasskeyRegistration) async throws -> Passkey {
        try await client.call(API.addPasskey, body: registration)
    }

    public func removePasskey(_ id: Passkey.ID) async throws {
        _ = try await client.call(API.removePasskey, PasskeyPath(id))
    }

    public func accessTokens() async throws -> [AccessToken] {
        try await client.call(API.accessTokens).items
    }

    public func createAccessToken(_ draft: AccessTokenDraft) async throws -> CreatedAccessToken {
        try await client.call(API.createAccessToken, body: draft)
    }

    public func revokeAccessToken(_ id: AccessToken.ID) async throws {
        _ = try await client.call(API.revokeAccessToken, AccessTokenPath(id))
    }

    public func securityEvents(_ page: PageRequest) async throws -> Page<SecurityEvent> {
        try await client.call(API.securityEvents, query: PageQuery(page))
    }
}
