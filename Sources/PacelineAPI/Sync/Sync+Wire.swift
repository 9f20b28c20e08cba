import Paceline

extension Change.Kind: JSONWritable {}

extension ChangeToken: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension ChangePage: WireObject {
    public static let schemaName = "ChangePage"
    public static let schema = Schema.object(of: ChangePage.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<ChangePage>) {
        visitor.field(
            "changes", { $0.changes }, .array(of: .component(Change.self), count: 0...limits.upperBound),
            "Oldest first, each thing once; may be empty although more follows.")
        visitor.field("next", { $0.next }, .string, "The token to ask with next.")
        visitor.field("hasMore", { $0.hasMore }, .boolean, "Whether there is more already.")
    }
}

extension Change: WireObject {
    public static let schemaName = "Change"
    public static let schema = Schema.object(of: Change.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Change>) {
        visitor.field(
            "kind", { $0.kind }, .choice(of: Kind.self),
            "What changed; the field of the same name holds it. A `board` has none.")
        visitor.field(
            "id", { $0.id }, .uuid,
            "Of the thing; of the other person for `edge` and `mute`, of the group for `invitation` and `board`."
        )
        visitor.field(
            "isDeleted", { $0.isDeleted }, .boolean, "Gone for the viewer; then no other field is there.")
        visitor.field("account", { $0.account }, .component(Account.self))
        visitor.field("settings", { $0.settings }, .component(Settings.self))
        visitor.field(
            "notificationSettings", { $0.notificationSettings }, .component(NotificationSettings.self))
        visitor.field(
            "person", { $0.person }, .component(Person.self), "Also with `edge` and `mute`: the other person."
        )
        visitor.field(
            "relationship", { $0.relationship }, .choice(of: Relationship.self),
            "With `edge`: how I stand to them now.")
        visitor.field("request", { $0.request }, .component(ConnectionRequest.self))
        visitor.field("item", { $0.item }, .component(FeedItem.self))
        visitor.field("comment", { $0.comment }, .component(Comment.self))
        visitor.field("group", { $0.group }, .component(LeaderboardGroup.self))
        visitor.field("invitation", { $0.invitation }, .component(GroupInvitation.self))
        visitor.field("season", { $0.season }, .component(Season.self))
    }
}
