import Paceline

/// The HTTP status and title of an error code.
public struct ProblemKind: Sendable {
    public let code: SocialError.Code
    public let status: Int
    public let title: String

    private init(_ code: SocialError.Code, _ status: Int, _ title: String) {
        self.code = code
        self.status = status
        self.title = title
    }

    /// Returns the kind of a code. A code without one is a server error.
    public static func of(_ code: SocialError.Code) -> ProblemKind {
        byCode[code] ?? ProblemKind(code, 500, unexpected)
    }

    private static let unexpected = "Something went wrong."

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    /// All codes, by status.
    public static let all = [
        ProblemKind(.malformed, 400, "The request cannot be understood."),
        ProblemKind(.unknownParameter, 400, "There is no such parameter."),
        ProblemKind(.invalidCursor, 400, "The cursor does not belong to this list."),
        ProblemKind(.unauthenticated, 401, "You are not signed in."),
        ProblemKind(.invalidCredentials, 401, "The credentials are incorrect."),
        ProblemKind(.reauthenticationRequired, 403, "Confirm who you are first."),
        ProblemKind(.insufficientScope, 403, "The access token does not allow this."),
        ProblemKind(.usernameRequired, 403, "Choose a username first."),
        ProblemKind(.requestsNotAllowed, 403, "This person does not accept requests."),
        ProblemKind(.staffOnly, 403, "Only the staff can do this."),
        ProblemKind(.notAllowed, 403, "You may not do this."),
        ProblemKind(.ageRestricted, 403, "Your age does not allow this."),
        ProblemKind(.birthDateRequired, 403, SocialError.birthDateRequired("birthDate").message),
        ProblemKind(.notFriends, 403, SocialError.notFriends.message),
        ProblemKind(.blockedByMe, 403, "You have blocked this person."),
        ProblemKind(.notFound, 404, "There is nothing at this address."),
        ProblemKind(.personNotFound, 404, "There is no such person."),
        ProblemKind(.requestNotFound, 404, "There is no such request."),
        ProblemKind(.friendCodeNotFound, 404, "No one has this friend code."),
        ProblemKind(.workoutNotFound, 404, SocialError.workoutNotFound.message),
        ProblemKind(.photoNotFound, 404, "There is no picture."),
        ProblemKind(.itemNotFound, 404, SocialError.itemNotFound.message),
        ProblemKind(.commentNotFound, 404, SocialError.commentNotFound.message),
        ProblemKind(.gameNotFound, 404, "There is no such game."),
        ProblemKind(.scoreNotFound, 404, "There is no such score."),
        ProblemKind(.groupNotFound, 404, "There is no such group."),
        ProblemKind(.seasonNotFound, 404, "There is no such season."),
        ProblemKind(.rewardNotFound, 404, "The community does not offer this reward."),
        ProblemKind(.invitationNotFound, 404, "There is no such invitation."),
        ProblemKind(.methodNotAllowed, 405, "This address does not support this method."),
        ProblemKind(.usernameTaken, 409, "The username is taken."),
        ProblemKind(.requestExists, 409, "A request already exists."),
        ProblemKind(.alreadyFriends, 409, SocialError.alreadyFriends.message),
        ProblemKind(.alreadyFollowing, 409, "You already follow this person."),
        ProblemKind(.identityTaken, 409, "This identity belongs to another account."),
        ProblemKind(.identityExists, 409, "This identity is already linked."),
        ProblemKind(.lastIdentity, 409, "The last identity cannot be removed."),
        ProblemKind(.birthDateFixed, 409, "The birth date is already set."),
        ProblemKind(.alreadyMember, 409, "This person is already in the group."),
        ProblemKind(.ownerMustStay, 409, "A group with members needs its owner."),
        ProblemKind(.limitReached, 409, "The limit is reached."),
        ProblemKind(.insufficientXP, 409, "You do not have enough XP."),
        ProblemKind(.soldOut, 409, "This is sold out."),
        ProblemKind(.priceChanged, 409, "The price has changed."),
        ProblemKind(.notRefundable, 409, "This can no longer be refunded."),
        ProblemKind(.quotaExceeded, 409, "A quota is used up."),
        ProblemKind(.deviceReused, 409, "This device's commands do not continue earlier ones."),
        ProblemKind(.commandSkipped, 409, "The command was skipped."),
        ProblemKind(.changesExpired, 410, "The token is too old; reload everything."),
        ProblemKind(.preconditionFailed, 412, "It has changed in the meantime."),
        ProblemKind(.tooLarge, 413, "The request is too large."),
        ProblemKind(.unsupportedMediaType, 415, "This content type is not supported."),
        ProblemKind(.invalidValue, 422, "A value is not allowed."),
        ProblemKind(.usernameInvalid, 422, "The username is invalid."),
        ProblemKind(.usernameReserved, 422, "The username is reserved."),
        ProblemKind(.usernameInappropriate, 422, "The username may be offensive."),
        ProblemKind(.nameReserved, 422, "The name is reserved."),
        ProblemKind(.passwordTooCommon, 422, "The password is easy to guess."),
        ProblemKind(.selfNotAllowed, 422, "You cannot do this to yourself."),
        ProblemKind(.imageInvalid, 422, "The picture cannot be read."),
        ProblemKind(.idempotencyKeyReused, 422, "The idempotency key was used for another request."),
        ProblemKind(.rateLimited, 429, "Too many requests."),
        ProblemKind(.internalError, 500, unexpected),
        ProblemKind(.busy, 503, "The server is overloaded."),
        ProblemKind(.unavailable, 503, "The service is temporarily unavailable."),
        ProblemKind(.providerUnavailable, 503, "The identity provider cannot be reached."),
        ProblemKind(.timeout, 503, "The request took too long."),
    ]
}
