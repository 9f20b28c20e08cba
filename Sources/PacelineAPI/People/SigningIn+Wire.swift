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
            visitor.passwordFields { $0 }
        }
        visitor.variant("DeviceCredential", when: { $0.provider == .device }) {
            visitor.deviceFields { $0 }
        }
        visitor.variant("AppleCredential", when: { $0.provider == .apple }) {
            visitor.appleFields { $0 }
        }
        visitor.variant("PasskeyCredential", when: { $0.provider == .passkey }) {
            visitor.passkeyFields { $0 }
        }
    }

    fileprivate var passkey: PasskeyAssertion? {
        if case .passkey(let assertion) = self { assertion } else { nil }
    }

    fileprivate var password: (username: String, password: String)? {
        if case .password(let username, let password) = self { (username, password) } else { nil }
    }

    fileprivate var secret: String? {
        if case .device(let secret) = self { secret } else { nil }
    }

    fileprivate var apple: (identityToken: String, nonce: String)? {
        if case .apple(let identityToken, let nonce) = self { (identityToken, nonce) } else { nil }
    }
}

// The fields of each kind of credential, in an object that has one.
extension WireVisitor {
    @inline(__always)
    fileprivate func passwordFields(_ credential: (Root) -> Credential) {
        field("provider", { credential($0).provider }, .choice([IdentityProvider.password.rawValue]))
        // No pattern: every wrong sign-in gets the same error.
        required("username", { credential($0).password?.username }, .string)
        required("password", { credential($0).password?.password }, .string)
    }

    @inline(__always)
    fileprivate func deviceFields(_ credential: (Root) -> Credential) {
        field("provider", { credential($0).provider }, .choice([IdentityProvider.device.rawValue]))
        required(
            "secret", { credential($0).secret }, .string(pattern: .deviceSecret),
            "32 random bytes that the device stores.")
    }

    @inline(__always)
    fileprivate func appleFields(_ credential: (Root) -> Credential) {
        field("provider", { credential($0).provider }, .choice([IdentityProvider.apple.rawValue]))
        required("identityToken", { credential($0).apple?.identityToken }, .string(length: 1...8_192))
        required(
            "nonce", { credential($0).apple?.nonce }, .string(length: 1...512),
            """
            The `value` of a nonce, or the app's own if the server allows it. The `nonce` of the token must be the \
            same, or its SHA-256 in lowercase hexadecimal.
            """)
    }

    @inline(__always)
    fileprivate func passkeyFields(_ credential: (Root) -> Credential) {
        field("provider", { credential($0).provider }, .choice([IdentityProvider.passkey.rawValue]))
        required("credentialId", { credential($0).passkey?.credentialID }, .credentialID)
        required("authenticatorData", { credential($0).passkey?.authenticatorData }, .authenticatorData)
        required("clientDataJSON", { credential($0).passkey?.clientDataJSON }, .clientData)
        required("signature", { credential($0).passkey?.signature }, .signature)
        field(
            "userHandle", { credential($0).passkey?.userHandle }, .userHandle,
            "If the authenticator returned one.")
    }
}

/// The credential to sign in with, and the birth date of a person who may not have given it yet.
public struct SignInBody: WireObject, Equatable {
    public var credential: Credential
    public var birthDate: Day?

    public static let schemaName = "SignIn"
    public static let schema = JSONSchema.oneOf(variantsOf: SignInBody.self)

    public init(_ credential: Credential, birthDate: Day? = nil) {
        self.credential = credential
        self.birthDate = birthDate
    }

    private enum CodingKeys: String, CodingKey {
        case birthDate
    }

    public init(from decoder: any Decoder) throws {
        credential = try Credential(from: decoder)
        birthDate = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
            Day.self, forKey: .birthDate)
    }

    public func encode(to encoder: any Encoder) throws {
        try credential.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(birthDate, forKey: .birthDate)
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<SignInBody>) {
        visitor.variant("PasswordSignIn", when: { $0.credential.provider == .password }) {
            visitor.passwordFields(\.credential)
            visitor.birthDate()
        }
        visitor.variant("DeviceSignIn", when: { $0.credential.provider == .device }) {
            visitor.deviceFields(\.credential)
            visitor.birthDate()
        }
        visitor.variant("AppleSignIn", when: { $0.credential.provider == .apple }) {
            visitor.appleFields(\.credential)
            visitor.birthDate()
        }
        visitor.variant("PasskeySignIn", when: { $0.credential.provider == .passkey }) {
            visitor.passkeyFields(\.credential)
            visitor.birthDate()
        }
    }
}

extension WireVisitor<SignInBody> {
    @inline(__always)
    fileprivate func birthDate() {
        field(
            "birthDate", { $0.birthDate }, .day,
            "Becomes yours if your account has none, unless you have a username and a stronger way to sign in."
        )
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
        visitor.field("token", { $0.token }, .string, FieldSummary.bearerToken)
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
