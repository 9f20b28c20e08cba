import Foundation

/// The error that all services throw.
///
/// Decide by ``code`` and show ``message`` to people:
///
/// ```swift
/// do {
///     _ = try await session.setUsername("mira")
/// } catch let error as SocialError where error.code == .usernameTaken {
///     suggestAnotherName()
/// } catch let error as SocialError {
///     show(error.message)
/// }
/// ```
public struct SocialError: Error, Sendable, Equatable, Codable {
    /// The reason for the error.
    public let code: Code
    /// One or two sentences in English to show to the person.
    public let message: String
    /// The invalid field, by its API name; nil when the error is not about one field.
    public let field: String?
    /// Seconds to wait before retrying; set only with ``Code/rateLimited``, ``Code/busy``, ``Code/timeout`` and
    /// ``Code/unavailable``.
    public let retryAfter: Int?

    /// Creates an error. An app needs this only in its own tests and previews.
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

extension SocialError: LocalizedError {
    /// The message, which `localizedDescription` returns, too.
    public var errorDescription: String? { message }
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
    /// The request could not be parsed.
    public static let malformed = Self(rawValue: "malformed")
    /// The request has an unknown parameter.
    public static let unknownParameter = Self(rawValue: "unknown_parameter")
    /// The cursor does not belong to this list.
    public static let invalidCursor = Self(rawValue: "invalid_cursor")
    /// A value is invalid; see ``SocialError/field``.
    public static let invalidValue = Self(rawValue: "invalid_value")
    /// The request or a text in it is too large.
    public static let tooLarge = Self(rawValue: "too_large")
    /// The content type is not supported.
    public static let unsupportedMediaType = Self(rawValue: "unsupported_media_type")
    /// Too many requests; retry after ``SocialError/retryAfter``.
    public static let rateLimited = Self(rawValue: "rate_limited")
    /// The idempotency key was used for a different request.
    public static let idempotencyKeyReused = Self(rawValue: "idempotency_key_reused")
    /// The object changed since the given version.
    public static let preconditionFailed = Self(rawValue: "precondition_failed")
    /// The path does not support this method.
    public static let methodNotAllowed = Self(rawValue: "method_not_allowed")
    /// The object does not exist.
    public static let notFound = Self(rawValue: "not_found")
    /// The server is overloaded; retry after ``SocialError/retryAfter``.
    public static let busy = Self(rawValue: "busy")
    /// The request took too long.
    public static let timeout = Self(rawValue: "timeout")
    /// The server or database cannot be reached; retry later.
    public static let unavailable = Self(rawValue: "unavailable")
    /// The server failed unexpectedly.
    public static let internalError = Self(rawValue: "internal_error")

    // Signing in.
    /// The token is missing, expired or revoked. Sign in again.
    public static let unauthenticated = Self(rawValue: "unauthenticated")
    /// The credentials are wrong.
    public static let invalidCredentials = Self(rawValue: "invalid_credentials")
    /// The viewer must confirm who they are first: see ``AccountService/reauthenticate(with:)``.
    public static let reauthenticationRequired = Self(rawValue: "reauthentication_required")
    /// The password is among the most common ones, or hardly more than a name.
    public static let passwordTooCommon = Self(rawValue: "password_too_common")
    /// The identity provider cannot be reached.
    public static let providerUnavailable = Self(rawValue: "provider_unavailable")
    /// The identity belongs to another account.
    public static let identityTaken = Self(rawValue: "identity_taken")
    /// The identity is already linked.
    public static let identityExists = Self(rawValue: "identity_exists")
    /// The only way to sign in cannot be removed.
    public static let lastIdentity = Self(rawValue: "last_identity")

    // People.
    /// The account needs a username first.
    public static let usernameRequired = Self(rawValue: "username_required")
    /// The username is taken.
    public static let usernameTaken = Self(rawValue: "username_taken")
    /// The username is malformed.
    public static let usernameInvalid = Self(rawValue: "username_invalid")
    /// The username is reserved.
    public static let usernameReserved = Self(rawValue: "username_reserved")
    /// The username may offend.
    public static let usernameInappropriate = Self(rawValue: "username_inappropriate")
    /// The display name or the group's title looks like a name of the staff or of the community.
    public static let nameReserved = Self(rawValue: "name_reserved")
    /// The person does not exist or is hidden from the viewer.
    public static let personNotFound = Self(rawValue: "person_not_found")
    /// The viewer's age does not allow this.
    public static let ageRestricted = Self(rawValue: "age_restricted")
    /// The viewer must add their birth date first: see ``AccountChanges/birthDate``.
    public static let birthDateRequired = Self(rawValue: "birth_date_required")
    /// The birth date can be set only once.
    public static let birthDateFixed = Self(rawValue: "birth_date_fixed")

