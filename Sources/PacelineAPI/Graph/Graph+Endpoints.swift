import Paceline

extension API {
    public static let friends = Endpoint<PersonPath, PageQuery, EmptyBody, Page<Person>>(
        .get, "/v1/people/{person}/friends", id: "friends", .graph, "List a person's friends",
        errors: [.personNotFound],
        .member { try await $0.friends(of: $1.path.person, $1.query.page) })

    public static let followers = Endpoint<PersonPath, PageQuery, EmptyBody, Page<Person>>(
        .get, "/v1/people/{person}/followers", id: "followers", .graph, "List a person's followers",
        errors: [.personNotFound],
        .member { try await $0.followers(of: $1.path.person, $1.query.page) })

    public static let following = Endpoint<PersonPath, PageQuery, EmptyBody, Page<Person>>(
        .get, "/v1/people/{person}/following", id: "following", .graph,
        "List the people whom a person follows",
        errors: [.personNotFound],
        .member { try await $0.following(of: $1.path.person, $1.query.page) })

    public static let unfriend = Endpoint<PersonPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/friends/{person}", id: "unfriend", .graph, "Unfriend a person",
        errors: [.personNotFound, .notFriends, .selfNotAllowed], queueing: .always,
        .member { try await $0.unfriend($1.path.person) })

    public static let removeFollower = Endpoint<PersonPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/followers/{person}", id: "removeFollower", .graph, "Remove a follower",
        errors: [.personNotFound, .selfNotAllowed], queueing: .always,
        .member { try await $0.removeFollower($1.path.person) })

    public static let follow = Endpoint<PersonPath, NoParameters, FollowBody, FollowOutcome>(
        .put, "/v1/following/{person}", id: "follow", .graph, "Follow a person",
        notes: "Returns 202 with a request if the person approves followers.",
        errors: [
            .personNotFound, .selfNotAllowed, .blockedByMe, .requestsNotAllowed, .requestExists,
            .alreadyFollowing, .quotaExceeded,
        ], queueing: .always,
        .member { try await $0.follow($1.path.person, notifications: $1.body.notifications) })

    public static let unfollow = Endpoint<PersonPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/following/{person}", id: "unfollow", .graph,
        "Unfollow a person, or cancel the request to follow",
        errors: [.personNotFound, .selfNotAllowed], queueing: .always,
        .member { try await $0.unfollow($1.path.person) })

    public static let blocks = Endpoint<NoParameters, PageQuery, EmptyBody, Page<Person>>(
        .get, "/v1/blocks", id: "blocks", .graph, "List the people you have blocked",
        .member { try await $0.blocks($1.query.page) })

    public static let block = Endpoint<PersonPath, NoParameters, EmptyBody, NoContent>(
        .put, "/v1/blocks/{person}", id: "block", .graph, "Block a person",
        isPrivate: true, errors: [.personNotFound, .selfNotAllowed], queueing: .always,
        .member { try await $0.block($1.path.person) })

    public static let unblock = Endpoint<PersonPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/blocks/{person}", id: "unblock", .graph, "Unblock a person",
        isPrivate: true, errors: [.personNotFound, .selfNotAllowed], queueing: .always,
        .member { try await $0.unblock($1.path.person) })

    public static let mutes = Endpoint<NoParameters, PageQuery, EmptyBody, Page<Person>>(
        .get, "/v1/mutes", id: "mutes", .graph, "List the people you have muted",
        .member { try await $0.mutes($1.query.page) })

    public static let mute = Endpoint<PersonPath, NoParameters, EmptyBody, NoContent>(
        .put, "/v1/mutes/{person}", id: "mute", .graph, "Mute a person",
        isPrivate: true, errors: [.personNotFound, .selfNotAllowed], queueing: .always,
        .member { try await $0.mute($1.path.person) })

    public static let unmute = Endpoint<PersonPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/mutes/{person}", id: "unmute", .graph, "Unmute a person",
        isPrivate: true, errors: [.personNotFound, .selfNotAllowed], queueing: .always,
        .member { try await $0.unmute($1.path.person) })
}
