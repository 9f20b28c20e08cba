import Foundation

/// The data for signing up with a password.
///
/// ```swift
/// let signedIn = try await server.signUp(
///     SignUp(username: "mira", password: password, birthDate: Day(number: 1990_05_17)!))
/// ```
public struct SignUp: Sendable, Equatable, Codable {
    /// The username to have; see ``Username``.
    public var username: String
    /// 8 to 256 characters; see ``PasswordRule``.
    public var password: String
    /// 1 to 50 characters; nil for the username.
    public var displayName: String?
    /// The birth date, which decides the age group.
    public var birthDate: Day

    public init(username: String, password: String, displayName: String? = nil, birthDate: Day) {
        self.username = username
        self.password = password
        self.displayName = displayName
        self.birthDate = birthDate
    }
}

/// Credentials for signing in.
///
/// ```swift
/// let signedIn = try await server.signIn(with: .password(username: "mira", password: password))
/// ```
public enum Credential: Sendable, Equatable {
    /// A username and its password.
    case password(username: String, password: String)
    /// A secret that the device generated and keeps: 32 random bytes. The first use creates an account.
    case device(secret: String)
    /// An identity token from Sign in with Apple, and the nonce of its request: ``SignInNonce/value``, or one that the
    /// app made if the server allows it. The token works once, within ten minutes of its issue. The first use of the
    /// identity creates an account.
    case apple(identityToken: String, nonce: String)

    /// A challenge that a passkey has signed. It works once. Passkeys are added to existing accounts, with
    /// ``SecurityService/addPasskey(_:)``.
    case passkey(PasskeyAssertion)

    /// The provider of these credentials.
    public var provider: IdentityProvider {
        switch self {
        case .password: .password
        case .device: .device
        case .apple: .apple
        case .passkey: .passkey
        }
    }
}

extension Credential: Codable {
    private enum CodingKeys: String, CodingKey {
        case provider, username, password, secret, identityToken, nonce
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String { try container.decode(String.self, forKey: key) }
        switch try container.decode(IdentityProvider.self, forKey: .provider) {
        case .password: self = .password(username: try text(.username), password: try text(.password))
        case .device: self = .device(secret: try text(.secret))
        case .apple: self = .apple(identityToken: try text(.identityToken), nonce: try text(.nonce))
        case .passkey: self = .passkey(try PasskeyAssertion(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(provider, forKey: .provider)
        switch self {
        case .password(let username, let password):
            try container.encode(username, forKey: .username)
            try container.encode(password, forKey: .password)
        case .device(let secret):
            try container.encode(secret, forKey: .secret)
        case .apple(let identityToken, let nonce):
            try container.encode(identityToken, forKey: .identityToken)
            try container.encode(nonce, forKey: .nonce)
        case .passkey(let assertion): try assertion.encode(to: encoder)
        }
    }
}

/// A way to sign in.
///
/// ```swift
/// let identities = try await session.identities()
/// if !identities.contains(where: { $0.provider == .password }) { offerPassword() }
/// ```
public enum IdentityProvider: String, Sendable, Codable, CaseIterable {
    /// Sign in with Apple.
    case apple
    /// A secret that a device keeps.
    case device
    /// A username and a password.
    case password
    /// A passkey. An account can have several, which ``SecurityService/passkeys()`` lists.
    case passkey
}

/// An identity linked to an account, with which its owner can sign in.
///
/// ```swift
/// for identity in try await session.identities() where identity.provider == .device {
///     try await session.unlink(identity.id)
/// }
/// ```
public struct LinkedIdentity: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<LinkedIdentity>

    public var id: ID
    /// How it signs in.
    public var provider: IdentityProvider
    /// When it was linked.
    public var createdAt: Date

    public init(id: ID, provider: IdentityProvider, createdAt: Date) {
        self.id = id
        self.provider = provider
        self.createdAt = createdAt
    }
}

extension Credential {
    /// Makes a secret for ``device(secret:)``: 256 random bits in base64url.
    ///
    /// Make it once for each installation, keep it in the keychain, and sign in with it from then on.
    public static func newDeviceSecret() -> String {
        Data(randomBytes: 32).base64URLEncodedString
    }
}

extension SignInService {
    /// Signs in without giving a birth date: see ``signIn(with:birthDate:)``.
    ///
    /// ```swift
    /// let signedIn = try await server.signIn(with: .password(username: "mira", password: password))
    /// ```
    public func signIn(with credential: Credential) async throws -> SignedIn {
        try await signIn(with: credential, birthDate: nil)
    }
}

/// The result of signing in. Store the token: the server keeps only its hash and cannot show it again.
///
/// ```swift
/// let signedIn = try await server.signIn(with: .device(secret: secret))
/// save(token: signedIn.token, clientToken: signedIn.clientToken)
/// ```
public struct SignedIn: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<SignedIn>

