/// The error that all services throw.
///
/// Decide by ``code`` and show ``message`` to people:
///
/// ```swift
/// do {
///     try await session.setUsername("mira")
/// } catch let error as SocialError where error.code == .usernameTaken {
///     suggestAnotherName()
/// } catch let error as SocialError {
///     show(error.message)
/// }
/// ```
public struct SocialError: Error, Sendable, Equatable, Codable {
    public let code: Code
    /// One or two sentences in English to show to the person.
    public let message: String
    /// The invalid field, by its API name; nil when the error is not about one field.
    public let field: String?
    /// Seconds to wait before retrying; set only with ``Code/rateLimited`` and ``Code/unavailable``.
    public let retryAfter: Int?

    public init(_ code: Code, _ message: String, field: String? = nil, retryAfter: Int? = nil) {
        self.code = code
        self.message = message
        self.field = field
        self.retryAfter = retryAfter
    }
}

extension SocialError: CustomStringConvertible {
    public var description: String { message }
}

extension SocialError {
    /// A stable error code.
    ///
    /// Not an enum, since a newer server may send codes that this version does not know.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

extension SocialError.Code {
    // The request.
    public static let malformed = Self(rawValue: "malformed")
    public static let unknownParameter = Self(rawValue: "unknown_parameter")
    public static let invalidCursor = Self(rawValue: "invalid_cursor")
    public static let invalidValue = Self(rawValue: "invalid_value")
    public static let tooLarge = Self(rawValue: "too_large")
    public static let unsupportedMediaType = Self(rawValue: "unsupported_media_type")
    public static let rateLimited = Self(rawValue: "rate_limited")
    public static let idempotencyKeyReused = Self(rawValue: "idempotency_key_reused")
    public static let preconditionFailed = Self(rawValue: "precondition_failed")
    public static let methodNotAllowed = Self(rawValue: "method_not_allowed")
    public static let notFound = Self(rawValue: "not_found")
    public static let timeout = Self(rawValue: "timeout")
    public static let unavailable = Self(rawValue: "unavailable")
    public static let internalError = Self(rawValue: "internal_error")

    // Signing in.
    public static let unauthenticated = Self(rawValue: "unauthenticated")
    public static let invalidCredentials = Self(rawValue: "invalid_credentials")
    public static let providerUnavailable = Self(rawValue: "provider_unavailable")
    public static let identityTaken = Self(rawValue: "identity_taken")
    public static let identityExists = Self(rawValue: "identity_exists")
    public static let lastIdentity = Self(rawValue: "last_identity")

    // People.
    public static let usernameRequired = Self(rawValue: "username_required")
    public static let usernameTaken = Self(rawValue: "username_taken")
    public static let usernameInvalid = Self(rawValue: "username_invalid")
    public static let usernameReserved = Self(rawValue: "username_reserved")
    public static let usernameInappropriate = Self(rawValue: "username_inappropriate")
    public static let personNotFound = Self(rawValue: "person_not_found")
    public static let ageRestricted = Self(rawValue: "age_restricted")
    public static let birthDateFixed = Self(rawValue: "birth_date_fixed")

    // The graph.
    public static let selfNotAllowed = Self(rawValue: "self_not_allowed")
    public static let requestExists = Self(rawValue: "request_exists")
    public static let requestNotFound = Self(rawValue: "request_not_found")
    public static let requestsNotAllowed = Self(rawValue: "requests_not_allowed")
    public static let alreadyFriends = Self(rawValue: "already_friends")
    public static let alreadyFollowing = Self(rawValue: "already_following")
    public static let notFriends = Self(rawValue: "not_friends")
    public static let blockedByMe = Self(rawValue: "blocked_by_me")
    public static let friendCodeNotFound = Self(rawValue: "friend_code_not_found")

    // Workouts, feed, reactions.
    public static let workoutNotFound = Self(rawValue: "workout_not_found")
    public static let photoNotFound = Self(rawValue: "photo_not_found")
    public static let imageInvalid = Self(rawValue: "image_invalid")
    public static let itemNotFound = Self(rawValue: "item_not_found")
    public static let commentNotFound = Self(rawValue: "comment_not_found")
    public static let idTaken = Self(rawValue: "id_taken")
    public static let notAllowed = Self(rawValue: "not_allowed")

    // Leaderboards.
    public static let gameNotFound = Self(rawValue: "game_not_found")
    public static let scoreNotFound = Self(rawValue: "score_not_found")
    public static let groupNotFound = Self(rawValue: "group_not_found")
    public static let invitationNotFound = Self(rawValue: "invitation_not_found")
    public static let alreadyMember = Self(rawValue: "already_member")
    public static let ownerMustStay = Self(rawValue: "owner_must_stay")
    public static let limitReached = Self(rawValue: "limit_reached")
    public static let seasonNotFound = Self(rawValue: "season_not_found")

    // Sync.
    public static let changesExpired = Self(rawValue: "changes_expired")
}
