import Paceline

extension IdentityProvider: JSONWritable {}

extension SignUp: WireObject {
    public static let schemaName = "SignUp"
    public static let schema = JSONSchema.object(of: SignUp.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SignUp>) {
        visitor.field("username", { $0.username }, .username)
        visitor.field("password", { $0.password }, .newPassword)
        visitor.field("displayName", { $0.displayName }, .text(.displayName), "The username if absent.")
        visitor.field("birthDate", { $0.birthDate }, .day)
    }
}

extension Credential: WireObject {
    public static let schemaName = "Credential"
    public static let schema = JSONSchema.oneOf(variantsOf: Credential.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Credential>) {
        visitor.variant("PasswordCredential", when: { $0.provider == .password }) {
            visitor.field("provider", { $0.provider }, .choice([IdentityProvider.password.rawValue]))
            // No pattern: every wrong sign-in gets the same error.
            visitor.required("username", { $0.password?.username }, .string)
            visitor.required("password", { $0.password?.password }, .string)
        }
        visitor.variant("DeviceCredential", when: { $0.provider == .device }) {
            visitor.field("provider", { $0.provider }, .choice([IdentityProvider.device.rawValue]))
            visitor.required(
                "secret", { if case .device(let secret) = $0 { secret } else { nil } },
                .string(pattern: .deviceSecret), "32 random bytes that the device stores.")
        }
        visitor.variant("AppleCredential", when: { $0.provider == .apple }) {
            visitor.field("provider", { $0.provider }, .choice([IdentityProvider.apple.rawValue]))
            visitor.required("identityToken", { $0.apple?.identityToken }, .string(length: 1...8_192))
            visitor.required(
                "nonce", { $0.apple?.nonce }, .string(length: 1...512),
                """
                The `value` of a nonce, or the app's own if the server allows it. The `nonce` of the token must be the \
                same, or its SHA-256 in lowercase hexadecimal.
                """)
        }
    }

    private var password: (username: String, password: String)? {
        if case .password(let username, let password) = self { (username, password) } else { nil }
    }

    private var apple: (identityToken: String, nonce: String)? {
        if case .apple(let identityToken, let nonce) = self { (identityToken, nonce) } else { nil }
    }
}

/// In Unicode scalars. `PasswordRule` allows 256 characters and 1,024 bytes of UTF-8, so never more scalars than this.
private let longestPassword = PasswordRule.largestByteCount

extension JSONSchema {
    static let username = JSONSchema.string(pattern: .username)
    static let newPassword = JSONSchema.string(
        StringRule(
            length: PasswordRule.lengths.lowerBound...longestPassword, shownLength: PasswordRule.lengths))
}

extension SignInNonce: WireObject {
    public static let schemaName = "SignInNonce"
    public static let schema = JSONSchema.object(of: SignInNonce.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SignInNonce>) {
        visitor.field("value", { $0.value }, .string, "Send it with the identity token.")
        visitor.field(
            "sha256", { $0.sha256 }, .string,
            "The SHA-256 of `value` in lowercase hexadecimal. Pass it to Apple as the nonce.")
        visitor.field("expiresAt", { $0.expiresAt }, .instant)
    }
}

extension PasswordChange: WireObject {
    public static let schemaName = "PasswordChange"
    public static let schema = JSONSchema.object(of: PasswordChange.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<PasswordChange>) {
        visitor.field("currentPassword", { $0.currentPassword }, .string)
        visitor.field("newPassword", { $0.newPassword }, .newPassword)
    }
}

extension SignedIn: WireObject {
    public static let schemaName = "Session"
    public static let schema = JSONSchema.object(of: SignedIn.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SignedIn>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field(
            "token", { $0.token }, .string, "Send it as `Authorization: Bearer …`. It is returned only once.")
        visitor.field(
            "clientToken", { $0.clientToken }, .string,
            "Send it as `Client-Token` at the next sign-in. Good for 180 days.")
        visitor.field("createdAt", { $0.createdAt }, .instant)
        visitor.field("expiresAt", { $0.expiresAt }, .instant)
        visitor.field("person", { $0.person }, .component(Account.self))
    }
}

extension ActiveSession: WireObject {
    public static let schemaName = "ActiveSession"
    public static let schema = JSONSchema.object(of: ActiveSession.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<ActiveSession>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("provider", { $0.provider }, .choice(of: IdentityProvider.self))
        visitor.field("clientName", { $0.clientName }, .string)
        visitor.field(
            "network", { $0.network }, .string, "The network that you signed in from, such as `192.0.2.0/24`."
        )
        visitor.field("createdAt", { $0.createdAt }, .instant)
        visitor.field("expiresAt", { $0.expiresAt }, .instant)
        visitor.field("lastUsedAt", { $0.lastUsedAt }, .instant)
        visitor.field("isCurrent", { $0.isCurrent }, .boolean)
    }
}

extension SignedOutEverywhere: WireObject {
    public static let schemaName = "SignedOutEverywhere"
    public static let schema = JSONSchema.object(of: SignedOutEverywhere.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SignedOutEverywhere>) {
        visitor.field(
            "newDeviceSecret", { $0.newDeviceSecret }, .string(pattern: .deviceSecret),
            "If a device's secret is your only way to sign in: the new one.")
    }
}

extension LinkedIdentity: WireObject {
    public static let schemaName = "Identity"
    public static let schema = JSONSchema.object(of: LinkedIdentity.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<LinkedIdentity>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("provider", { $0.provider }, .choice(of: IdentityProvider.self))
        visitor.field("createdAt", { $0.createdAt }, .instant)
    }
}

/// All identities of an account, without pages since they are few.
public struct IdentityList: WireObject, Equatable {
    public var items: [LinkedIdentity]

    public static let schemaName = "IdentityList"
    public static let schema = JSONSchema.object(of: IdentityList.self)

    public init(items: [LinkedIdentity]) {
        self.items = items
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<IdentityList>) {
        visitor.field("items", { $0.items }, .array(of: .component(LinkedIdentity.self)))
    }
}
