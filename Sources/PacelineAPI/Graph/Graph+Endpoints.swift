import Paceline

extension API {
    public static let friends = Endpoint<PersonPath, PageQuery, NoBody, Page<Person>>(
        .get, "/v1/people/{person}/friends", id: "friends", .graph, .member, "Somebody's friends",
        errors: [.personNotFound])

    public static let followers = Endpoint<PersonPath, PageQuery, NoBody, Page<Person>>(
        .get, "/v1/people/{person}/followers", id: "followers", .graph, .member, "Who follows somebody",
        errors: [.personNotFound])

    public static let following = Endpoint<PersonPath, PageQuery, NoBody, Page<Person>>(
        .get, "/v1/people/{person}/following", id: "following", .graph, .member, "Whom somebody follows",
        errors: [.personNotFound])

    public static let unfriend = Endpoint<PersonPath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/friends/{person}", id: "unfriend", .graph, .member, "End a friendship",
        errors: [.personNotFound, .notFriends, .selfNotAllowed])

    public static let removeFollower = Endpoint<PersonPath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/followers/{person}", id: "removeFollower", .graph, .member, "Remove a follower",
        errors: [.personNotFound, .selfNotAllowed])

    public static let follow = Endpoint<PersonPath, NoParameters, FollowBody, FollowOutcome>(
        .put, "/v1/following/{person}", id: "follow", .graph, .member, "Follow somebody",
        notes: "Answers 202 with a request when the person approves followers.",
        errors: [
            .personNotFound, .selfNotAllowed, .blockedByMe, .requestsNotAllowed, .requestExists,
            .alreadyFollowing,
            .ageRestricted,
        ])

    public static let unfollow = Endpoint<PersonPath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/following/{person}", id: "unfollow", .graph, .member,
        "Stop following somebody, or asking to", errors: [.personNotFound, .selfNotAllowed])

    public static let blocks = Endpoint<NoParameters, PageQuery, NoBody, Page<Person>>(
        .get, "/v1/blocks", id: "blocks", .graph, .member, "Whom I have blocked")

    public static let block = Endpoint<PersonPath, NoParameters, NoBody, Nothing>(
        .put, "/v1/blocks/{person}", id: "block", .graph, .member, "Block somebody",
        errors: [.personNotFound, .selfNotAllowed])

    public static let unblock = Endpoint<PersonPath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/blocks/{person}", id: "unblock", .graph, .member, "Unblock somebody",
        errors: [.personNotFound, .selfNotAllowed])

    public static let mutes = Endpoint<NoParameters, PageQuery, NoBody, Page<Person>>(
        .get, "/v1/mutes", id: "mutes", .graph, .member, "Whom I have muted")

    public static let mute = Endpoint<PersonPath, NoParameters, NoBody, Nothing>(
        .put, "/v1/mutes/{person}", id: "mute", .graph, .member, "Mute somebody",
        errors: [.personNotFound, .selfNotAllowed])

    public static let unmute = Endpoint<PersonPath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/mutes/{person}", id: "unmute", .graph, .member, "Unmute somebody",
        errors: [.personNotFound, .selfNotAllowed])
}
