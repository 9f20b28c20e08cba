import Paceline

extension API {
    public static let me = Endpoint<NoParameters, NoParameters, NoBody, Account>(
        .get, "/v1/me", id: "me", .people, .account, "My account, profile and settings")

    public static let updateMe = Endpoint<NoParameters, NoParameters, AccountChanges, Account>(
        .patch, "/v1/me", id: "updateMe", .people, .account, "Change my account",
        notes: "What is absent stays as it is; an empty text clears a value.",
        headers: .ifMatch, errors: [.birthDateFixed, .ageRestricted])

    public static let setUsername = Endpoint<NoParameters, NoParameters, UsernameBody, Account>(
        .put, "/v1/me/username", id: "setUsername", .people, .account, "Choose or change my username",
        errors: [.usernameTaken, .usernameInvalid, .usernameReserved, .usernameInappropriate])

    public static let usernameAvailability = Endpoint<
        UsernamePath, NoParameters, NoBody, UsernameAvailability
    >(
        .get, "/v1/usernames/{username}", id: "usernameAvailability", .people, .anyone,
        "Whether a username can be had")

    public static let setAvatar = Endpoint<NoParameters, NoParameters, ImageBytes, Account>(
        .put, "/v1/me/avatar", id: "setAvatar", .people, .account, "Set my avatar")

    public static let removeAvatar = Endpoint<NoParameters, NoParameters, NoBody, Account>(
        .delete, "/v1/me/avatar", id: "removeAvatar", .people, .account, "Remove my avatar")

    public static let setHeader = Endpoint<NoParameters, NoParameters, ImageBytes, Account>(
        .put, "/v1/me/header", id: "setHeader", .people, .account, "Set my header image")

    public static let removeHeader = Endpoint<NoParameters, NoParameters, NoBody, Account>(
        .delete, "/v1/me/header", id: "removeHeader", .people, .account, "Remove my header image")

    public static let avatar = Endpoint<PersonPath, NoParameters, NoBody, Image>(
        .get, "/v1/people/{person}/avatar", id: "avatar", .people, .member, "Somebody's avatar",
        headers: .ifNoneMatch, errors: [.personNotFound, .photoNotFound])

    public static let header = Endpoint<PersonPath, NoParameters, NoBody, Image>(
        .get, "/v1/people/{person}/header", id: "header", .people, .member, "Somebody's header image",
        headers: .ifNoneMatch, errors: [.personNotFound, .photoNotFound])

    public static let searchPeople = Endpoint<NoParameters, PeopleQuery, NoBody, Page<Person>>(
        .get, "/v1/people", id: "searchPeople", .people, .member, "Search people by name",
        notes: "Best first; at most 20 a page.")

    public static let suggestedPeople = Endpoint<NoParameters, SuggestionsQuery, NoBody, Page<Person>>(
        .get, "/v1/people/suggested", id: "suggestedPeople", .people, .member, "People worth knowing")

    public static let person = Endpoint<PersonPath, NoParameters, NoBody, Person>(
        .get, "/v1/people/{person}", id: "person", .people, .member, "One person",
        notes: "What the viewer may not see is absent.", headers: .ifNoneMatch, errors: [.personNotFound])

    public static let friendCode = Endpoint<NoParameters, NoParameters, NoBody, FriendCodeLink>(
        .get, "/v1/me/friend-code", id: "friendCode", .people, .member, "My friend code")

    public static let resetFriendCode = Endpoint<NoParameters, NoParameters, NoBody, FriendCodeLink>(
        .post, "/v1/me/friend-code/reset", id: "resetFriendCode", .people, .member,
        "Replace my friend code", headers: .idempotencyKey)

    public static let friendCodePicture = Endpoint<NoParameters, NoParameters, NoBody, CodePicture>(
        .get, "/v1/me/friend-code/picture", id: "friendCodePicture", .people, .member,
        "The QR code of my friend code's link", notes: codeForms, headers: .ifNoneMatch)

    public static let personCode = Endpoint<PersonPath, NoParameters, NoBody, CodePicture>(
        .get, "/v1/people/{person}/code", id: "personCode", .people, .member,
        "The QR code of a profile's address", notes: codeForms, headers: .ifNoneMatch,
        errors: [.personNotFound])

    private static let codeForms = "`Accept` chooses between SVG, PNG and half blocks for a terminal."
}
