import Paceline

/// What is the same for every problem of one code.
public struct ProblemKind: Sendable {
    public let code: SocialError.Code
    public let status: Int
    public let title: String

    private init(_ code: SocialError.Code, _ status: Int, _ title: String) {
        self.code = code
        self.status = status
        self.title = title
    }

    /// The kind of a code; one that is not in the table is a fault of the server.
    public static func of(_ code: SocialError.Code) -> ProblemKind {
        byCode[code] ?? ProblemKind(code, 500, "Something went wrong.")
    }

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    /// Every code with its HTTP status, in one table.
    public static let all = [
        ProblemKind(.malformed, 400, "The request cannot be understood."),
        ProblemKind(.unknownParameter, 400, "There is no such parameter."),
        ProblemKind(.invalidCursor, 400, "The cursor is not one of this list."),
        ProblemKind(.unauthenticated, 401, "You are not signed in."),
        ProblemKind(.invalidCredentials, 401, "The credentials are not right."),
        ProblemKind(.usernameRequired, 403, "Choose a username first."),
        ProblemKind(.requestsNotAllowed, 403, "This person takes no requests."),
        ProblemKind(.notAllowed, 403, "You may not do this."),
        ProblemKind(.ageRestricted, 403, "Your age does not allow this."),
        ProblemKind(.notFriends, 403, "You are not friends."),
        ProblemKind(.blockedByMe, 403, "You have blocked this person."),
        ProblemKind(.notFound, 404, "There is nothing at this address."),
        ProblemKind(.personNotFound, 404, "There is no such person."),
        ProblemKind(.requestNotFound, 404, "There is no such request."),
        ProblemKind(.friendCodeNotFound, 404, "Nobody has this friend code."),
        ProblemKind(.workoutNotFound, 404, "There is no such workout."),
        ProblemKind(.photoNotFound, 404, "There is no picture."),
        ProblemKind(.itemNotFound, 404, "There is no such item."),
        ProblemKind(.commentNotFound, 404, "There is no such comment."),
        ProblemKind(.gameNotFound, 404, "There is no such game."),
        ProblemKind(.scoreNotFound, 404, "There is no such score."),
        ProblemKind(.groupNotFound, 404, "There is no such group."),
        ProblemKind(.seasonNotFound, 404, "There is no such season."),
        ProblemKind(.invitationNotFound, 404, "There is no such invitation."),
        ProblemKind(.methodNotAllowed, 405, "This address does not take this method."),
        ProblemKind(.usernameTaken, 409, "The username is taken."),
        ProblemKind(.requestExists, 409, "There is a request already."),
        ProblemKind(.alreadyFriends, 409, "You are friends already."),
        ProblemKind(.alreadyFollowing, 409, "You follow this person already."),
        ProblemKind(.identityTaken, 409, "This identity belongs to another account."),
        ProblemKind(.identityExists, 409, "This identity is linked already."),
        ProblemKind(.lastIdentity, 409, "The last identity cannot be removed."),
        ProblemKind(.idTaken, 409, "The id is taken."),
        ProblemKind(.birthDateFixed, 409, "The birth date is set already."),
        ProblemKind(.alreadyMember, 409, "This person is in the group already."),
        ProblemKind(.ownerMustStay, 409, "A group with members needs its owner."),
        ProblemKind(.limitReached, 409, "There are as many as there may be."),
        ProblemKind(.changesExpired, 410, "The token is too old: load anew."),
        ProblemKind(.preconditionFailed, 412, "It has been changed meanwhile."),
        ProblemKind(.tooLarge, 413, "The request is too large."),
        ProblemKind(.unsupportedMediaType, 415, "The content has a type that is not taken here."),
        ProblemKind(.invalidValue, 422, "A value is not allowed."),
        ProblemKind(.usernameInvalid, 422, "The username is not well formed."),
        ProblemKind(.usernameReserved, 422, "The username is reserved."),
        ProblemKind(.usernameInappropriate, 422, "The username may offend."),
        ProblemKind(.selfNotAllowed, 422, "You cannot do this to yourself."),
        ProblemKind(.imageInvalid, 422, "The picture cannot be read."),
        ProblemKind(.idempotencyKeyReused, 422, "The idempotency key was used for another request."),
        ProblemKind(.rateLimited, 429, "Too many requests."),
        ProblemKind(.internalError, 500, "Something went wrong."),
        ProblemKind(.unavailable, 503, "The service cannot answer now."),
        ProblemKind(.providerUnavailable, 503, "The identity provider cannot be reached."),
        ProblemKind(.timeout, 503, "The answer took too long."),
    ]
}
