import Paceline

extension API {
    public static let me = Endpoint<NoParameters, NoParameters, EmptyBody, Account>(
        .get, "/v1/me", id: "me", .people, "Get your account",
        .account { services, _ in try await services.me() })

    public static let updateMe = Endpoint<NoParameters, NoParameters, AccountChanges, Account>(
        .patch, "/v1/me", id: "updateMe", .people, "Update your account",
        notes: """
            Absent fields do not change. An empty string clears a field. Another email address, and the birth date of \
            a member, need a sign-in or a confirmation of the last ten minutes. With a birth date that makes you a \
            child, friendships end that no friend code of the last 120 days led to.
            """,
        headers: [.ifMatch, .client],
        errors: [
            .nameReserved, .birthDateFixed, .ageRestricted, .birthDateRequired, .reauthenticationRequired,
        ], queueing: .always,
        .account { try await $0.update($1.body, ifMatch: $1.version) })

    public static let setUsername = Endpoint<NoParameters, NoParameters, UsernameBody, Account>(
        .put, "/v1/me/username", id: "setUsername", .people, "Set your username",
        notes: """
            The first one also becomes the display name of a person who has chosen none. Changing it needs a sign-in \
            or a confirmation of the last ten minutes, and is possible three times in 30 days. For 30 days, you can \
            also sign in with the old one, which no other person can ever take.
            """,
        headers: .client,
        errors: [
            .usernameTaken, .usernameInvalid, .usernameReserved, .usernameInappropriate, .birthDateRequired,
            .reauthenticationRequired,
        ],
        .account { try await $0.setUsername($1.body.username) })

    public static let usernameAvailability = Endpoint<
        UsernamePath, NoParameters, EmptyBody, UsernameAvailability
    >(
        .get, "/v1/usernames/{username}", id: "usernameAvailability", .people,
        "Check whether a username is available",
        .anyone { try await $0.availability(ofUsername: $1.path.username) })

    public static let setAvatar = Endpoint<NoParameters, NoParameters, ImageBytes, Account>(
        .put, "/v1/me/avatar", id: "setAvatar", .people, "Set your avatar",
        errors: [.quotaExceeded],
        .account { try await $0.setAvatar($1.body.bytes) })

    public static let removeAvatar = Endpoint<NoParameters, NoParameters, EmptyBody, Account>(
        .delete, "/v1/me/avatar", id: "removeAvatar", .people, "Remove your avatar", queueing: .always,
        .account { services, _ in try await services.removeAvatar() })

    public static let setHeader = Endpoint<NoParameters, NoParameters, ImageBytes, Account>(
        .put, "/v1/me/header", id: "setHeader", .people, "Set your header image",
        errors: [.quotaExceeded],
        .account { try await $0.setHeader($1.body.bytes) })

    public static let removeHeader = Endpoint<NoParameters, NoParameters, EmptyBody, Account>(
        .delete, "/v1/me/header", id: "removeHeader", .people, "Remove your header image", queueing: .always,
        .account { services, _ in try await services.removeHeader() })

    public static let avatar = Endpoint<PersonPath, NoParameters, EmptyBody, StoredImage>(
        .get, "/v1/people/{person}/avatar", id: "avatar", .people, "Get a person's avatar",
        headers: .ifNoneMatch, errors: [.personNotFound, .photoNotFound],
        .member { try await $0.avatar(of: $1.path.person) })

    public static let header = Endpoint<PersonPath, NoParameters, EmptyBody, StoredImage>(
        .get, "/v1/people/{person}/header", id: "header", .people, "Get a person's header image",
        headers: .ifNoneMatch, errors: [.personNotFound, .photoNotFound],
        .member { try await $0.header(of: $1.path.person) })

    public static let searchPeople = Endpoint<NoParameters, PeopleQuery, EmptyBody, Page<Person>>(
        .get, "/v1/people", id: "searchPeople", .people, "Search people by name",
        notes:
            """
            The exact username first, then people you follow, then friends of friends, then other matches, best first; \
            at most 20 per page.
            """,
        .member { try await $0.people(matching: $1.query.query, $1.query.page.page) })

    public static let suggestedPeople = Endpoint<NoParameters, SuggestionsQuery, EmptyBody, Page<Person>>(
        .get, "/v1/people/suggested", id: "suggestedPeople", .people, "List suggested people",
        notes: "Owners of the given friend codes first.", takesCode: true,
        .member { try await $0.suggestions(codes: $1.query.codes, $1.query.page.page) })

    public static let person = Endpoint<PersonPath, NoParameters, EmptyBody, Person>(
        .get, "/v1/people/{person}", id: "person", .people, "Get a person's profile",
        notes: "Fields that you cannot see are absent.", headers: .ifNoneMatch, errors: [.personNotFound],
        .member { try await $0.person($1.path.person) })

    public static let friendCode = Endpoint<NoParameters, NoParameters, EmptyBody, FriendCodeLink>(
        .get, "/v1/me/friend-code", id: "friendCode", .people, "Get your friend code",
        .member { services, _ in try await services.friendCode() })

    public static let resetFriendCode = Endpoint<NoParameters, NoParameters, EmptyBody, FriendCodeLink>(
        .post, "/v1/me/friend-code/reset", id: "resetFriendCode", .people, "Replace your friend code",
        notes: """
            Requests that were sent with the old code and wait for an answer are declined silently. Friend cards that \
            you handed out end, too.
            """,
        headers: .idempotencyKey,
        .member { services, _ in try await services.resetFriendCode() })

    public static let claimFriendCard = Endpoint<
        NoParameters, NoParameters, FriendCardClaim, FriendCodeLink
    >(
        .put, "/v1/me/friend-card", id: "claimFriendCard", .people, "Claim the code of a friend card",
        notes: """
            Apps make cards for people without an account, and their devices have the secrets. People who have the card \
            can then ask you by its code, until you replace your friend code.
            """,
        errors: [.identityTaken, .limitReached],
        .member { try await $0.claimFriendCard(secret: $1.body.secret) })

    public static let friendCodeQRCode = Endpoint<NoParameters, NoParameters, EmptyBody, QRCodeImage>(
        .get, "/v1/me/friend-code/picture", id: "friendCodePicture", .people,
        "Get the QR code of your friend link", notes: codeForms, headers: .ifNoneMatch,
        .member { try await $0.friendCodeQRCode(as: $1.accepted.codeFormat) })

    public static let personCode = Endpoint<PersonPath, NoParameters, EmptyBody, QRCodeImage>(
        .get, "/v1/people/{person}/code", id: "personCode", .people, "Get the QR code of a profile link",
        notes: codeForms, headers: .ifNoneMatch,
        errors: [.personNotFound],
        .member { try await $0.profileQRCode(of: $1.path.person, as: $1.accepted.codeFormat) })

    private static let codeForms = "`Accept` selects SVG (the default), PNG or text for a terminal."
}
