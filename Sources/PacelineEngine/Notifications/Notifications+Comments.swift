import Paceline
import PacelineDatabase

extension NotificationWriter {
    func commentAdded(_ event: LoggedEvent) throws {
        guard let comment = try liveComment(event) else { return }
        try notify(comment.recipients, of: comment, by: event)
    }

    func commentEdited(_ event: LoggedEvent) throws {
        guard let comment = try liveComment(event) else { return }
        try updateMentions(of: comment, by: event)
    }

    func commentDeleted(_ event: LoggedEvent) throws {
        _ = try liveComment(event)
    }

    /// The comment; nil once it is deleted, in which case its notifications are deleted too.
    private func liveComment(_ event: LoggedEvent) throws -> CommentContext? {
        let id = Comment.ID(event.subject)
        if let comment = try commentContext(of: id) { return comment }
        try delete(where: "comment = \(id)")
        return nil
    }

    /// After an edit, notifies newly mentioned people. People no longer mentioned get the notification that they would
    /// have got without the mention.
    private func updateMentions(of comment: CommentContext, by event: LoggedEvent) throws {
        let notified = try receivers(of: comment.id)
        let noLongerMentioned = notified.filter {
            $0.value == .mention && !comment.mentioned.contains($0.key)
        }
        try delete(
            where: """
                comment = \(comment.id) AND kind = \(NotificationKind.mention)
                AND receiver IN \(list: noLongerMentioned.keys.sorted())
                """)
        let recipients = comment.recipients.filter { person, kinds in
            noLongerMentioned[person] != nil || (kinds.first == .mention && notified[person] == nil)
        }
        try notify(recipients, of: comment, by: event)
    }

    private func notify(
        _ recipients: [Person.ID: [NotificationKind]], of comment: CommentContext, by event: LoggedEvent
    ) throws {
        for (receiver, kinds) in recipients.sorted(by: { $0.key < $1.key }) {
            try notify(
                receiver, kinds, of: .comment(comment.id, on: comment.item), by: comment.author, at: event.at)
        }
    }

    /// The receivers notified of a comment, and the kind of their notification.
    private func receivers(of comment: Comment.ID) throws -> [Person.ID: NotificationKind] {
        let rows = try connection.fetch(
            """
            SELECT receiver, kind
            FROM notifications
            WHERE comment = \(comment) AND kind IN \(list: [NotificationKind.comment, .reply, .mention])
            """
        ) { ($0[0] as Person.ID, $0[1] as NotificationKind) }
        return Dictionary(rows) { first, _ in first }
    }

    /// The comment as it is now; nil once it is deleted.
    private func commentContext(of id: Comment.ID) throws -> CommentContext? {
        let found = try connection.fetchFirst(
            """
            SELECT comments.item, comments.author, items.owner, parents.author
            FROM comments
            JOIN items ON items.id = comments.item
            LEFT JOIN comments AS parents ON parents.id = comments.parent AND parents.is_deleted = 0
            WHERE comments.id = \(id) AND comments.is_deleted = 0 AND \(SQL.isReleased("comments"))
            """
        ) { CommentContext(id: id, item: $0[0], author: $0[1], owner: $0[2], parentAuthor: $0[3]) }
        guard var comment = found else { return nil }
        comment.mentioned = try connection.fetch("SELECT person FROM mentions WHERE comment = \(id)") {
            $0[0]
        }
        return comment
    }
}

/// A comment with the people it concerns.
private struct CommentContext {
    let id: Comment.ID
    let item: FeedItem.ID
    let author: Person.ID
    let owner: Person.ID
    let parentAuthor: Person.ID?
    var mentioned: [Person.ID] = []

    var recipients: [Person.ID: [NotificationKind]] {
        CommentRecipients.kinds(
            author: author, owner: owner, parentAuthor: parentAuthor, mentioned: mentioned)
    }
}
