// The errors that several places throw or list, so that each sentence is written once.
extension SocialError {
    package static let invalidCursor = SocialError(
        .invalidCursor, "This cursor belongs to another list. Start again without a cursor.", field: "cursor")
    package static let serverIsStopping = SocialError(
        .unavailable, "The server is stopping. Try again.", retryAfter: 1)
    package static let sendsNoMail = SocialError(.providerUnavailable, "This community sends no mail.")
    package static let identityTaken = SocialError(
        .identityTaken, "Another account already uses this sign-in.")

    /// The error for people who do not have the role.
    package static func staffOnly(_ role: StaffRole) -> SocialError {
        let staff = role == .administrator ? "administrators" : "moderators and administrators"
        return SocialError(.staffOnly, "Only \(staff) of this community can do this.")
    }

    package static let usernameTaken = SocialError(
        .usernameTaken, "That username is taken. Choose another.", field: "username")
    package static let usernameInappropriate = SocialError(
        .usernameInappropriate, "That username may offend. Choose another.", field: "username")

    package static let alreadyFriends = SocialError(.alreadyFriends, "You are already friends.")
    package static let notFriends = SocialError(.notFriends, "You are not friends.")

    package static let workoutNotFound = SocialError(.workoutNotFound, "There is no such workout.")
    package static let workoutOfAnotherPerson = SocialError(
        .notAllowed, "This workout belongs to another person.")
    package static let scoreNotFound = SocialError(
        .scoreNotFound, "You have no score in this game on this day.")
    package static let itemNotFound = SocialError(.itemNotFound, "There is no such item.")
    package static let commentNotFound = SocialError(.commentNotFound, "There is no such comment.")

    package static let tooManyFriendCodes = SocialError(
        .invalidValue, "codes may have at most \(FriendCode.maxPerRequest) friend codes.", field: "codes")

    package static let streaksHaveNoGlobalBoard = SocialError(
        .invalidValue, "Streaks are compared among friends and in groups, not among everyone.",
        field: "metric")
    package static let dayNotBegun = SocialError(.invalidValue, "This day has not begun yet.", field: "day")
}

extension SocialError {
    /// The same error with the field that it is about.
    package func naming(field: String) -> SocialError {
        SocialError(code, message, field: field, retryAfter: retryAfter)
    }
}
