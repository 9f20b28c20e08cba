import Paceline

extension API {
    public static let friends = Endpoint<PersonPath, PageQuery, NoBody, Page<Person>>(
        .get, "/v1/people/{person}/friends", id: "friends", .graph, "Somebody's friends",
        errors: [.personNotFound],
        .member { try await $0.friends(of: $1.path.person, $1.query.page) })

    public static let followers = Endpoint<PersonPath, PageQuery, NoBody, Page<Person>>(
        .get, "/v1/people/{person}/followers", id: "followers", .graph, "Who follows somebody",
        errors: [.personNotFound],
        .member { try await $0.followers(of: $1.path.person, $1.query.page) })

    public static let following = Endpoint<PersonPath, PageQuery, NoBody, Page<Person>>(
        .get, "/v1/people/{person}/following", id: "following", .graph, "Whom somebody follows",
        errors: [.personNotFound],
        .member { try await $0.following(of: $1.path.person, $1.query.page) })

    public static let unfriend = Endpoint<PersonPath, NoParameters, NoBody, NoContent>(
        .delete, "/v1/friends/{person}", id: "unfriend", .graph, "End a friendship",
        errors: [.personNotFound, .notFriends, .selfNotAllowed],
        .member { try await $0.unfriend($1.path.person) })

    public static let removeFollower = Endpoint<PersonPath, NoParameters, NoBody, NoContent>(
        .delete, "/v1/followers/{person}", id: "removeFollower", .graph, "Remove a follower",
        errors: [.personNotFound, .selfNotAllowed],
        .member { try await $0.removeFollower($1.path.person) })

    public static let follow = Endpoint<PersonPath, NoParameters, FollowBody, FollowOutcome>(
        .put, "/v1/following/{person}", id: "follow", .graph, "Follow somebody",
        notes: "Answers 202 with a request when the person approves followers.",
        errors: [
            .personNotFound, .selfNotAllowed, .blockedByMe, .requestsNotAllowed, .requestExists,
            .alreadyFollowing,
            .ageRestricted,
        ],
        .member { try await $0.follow($1.path.person, notifications: $1.body.notifications) })

    public static let unfollow = Endpoint<PersonPath, NoParameters, NoBody, NoContent>(
        .delete, "/v1/following/{person}", id: "unfollow", .graph, "Stop following somebody, or asking to",
        errors: [.personNotFound, .selfNotAllowed],
        .member { try await $0.unfollow($1.path.person) })

    public static let blocks = Endpoint<NoParameters, PageQuery, NoBody, Page<Person>>(
        .get, "/v1/blocks", id: "blocks", .graph, "Whom I have blocked",
        .member { try await $0.blocks($1.query.page) })

    public static let block = Endpoint<PersonPath, NoParameters, NoBody, NoContent>(
        .put, "/v1/blocks/{person}", id: "block", .graph, "Block somebody",
        errors: [.personNotFound, .selfNotAllowed],
        .member { try await $0.block($1.path.person) })

    public static let unblock = Endpoint<PersonPath, NoParameters, NoBody, NoContent>(
        .delete, "/v1/blocks/{person}", id: "unblock", .graph, "Unblock somebody",
        errors: [.personNotFound, .selfNotAllowed],
        .member { try await $0.unblock($1.path.person) })

    public static let mutes = Endpoint<NoParameters, PageQuery, NoBody, Page<Person>>(
        .get, "/v1/mutes", id: "mutes", .graph, "Whom I have muted",
        .member { try await $0.mutes($1.query.page) })

    public static let mute = Endpoint<PersonPath, NoParameters, NoBody, NoContent>(
        .put, "/v1/mutes/{person}", id: "mute", .graph, "Mute somebody",
        errors: [.personNotFound, .selfNotAllowed],
        .member { try await $0.mute($1.path.person) })

    public static let unmute = Endpoint<PersonPath, NoParameters, NoBody, NoContent>(
        .delete, "/v1/mutes/{person}", id: "unmute", .graph, "Unmute somebody",
        errors: [.personNotFound, .selfNotAllowed],
        .member { try await $0.unmute($1.path.person) })
}
