import Paceline

extension Change.Kind: JSONWritable {}

extension ChangeToken: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension ChangePage: WireObject {
    public static let schemaName = "ChangePage"
    public static let schema = JSONSchema.object(of: ChangePage.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<ChangePage>) {
        visitor.field(
            "changes", { $0.changes }, .array(of: .component(Change.self), count: 0...limits.upperBound),
            "Oldest first, each resource once. Can be empty even if `hasMore` is true.")
        visitor.field("next", { $0.next }, .string, "The `since` of the next request.")
        visitor.field("hasMore", { $0.hasMore }, .boolean, "Whether more changes are available now.")
    }
}

extension Change: WireObject {
    public static let schemaName = "Change"
    public static let schema = JSONSchema.object(of: Change.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Change>) {
        visitor.field(
            "kind", { $0.kindName }, .choice(of: Kind.self),
            "What changed. The field of the same name contains it; `board` has none.")
        visitor.field(
            "id", { $0.id }, .uuid,
            "The resource's id; for `edge` and `mute` the other person's, for `invitation` and `board` the group's."
        )
        visitor.field(
            "isDeleted", { $0.isDeleted }, .boolean,
            "Whether it is gone for you. If so, only `kind` and `id` are present.")
        visitor.field(
            "account", { if case .account(let account) = $0.content { account } else { nil } },
            .component(Account.self))
        visitor.field(
            "settings", { if case .settings(let settings) = $0.content { settings } else { nil } },
            .component(AccountSettings.self))
        visitor.field(
            "notificationSettings",
            {
                if case .notificationSettings(let notificationSettings) = $0.content {
                    notificationSettings
                } else {
                    nil
                }
            }, .component(NotificationSettings.self))
        visitor.field(
            "person", { $0.otherPerson }, .component(Person.self),
            "The person; with `edge` and `mute`, the other person."
        )
        visitor.field(
            "relationship", { if case .edge(_, let relationship) = $0.content { relationship } else { nil } },
            .choice(of: Relationship.self),
            "With `edge`, your current relationship to the person.")
        visitor.field(
            "request", { if case .request(let request) = $0.content { request } else { nil } },
            .component(ConnectionRequest.self))
        visitor.field(
            "item", { if case .item(let item) = $0.content { item } else { nil } }, .component(FeedItem.self))
        visitor.field(
            "comment", { if case .comment(let comment) = $0.content { comment } else { nil } },
            .component(Comment.self))
        visitor.field(
            "group", { if case .group(let group) = $0.content { group } else { nil } },
            .component(LeaderboardGroup.self))
        visitor.field(
            "invitation", { if case .invitation(let invitation) = $0.content { invitation } else { nil } },
            .component(Invitation.self))
        visitor.field(
            "season", { if case .season(let season) = $0.content { season } else { nil } },
            .component(Season.self))
        visitor.field(
            "inbox", { if case .inbox(let inbox) = $0.content { inbox } else { nil } },
            .component(NotificationInbox.self), "The first page of your inbox, in place of the whole copy.")
    }
}

extension Change {
    /// The person whose profile or relationship to the viewer has changed.
    fileprivate var otherPerson: Person? {
        switch content {
        case .person(let person), .edge(let person, _), .mute(let person): person
        default: nil
        }
    }
}
