/// What somebody gives to change their password.
public struct PasswordChange: Sendable, Equatable, Codable {
    /// The one that is good until now.
    public var currentPassword: String
    public var newPassword: String

    public init(currentPassword: String, newPassword: String) {
        self.currentPassword = currentPassword
        self.newPassword = newPassword
    }
}
