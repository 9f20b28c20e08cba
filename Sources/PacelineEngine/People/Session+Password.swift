import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func changePassword(_ change: PasswordChange) async throws {
        let current = try await read(as: .account) { try Accounts($0).storedPassword() }
        try PasswordRule.check(change.newPassword, username: current.username, field: "newPassword")
        let cost = engine.environment.passwordCost
        guard change.currentPassword.utf8.count <= 1_024,
            try await Password.matches(change.currentPassword, current.secret, cost: cost)
        else { throw SocialError.wrongCurrentPassword }
        let secret = try await Password.hash(change.newPassword, cost: cost)
        try await write(as: .account) { transaction in
            let accounts = Accounts(transaction)
            try accounts.replacePassword(current.secret, by: secret)
            try accounts.endSessions(except: sessionID)
        }
    }
}

extension Accounts {
    fileprivate func storedPassword() throws -> (secret: String, username: String) {
        let secret = try connection.identity(.password, viewer.id.description)?.secret
        guard let secret, let username = try viewer.username else {
            throw SocialError(.notFound, "You have no password yet. Link one to your account.")
        }
        return (secret, username)
    }

    /// - Throws: ``SocialError/Code/invalidCredentials`` when the password was changed in the meantime.
    fileprivate func replacePassword(_ current: String, by secret: String) throws {
        let changed = try connection.execute(
            """
            UPDATE identities
            SET secret = \(secret)
            WHERE provider = \(IdentityProvider.password) AND subject = \(viewer.id.description)
                AND secret = \(current)
            """)
        guard changed == 1 else { throw SocialError.wrongCurrentPassword }
    }

    fileprivate func endSessions(except current: SignedIn.ID?) throws {
        try endSessions("id <> \(current?.uuid ?? UUID.placeholder)")
    }
}

extension SocialError {
    fileprivate static let wrongCurrentPassword = SocialError(
        .invalidCredentials, "The current password is incorrect.", field: "currentPassword")
}
