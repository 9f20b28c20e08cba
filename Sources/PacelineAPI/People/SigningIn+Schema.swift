import Paceline

extension SignUp: WireValue {
    public static let schemaName = "SignUp"
    public static let schema = Schema.object(
        .required("username", .username),
        .required("password", .newPassword),
        .optional("displayName", .text(.displayName), "The username when absent."),
        .required("birthDate", .day))
}

extension Credential: WireValue {
    public static let schemaName = "Credential"
    public static let schema = Schema.oneOf([
        .object(
            .required("provider", .choice([IdentityProvider.password.rawValue])),
            // Whatever is tried is answered alike: that it is not right.
            .required("username", .string),
            .required("password", .string)),
        .object(
            .required("provider", .choice([IdentityProvider.device.rawValue])),
            .required("secret", .string(pattern: .deviceSecret), "32 random bytes that the device keeps.")),
        .object(
            .required("provider", .choice([IdentityProvider.apple.rawValue])),
            .required("identityToken", .string(length: 1...8_192)),
            .required("nonce", .string(length: 1...512), "The one that the token was asked for with.")),
    ])
}

/// A password may have 256 characters as people see them, and 1024 bytes of UTF-8: no more scalars than that.
private let longestPassword = 1_024

extension Schema {
    static let username = Schema.string(pattern: .username)
    static let newPassword = Schema.string(length: PasswordRule.lengths.lowerBound...longestPassword)
}

extension PasswordChange: WireValue {
    public static let schemaName = "PasswordChange"
    public static let schema = Schema.object(
        .required("currentPassword", .string),
        .required("newPassword", .newPassword))
}

extension SignedIn: WireValue {
    public static let schemaName = "Session"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .required("token", .string, "Send it as `Authorization: Bearer …`; it is told this once."),
        .required("createdAt", .instant),
        .required("expiresAt", .instant),
        .required("person", .component(Account.self)))
}

extension ActiveSession: WireValue {
    public static let schemaName = "ActiveSession"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .required("provider", .choice(of: IdentityProvider.self)),
        .required("createdAt", .instant),
        .required("expiresAt", .instant),
        .required("lastUsedAt", .instant),
        .required("isCurrent", .boolean))
}

extension LinkedIdentity: WireValue {
    public static let schemaName = "Identity"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .required("provider", .choice(of: IdentityProvider.self)),
        .required("createdAt", .instant))
}

/// All identities of an account; there are too few of them for pages.
public struct IdentityList: WireValue, Equatable {
    public var items: [LinkedIdentity]

    public static let schemaName = "IdentityList"
    public static let schema = Schema.object(.required("items", .array(of: .component(LinkedIdentity.self))))

    public init(items: [LinkedIdentity]) {
        self.items = items
    }
}
