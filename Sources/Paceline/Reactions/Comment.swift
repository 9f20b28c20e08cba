import Foundation

/// What somebody wrote under an item.
public struct Comment: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<Comment>

    public var id: ID
    public var item: FeedItem.ID
    /// Nil once deleted.
    public var author: Person?
    /// Empty once deleted.
    public var text: String
    /// The comment that it answers.
    public var parent: ID?
    public var createdAt: Date
    public var editedAt: Date?
    public var heartCount: Int
    public var hasHeart: Bool
    /// A deleted comment stays as a tombstone while others answer it.
    public var isDeleted: Bool

    public init(
        id: ID, item: FeedItem.ID, author: Person?, text: String, parent: ID?, createdAt: Date,
        editedAt: Date?,
        heartCount: Int, hasHeart: Bool, isDeleted: Bool
    ) {
        self.id = id
        self.item = item
        self.author = author
        self.text = text
        self.parent = parent
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.heartCount = heartCount
        self.hasHeart = hasHeart
        self.isDeleted = isDeleted
    }
}

/// A new comment.
public struct CommentDraft: Sendable, Equatable, Codable {
    public var text: String
    public var parent: Comment.ID?

    public init(text: String, parent: Comment.ID? = nil) {
        self.text = text
        self.parent = parent
    }
}

/// The usernames that a text names with `@`.
public enum Mention {
    public static let limit = 20

    /// Each name once, in the order of the text, at most ``limit``. An address such as `a@b.si` names nobody.
    public static func usernames(in text: String) -> [String] {
        var names: [String] = []
        var previous: Character = " "
        var rest = Substring(text)
        while let at = rest.firstIndex(of: "@"), names.count < limit {
            if at > rest.startIndex { previous = rest[rest.index(before: at)] }
            let name = rest[rest.index(after: at)...].prefix {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
            }
            let username = name.lowercased()
            // A name in other letters, such as @anže, is not the name that its first letters make.
            let isCut = rest[name.endIndex...].first.map { $0.isLetter || $0.isNumber } ?? false
            if !previous.isLetter, !previous.isNumber, !isCut, !username.isEmpty, !names.contains(username) {
                names.append(username)
            }
            previous = name.last ?? "@"
            rest = rest[name.endIndex...]
        }
        return names
    }
}

extension Comment {
    /// The same without what it says of its reader alone; it is kept and told in this form to several at once.
    package var withoutViewerState: Comment {
        var comment = self
        comment.hasHeart = false
        return comment
    }

    /// Whether it may say something of its reader alone.
    package var mayHaveViewerState: Bool { heartCount > 0 }
}
