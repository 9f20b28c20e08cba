import Foundation

/// What an access token allows. No scope reaches how its owner signs in, nor their account.
///
/// ```swift
/// let draft = AccessTokenDraft(name: "Backup", scopes: [.read])
/// let isReadOnly = token.scopes == [.read]
/// ```
public enum TokenScope: OpenEnum {
    /// Reading what its owner sees: feeds, workouts, boards, people, requests, groups and notifications.
    case read
    /// Publishing, changing and deleting its owner's workouts.
    case workouts
    /// Publishing and deleting its owner's scores.
    case scores
    /// Requests, follows, reactions, comments and groups, also those that its owner manages.
    case social
    /// A scope that this version does not know.
    case unknown(String)

    public static let allCases: [TokenScope] = [.read, .workouts, .scores, .social]

    public var rawValue: String {
        switch self {
        case .read: "read"
        case .workouts: "workouts"
        case .scores: "scores"
        case .social: "social"
        case .unknown(let word): word
        }
    }
}

/// A token for a script or a recorder, which acts as its owner within its scopes.
///
/// ```swift
/// for token in try await session.accessTokens() where token.name == "Old script" {
///     try await session.revokeAccessToken(token.id)
/// }
/// ```
public struct AccessToken: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<AccessToken>

    /// The maximum number of tokens of a person.
    public static let limit = 20
    /// What each token starts with, so that leaked ones can be found.
    public static let prefix = "pct_"

    public var id: ID
    /// What it is for, in its owner's words.
    public var name: String
    /// What it allows.
    public var scopes: [TokenScope]
    /// When it was created.
    public var createdAt: Date
    /// When it expires if it is not used: by default 90 days after its last use, and 366 days after its creation at the
    /// latest.
    public var expiresAt: Date
    /// When it was last used, precise to the hour; its creation if it was not.
    public var lastUsedAt: Date

    public init(
        id: ID, name: String, scopes: [TokenScope], createdAt: Date, expiresAt: Date, lastUsedAt: Date
    ) {
        self.id = id
        self.name = name
        self.scopes = scopes
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
    }
}

/// A token to create.
///
/// ```swift
/// let draft = AccessTokenDraft(name: "Rowing script", scopes: [.workouts])
/// let created = try await session.createAccessToken(draft)
/// ```
public struct AccessTokenDraft: Sendable, Equatable, Codable {
    /// What it is for, 1 to 50 characters.
    public var name: String
    /// What it allows, at least one scope.
    public var scopes: [TokenScope]

    public init(name: String, scopes: [TokenScope]) {
        self.name = name
        self.scopes = scopes
    }

    /// Checks and normalises every value.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    public func checked() throws(SocialError) -> AccessTokenDraft {
        let (checked, found) = normalised()
        try found.throwFirst()
        return checked
    }

    /// The errors of all values, for a form that shows them at once; empty if ``checked()`` succeeds.
    public var errors: [SocialError] { normalised().found.errors }

    private func normalised() -> (checked: AccessTokenDraft, found: ErrorCollector) {
        var found = ErrorCollector()
        let name = found.check { () throws(SocialError) in try TextRule.tokenName.check(self.name) }
        if scopes.isEmpty {
            found.add(SocialError(.invalidValue, "Choose what the token allows.", field: "scopes"))
        }
        let scopes = TokenScope.allCases.filter(scopes.contains)
        return (AccessTokenDraft(name: name ?? self.name, scopes: scopes), found)
    }
}

/// A new token with its secret, which is shown once: the server keeps only its hash.
///
/// ```swift
/// let created = try await session.createAccessToken(draft)
/// show(created.secret, named: created.token.name)
/// ```
public struct CreatedAccessToken: Sendable, Equatable, Codable {
    /// The secret, to be sent as `Authorization: Bearer …`: `pct_` and 256 random bits in base64url.
    public var secret: String
    /// The token, as it is listed.
    public var token: AccessToken

    public init(secret: String, token: AccessToken) {
        self.secret = secret
        self.token = token
    }
}
