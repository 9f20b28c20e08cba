/// Determines whom a comment notifies, and with which kind.
public enum CommentRecipients {
    /// The kinds that apply to each recipient, most specific first: mention, then reply, then comment.
    ///
    /// A recipient gets one notification, of the first kind that they have not turned off. The author gets none.
    /// - Parameters:
    ///   - owner: the item's owner.
    ///   - parentAuthor: the author of the parent comment, for a reply.
    ///   - mentioned: the people mentioned in the text.
    public static func kinds(
        author: Person.ID, owner: Person.ID, parentAuthor: Person.ID?, mentioned: [Person.ID]
    ) -> [Person.ID: [NotificationKind]] {
        var kinds: [Person.ID: [NotificationKind]] = [:]
        for person in Set(mentioned) { kinds[person, default: []].append(.mention) }
        if let parentAuthor { kinds[parentAuthor, default: []].append(.reply) }
        kinds[owner, default: []].append(.comment)
        kinds[author] = nil
        return kinds
    }
}