    // The graph.
    /// The action does not apply to oneself.
    public static let selfNotAllowed = Self(rawValue: "self_not_allowed")
    /// There is already a pending request.
    public static let requestExists = Self(rawValue: "request_exists")
    /// The request does not exist or is not pending.
    public static let requestNotFound = Self(rawValue: "request_not_found")
    /// The person does not accept requests from the viewer.
    public static let requestsNotAllowed = Self(rawValue: "requests_not_allowed")
    /// The two are already friends.
    public static let alreadyFriends = Self(rawValue: "already_friends")
    /// The viewer already follows the person.
    public static let alreadyFollowing = Self(rawValue: "already_following")
    /// The two are not friends.
    public static let notFriends = Self(rawValue: "not_friends")
    /// The viewer has blocked the person.
    public static let blockedByMe = Self(rawValue: "blocked_by_me")
    /// No one has this friend code.
    public static let friendCodeNotFound = Self(rawValue: "friend_code_not_found")

    // Workouts, feed, reactions.
    /// The workout does not exist or is hidden from the viewer.
    public static let workoutNotFound = Self(rawValue: "workout_not_found")
    /// There is no picture.
    public static let photoNotFound = Self(rawValue: "photo_not_found")
    /// The picture is damaged.
    public static let imageInvalid = Self(rawValue: "image_invalid")
    /// The item does not exist or is hidden from the viewer.
    public static let itemNotFound = Self(rawValue: "item_not_found")
    /// The comment does not exist or is hidden from the viewer.
    public static let commentNotFound = Self(rawValue: "comment_not_found")
    /// The access token does not allow this: see ``TokenScope``.
    public static let insufficientScope = Self(rawValue: "insufficient_scope")
    /// Only the staff may do this, or only administrators: see ``StaffRole``.
    public static let staffOnly = Self(rawValue: "staff_only")
    /// The viewer may not do this.
    public static let notAllowed = Self(rawValue: "not_allowed")

    // Leaderboards.
    /// The community does not have this game.
    public static let gameNotFound = Self(rawValue: "game_not_found")
    /// There is no such score.
    public static let scoreNotFound = Self(rawValue: "score_not_found")
    /// The group does not exist, or the viewer is not a member.
    public static let groupNotFound = Self(rawValue: "group_not_found")
    /// The invitation or join code does not exist or is no longer valid.
    public static let invitationNotFound = Self(rawValue: "invitation_not_found")
    /// The person is already a member.
    public static let alreadyMember = Self(rawValue: "already_member")
    /// The owner must transfer the group before leaving.
    public static let ownerMustStay = Self(rawValue: "owner_must_stay")
    /// A limit is reached; the message names it.
    public static let limitReached = Self(rawValue: "limit_reached")
    /// The season does not exist, or the viewer is not a member of its group.
    public static let seasonNotFound = Self(rawValue: "season_not_found")

    // Rewards.
    /// The community does not offer this reward now.
    public static let rewardNotFound = Self(rawValue: "reward_not_found")
    /// The viewer's balance is less than the price.
    public static let insufficientXP = Self(rawValue: "insufficient_xp")
    /// None of the reward is left.
    public static let soldOut = Self(rawValue: "sold_out")
    /// The reward costs more or less than the viewer agreed to.
    public static let priceChanged = Self(rawValue: "price_changed")
    /// The redemption was fulfilled, is too old to be refunded by the viewer, or was already refunded.
    public static let notRefundable = Self(rawValue: "not_refundable")

    // Quotas.
    /// A quota of the viewer is used up: their pictures would exceed ``AccountService/storage()``, or too many of their
    /// requests wait for an answer.
    public static let quotaExceeded = Self(rawValue: "quota_exceeded")

    // Sync.
    /// The token is too old. Load a new copy.
    public static let changesExpired = Self(rawValue: "changes_expired")
    /// The commands of a device do not continue those that the server knows: its file was copied or restored. Choose a
    /// new ``SyncDevice/ID``, and send again only what was never sent.
    public static let deviceReused = Self(rawValue: "device_reused")
    /// The device asked the server to skip the command: see ``SyncCommand/skip``.
    public static let commandSkipped = Self(rawValue: "command_skipped")
}
