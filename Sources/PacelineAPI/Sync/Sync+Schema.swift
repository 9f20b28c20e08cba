import Paceline

extension ChangePage: WireValue {
    public static let schemaName = "ChangePage"
    public static let schema = Schema.object(
        .required(
            "changes", .array(of: .component(Change.self), count: 0...limits.upperBound),
            "Oldest first, each thing once; may be empty although more follows."),
        .required("next", .string, "The token to ask with next."),
        .required("hasMore", .boolean, "Whether there is more already."))
}

extension Change: WireValue {
    public static let schemaName = "Change"
    public static let schema = Schema.object(
        .required(
            "kind", .choice(of: Kind.self),
            "What changed; the field of the same name holds it. A `board` has none."),
        .required(
            "id", .uuid,
            "Of the thing; of the other person for `edge` and `mute`, of the group for `invitation` and `board`."
        ),
        .required("isDeleted", .boolean, "Gone for the viewer; then no other field is there."),
        .optional("account", .component(Account.self)),
        .optional("settings", .component(Settings.self)),
        .optional("notificationSettings", .component(NotificationSettings.self)),
        .optional("person", .component(Person.self), "Also with `edge` and `mute`: the other person."),
        .optional("relationship", .choice(of: Relationship.self), "With `edge`: how I stand to them now."),
        .optional("request", .component(ConnectionRequest.self)),
        .optional("item", .component(FeedItem.self)),
        .optional("comment", .component(Comment.self)),
        .optional("group", .component(LeaderboardGroup.self)),
        .optional("invitation", .component(GroupInvitation.self)),
        .optional("season", .component(Season.self)))
}
