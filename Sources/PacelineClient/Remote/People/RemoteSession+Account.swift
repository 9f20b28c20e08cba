import Paceline
import PacelineAPI

extension RemoteSession {
    public func me() async throws -> Account {
        try await client.call(API.me)
    }

    public func update(_ changes: AccountChanges, ifMatch version: Version?) async throws -> Account {
        try await client.call(API.updateMe, body: changes, ifMatch: version)
    }

    public func setUsername(_ username: String) async throws -> Account {
        try await client.call(API.setUsername, body: UsernameBody(username: username))
    }

    public func sendEmailConfirmation() async throws {
        _ = try await client.call(API.sendEmailConfirmation)
    }

    public func confirmEmail(_ code: String) async throws {
        _ = try await client.call(API.confirmEmail, body: EmailConfirmationBody(code: code))
    }

    public func availability(ofUsername username: String) async throws -> UsernameAvailability {
        try await client.call(API.usernameAvailability, UsernamePath(username))
    }

    public func settings() async throws -> AccountSettings {
        try await client.call(API.settings)
    }

    public func update(_ changes: SettingsChanges) async throws -> AccountSettings {
        try await client.call(API.updateSettings, body: changes)
    }

    public func setAvatar(_ bytes: [UInt8]) async throws -> Account {
        try await client.call(API.setAvatar, body: ImageBytes(bytes))
    }

    public func removeAvatar() async throws -> Account {
        try await client.call(API.removeAvatar)
    }

    public func setHeader(_ bytes: [UInt8]) async throws -> Account {
        try await client.call(API.setHeader, body: ImageBytes(bytes))
    }

    public func removeHeader() async throws -> Account {
        try await client.call(API.removeHeader)
    }

    public func storage() async throws -> StorageUse {
        try await client.call(API.storage)
    }

    public func friendCode() async throws -> FriendCodeLink {
        try await client.call(API.friendCode)
    }

    public func resetFriendCode() async throws -> FriendCodeLink {
        try await client.call(API.resetFriendCode)
    }

    public func claimFriendCard(secret: String) async throws -> FriendCodeLink {
        try await client.call(API.claimFriendCard, body: FriendCardClaim(secret: secret))
    }

    public func friendCodeQRCode(as format: QRCodeImage.Format) async throws -> QRCodeImage {
        try await client.call(API.friendCodeQRCode, accept: format.mediaType)
    }
}
