import Paceline
import PacelineAPI

extension RemoteSession {
    public func sessions(_ page: PageRequest) async throws -> Page<ActiveSession> {
        try await client.call(API.sessions, query: PageQuery(page))
    }

    public func revokeSession(_ id: SignedIn.ID) async throws {
        _ = try await client.call(API.revokeSession, SessionPath(id))
    }

    public func signOut() async throws {
        _ = try await client.call(API.signOut)
    }

    public func signOutEverywhere() async throws -> SignedOutEverywhere {
        try await client.call(API.signOutEverywhere)
    }

    public func reauthenticate(with credential: Credential) async throws -> SignedIn {
        try await client.call(API.reauthenticate, body: credential)
    }

    public func identities() async throws -> [LinkedIdentity] {
        try await client.call(API.identities).items
    }

    public func link(_ credential: Credential) async throws -> LinkedIdentity {
        try await client.call(API.linkIdentity, body: credential)
    }

    public func unlink(_ id: LinkedIdentity.ID) async throws {
        _ = try await client.call(API.unlinkIdentity, IdentityPath(id))
    }

    public func changePassword(_ change: PasswordChange) async throws -> SignedIn {
        try await client.call(API.changePassword, body: change)
    }
}