    public var id: ID
    /// 256 random bits, base64url.
    public var token: String
    /// Tells the server at the next sign-in that this client is not a stranger who guesses passwords. Good for 180
    /// days; keep it when signing out.
    public var clientToken: String
    /// When the session was opened.
    public var createdAt: Date
    /// When the token expires unless it is used.
    public var expiresAt: Date
    /// The person's account.
    public var person: Account

    public init(
        id: ID, token: String, clientToken: String, createdAt: Date, expiresAt: Date, person: Account
    ) {
        self.id = id
        self.token = token
        self.clientToken = clientToken
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.person = person
    }
}

/// The result of signing out everywhere.
///
/// ```swift
/// let result = try await session.signOutEverywhere()
/// if let secret = result.newDeviceSecret { saveInKeychain(secret) }
/// ```
public struct SignedOutEverywhere: Sendable, Equatable, Codable {
    /// The secret to sign in with from now on, for an account whose only way to sign in is a device's secret; nil for
    /// others.
    public var newDeviceSecret: String?

    public init(newDeviceSecret: String? = nil) {
        self.newDeviceSecret = newDeviceSecret
    }
}

/// An active session, as listed for its owner.
///
/// ```swift
/// for other in try await session.sessions(PageRequest()).items where !other.isCurrent {
///     try await session.revokeSession(other.id)
/// }
/// ```
public struct ActiveSession: Sendable, Equatable, Codable, Identifiable {
    public var id: SignedIn.ID
    /// How the person signed in.
    public var provider: IdentityProvider
    /// The app or browser, such as “Firefox on Linux”; nil if it is unknown.
    public var clientName: String?
    /// The network that the person signed in from, such as `192.0.2.0/24`; nil if it is unknown.
    public var network: String?
    /// When the session was opened.
    public var createdAt: Date
    /// When the session expires if it is not used.
    public var expiresAt: Date
    /// When the session was last used.
    public var lastUsedAt: Date
    /// Whether this is the session of the current request.
    public var isCurrent: Bool

    public init(
        id: SignedIn.ID, provider: IdentityProvider, clientName: String? = nil, network: String? = nil,
        createdAt: Date, expiresAt: Date, lastUsedAt: Date, isCurrent: Bool
    ) {
        self.id = id
        self.provider = provider
        self.clientName = clientName
        self.network = network
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
        self.isCurrent = isCurrent
    }
}

/// The rules for passwords.
///
/// ```swift
/// do { try PasswordRule.check(password) } catch { show(error.message) }
/// ```
public enum PasswordRule {
    /// The permitted number of characters.
    public static let lengths = 8...256

    /// The permitted number of characters for people with a ``StaffRole``.
    public static let staffLengths = 12...256

    /// The maximum number of bytes in UTF-8.
    public static let largestByteCount = 1_024

    /// Whether it is short enough to be a password. Longer texts are rejected before they are hashed.
    package static func mayBe(_ text: String) -> Bool {
        text.utf8.count <= largestByteCount && text.count <= lengths.upperBound
    }

    /// Checks a password's length. The server also rejects common passwords and names.
    /// - Parameters:
    ///   - role: the role of its owner, who needs a longer one; nil for people without a role.
    ///   - field: the field that errors name.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    public static func check(
        _ password: String, of role: StaffRole? = nil, field: String = "password"
    ) throws(SocialError) {
        let lengths = role == nil ? Self.lengths : Self.staffLengths
        guard mayBe(password), password.count >= lengths.lowerBound else {
            let owner = role == nil ? "A password" : "A password of the staff"
            throw SocialError(
                .invalidValue,
                "\(owner) is \(lengths.lowerBound) to \(lengths.upperBound) characters long.",
                field: field)
        }
    }
}

/// A change of password.
///
/// ```swift
/// let change = PasswordChange(currentPassword: old, newPassword: new)
/// let signedIn = try await session.changePassword(change)
/// save(token: signedIn.token, clientToken: signedIn.clientToken)
/// ```
public struct PasswordChange: Sendable, Equatable, Codable {
    /// The current password.
    public var currentPassword: String
    /// 8 to 256 characters; 12 to 256 for the staff.
    public var newPassword: String

    public init(currentPassword: String, newPassword: String) {
        self.currentPassword = currentPassword
        self.newPassword = newPassword
    }
}
