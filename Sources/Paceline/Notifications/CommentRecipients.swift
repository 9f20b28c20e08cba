/// Who is told of a comment, and why.
public enum CommentRecipients {
    /// For each person what makes the comment theirs to hear of, the foremost first: being named comes before being
    /// answered, and that before owning what the comment is under. They are told once, for the first that they want
    /// to be told of. The author is not told.
    /// - Parameters:
    ///   - owner: whose item the comment is under.
    ///   - answered: who wrote the comment that it answers.
    ///   - mentioned: those whom its text names.
    public static func kinds(
        author: Person.ID, owner: Person.ID, answered: Person.ID?, mentioned: [Person.ID]
    ) -> [Person.ID: [NotificationKind]] {
        var kinds: [Person.ID: [NotificationKind]] = [:]
        for person in Set(mentioned) { kinds[person, default: []].append(.mention) }
        if let answered { kinds[answered, default: []].append(.reply) }
        kinds[owner, default: []].append(.comment)
        kinds[author] = nil
        return kinds
    }
}
