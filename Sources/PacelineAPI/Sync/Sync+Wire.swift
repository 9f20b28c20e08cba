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
            .component(NotificationInbox.self),
            "The first page of your inbox. It replaces your whole copy of the inbox.")
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

extension JSONText: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension JSONWriter {
    mutating func value(_ json: JSONText) {
        var text = json.description
        text.withUTF8 { bytes in
            guard let source = bytes.baseAddress else { return }
            reserve(for: bytes.count).update(from: source, count: bytes.count)
            advance(by: bytes.count)
        }
        append(UInt8(ascii: ","))
    }
}

extension SyncRequest: WireObject {
    public static let schemaName = "SyncRequest"
    /// As large as the largest command, so that each can be sent alone.
    public static let largestByteCount = WorkoutBatch.largestByteCount + byteLimit
    public static let schema = JSONSchema.object(of: SyncRequest.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SyncRequest>) {
        visitor.field(
            "device", { $0.device }, .uuid,
            "A random id of one copy of your data. Choose another after the error `device_reused`.")
        visitor.defaulted(
            "acknowledged", { $0.acknowledged }, .count,
            "The number up to which you have stored all answers; 0 by default. The server drops these.")
        visitor.defaulted(
            "commands", { $0.commands },
            .array(of: .component(SyncCommand.self), count: 0...commandLimit),
            "With consecutive numbers. Several have at most \(byteLimit / 1_024) KB together.")
        visitor.field(
            "since", { $0.since }, .string(length: 1...ChangesQuery.longestToken),
            "The `next` of the previous response; absent to start.")
        visitor.defaulted(
            "limit", { $0.limit }, .integer(ChangePage.limits),
            "The maximum number of changes; \(ChangePage.defaultLimit) by default.")
    }
}

extension SyncCommand: WireObject {
    public static let schemaName = "SyncCommand"
    public static let schema = JSONSchema.object(of: SyncCommand.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SyncCommand>) {
        visitor.field(
            "number", { $0.number }, .integer(1...Int.max),
            "Its position among the commands of the device: 1, 2, 3 and so on, without gaps.")
        visitor.field("method", { $0.method }, .choice(["PUT", "POST", "PATCH", "DELETE"]))
        visitor.field(
            "path", { $0.path }, .string(length: 1...2_048),
            "Such as `/v1/items/0190163d-8694-739b-aea5-966c26f8ad91/kudos`, with a query if it needs one.")
        visitor.field("body", { $0.body }, .any, "The body of the request, if it has one.")
        visitor.defaulted(
            "skip", { $0.skip }, .boolean,
            "Whether to refuse it without running it, since it keeps failing; false by default.")
    }
}

extension SyncAnswer: WireObject {
    public static let schemaName = "SyncAnswer"
    public static let schema = JSONSchema.object(of: SyncAnswer.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SyncAnswer>) {
        visitor.field(
            "results", { $0.results }, .array(of: .component(CommandResult.self)),
            "In the order of the commands, up to the first that could not run now.")
        visitor.field(
            "changes", { $0.changes },
            .array(of: .component(Change.self), count: 0...ChangePage.limits.upperBound),
            "As in `GET /v1/changes`.")
        visitor.field("next", { $0.next }, .string, "The `since` of the next request.")
        visitor.field("hasMore", { $0.hasMore }, .boolean, "Whether more changes are available now.")
        visitor.field(
            "isSettled", { $0.isSettled }, .boolean,
            "Whether these changes and those available now include the effects of all your commands so far.")
        visitor.field("unreadCount", { $0.unreadCount }, .unreadCount, "100 means 100 or more.")
    }
}

extension CommandResult: WireObject {
    public static let schemaName = "CommandResult"
    public static let schema = JSONSchema.object(of: CommandResult.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<CommandResult>) {
        visitor.field("number", { $0.number }, .integer(1...Int.max))
        visitor.field(
            "status", { $0.status }, .integer(100...599),
            "The status that the operation would have returned.")
        visitor.field(
            "problem", { $0.problem }, .component(SocialError.self),
            "Why it was refused. Absent once you have acknowledged the answer.")
        visitor.field(
            "body", { $0.body }, .any,
            "The body that the operation would have returned. Absent once you have acknowledged the answer."
        )
    }
}
