import Foundation
import Paceline
import PacelineAPI
import Testing

@Suite struct ProblemTests {
    static let statuses: [(SocialError.Code, Int)] = [
        (.malformed, 400), (.unknownParameter, 400), (.invalidCursor, 400), (.unauthenticated, 401),
        (.invalidCredentials, 401), (.reauthenticationRequired, 403), (.usernameRequired, 403),
        (.requestsNotAllowed, 403), (.notAllowed, 403),
        (.ageRestricted, 403), (.birthDateRequired, 403), (.notFriends, 403), (.blockedByMe, 403),
        (.notFound, 404),
        (.personNotFound, 404),
        (.requestNotFound, 404), (.friendCodeNotFound, 404), (.workoutNotFound, 404), (.photoNotFound, 404),
        (.itemNotFound, 404), (.commentNotFound, 404), (.methodNotAllowed, 405), (.usernameTaken, 409),
        (.requestExists, 409), (.alreadyFriends, 409), (.alreadyFollowing, 409), (.identityTaken, 409),
        (.identityExists, 409), (.lastIdentity, 409), (.birthDateFixed, 409),
        (.preconditionFailed, 412), (.tooLarge, 413), (.unsupportedMediaType, 415), (.invalidValue, 422),
        (.usernameInvalid, 422), (.usernameReserved, 422), (.usernameInappropriate, 422),
        (.nameReserved, 422), (.selfNotAllowed, 422), (.passwordTooCommon, 422), (.busy, 503),
        (.imageInvalid, 422), (.idempotencyKeyReused, 422), (.rateLimited, 429), (.internalError, 500),
        (.unavailable, 503), (.providerUnavailable, 503), (.timeout, 503),
        (.gameNotFound, 404), (.scoreNotFound, 404), (.groupNotFound, 404), (.invitationNotFound, 404),
        (.alreadyMember, 409), (.ownerMustStay, 409),
        (.limitReached, 409), (.quotaExceeded, 409), (.insufficientScope, 403), (.staffOnly, 403),
        (.seasonNotFound, 404),
        (.rewardNotFound, 404), (.insufficientXP, 409), (.soldOut, 409), (.priceChanged, 409),
        (.notRefundable, 409),
        (.changesExpired, 410), (.deviceReused, 409), (.commandSkipped, 409),
    ]

    @Test(arguments: statuses)
    func `each code has a status and a title`(code: SocialError.Code, status: Int) {
        #expect(ProblemKind.of(code).status == status)
        #expect(ProblemKind.of(code).title.hasSuffix("."))
    }

    @Test func `the table has each code exactly once`() {
        #expect(ProblemKind.all.count == Self.statuses.count)
        #expect(Set(ProblemKind.all.map(\.code)).count == ProblemKind.all.count)
        #expect(ProblemKind.of(SocialError.Code(rawValue: "of_tomorrow")).status == 500)
    }

    @Test(arguments: statuses)
    func `an error survives the round trip through its response`(code: SocialError.Code, status: Int) throws {
        let error = SocialError(code, "What \"happened\"\nhere.", field: "workouts[3].title", retryAfter: 7)
        let response = try Problem.response(error, requestId: "r1")
        #expect(response.status == status)
        #expect(response.contentType == "application/problem+json")
        let problem = try Problem(json: response.body)
        #expect(problem.requestId == "r1")
        #expect(problem.error(retryAfter: response.header("retry-after").flatMap(Int.init)) == error)
    }

    @Test func `a 401 carries a challenge`() throws {
        let response = try Problem.response(SocialError(.unauthenticated, "Sign in."))
        #expect(response.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
    }
}
