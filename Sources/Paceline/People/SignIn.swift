import Foundation

/// What a new person gives to sign up with a password.
public struct SignUp: Sendable, Equatable, Codable {
    public var username: String
    public var password: String
    /// The username when nil.
    public var displayName: String?
    public var birthDate: Day

    public init(username: String, password: String, displayName: String? = nil, birthDate: Day) {
        self.username = username
        self.password = password
        self.displayName = displayName
        self.birthDate = birthDate
    }
}

/// Proof of who somebody is.
public enum Credential: Sendable, Equatable {
    case password(username: String, password: String)
    /// A secret of 32 random bytes that a device made and keeps.
    case device(secret: String)
    /// An identity token of Sign in with Apple, and the nonce that was asked for with it.
    case apple(identityToken: String, nonce: String)

    public var provider: IdentityProvider {
        switch self {
        case .password: .password
        case .device: .device
        case .apple: .apple
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
        }
    }
}

/// Who vouches for an identity.
public enum IdentityProvider: String, Sendable, Codable, CaseIterable {
    case apple, device, password
}

/// One way in which a person can sign in.
public struct LinkedIdentity: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<LinkedIdentity>

    public var id: ID
    public var provider: IdentityProvider
    public var createdAt: Date

    public init(id: ID, provider: IdentityProvider, createdAt: Date) {
        self.id = id
        self.provider = provider
        self.createdAt = createdAt
    }
}

/// A fresh sign-in. The token is told this once; only its hash is kept.
public struct SignedIn: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<SignedIn>

    public var id: ID
    /// 256 random bits, base64url.
    public var token: String
    public var createdAt: Date
    public var expiresAt: Date
    public var person: Account

    public init(id: ID, token: String, createdAt: Date, expiresAt: Date, person: Account) {
        self.id = id
        self.token = token
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.person = person
    }
}

/// A sign-in that is still good, as its owner sees it listed.
public struct ActiveSession: Sendable, Equatable, Codable, Identifiable {
    public var id: SignedIn.ID
    public var provider: IdentityProvider
    public var createdAt: Date
    public var expiresAt: Date
    public var lastUsedAt: Date
    public var isCurrent: Bool

    public init(
        id: SignedIn.ID, provider: IdentityProvider, createdAt: Date, expiresAt: Date, lastUsedAt: Date,
        isCurrent: Bool
    ) {
        self.id = id
        self.provider = provider
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
        self.isCurrent = isCurrent
    }
}

/// What a password must be: long enough to resist guessing, short enough to hash.
public enum PasswordRule {
    public static let lengths = 8...256

    /// - Parameter field: what the password is called where it was given.
    /// - Throws: ``SocialError/Code/invalidValue``.
    public static func check(
        _ password: String, username: String, field: String = "password"
    ) throws(SocialError) {
        guard lengths.contains(password.count), password.utf8.count <= 1_024 else {
            throw SocialError(
                .invalidValue,
                "A password is \(lengths.lowerBound) to \(lengths.upperBound) characters long.",
                field: field)
        }
        guard password.lowercased() != username.lowercased(), Set(password).count >= 4 else {
            throw SocialError(.invalidValue, "That password is too easy to guess.", field: field)
        }
    }
}

/// What a person sends to change their password.
public struct PasswordChange: Sendable, Equatable, Codable {
    /// The one that is good until now.
    public var currentPassword: String
    public var newPassword: String

    public init(currentPassword: String, newPassword: String) {
        self.currentPassword = currentPassword
        self.newPassword = newPassword
    }
}
