import Foundation

/// A comment on a feed item.
///
/// ```swift
/// let comment = try await session.comment(CommentDraft(text: "That last 500!"), on: item.id)
/// _ = try await session.giveHeart(to: comment.id)
/// ```
public struct Comment: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<Comment>

    public var id: ID
    /// The item that it is on.
    public var item: FeedItem.ID
    /// Nil when deleted.
    public var author: Person?
    /// 1 to 500 characters; empty when deleted.
    public var text: String
    /// The comment it replies to; nil for a top-level comment.
    public var parent: ID?
    /// When it was published.
    public var createdAt: Date
    /// When the text was last edited; nil if never.
    public var editedAt: Date?
    /// Hearts from people the viewer may see.
    public var heartCount: Int
    /// Whether the viewer gave a heart.
    public var hasHeart: Bool
    /// A deleted comment with replies stays as a tombstone.
    public var isDeleted: Bool
    /// True while the viewer's own comment waits, because of a word or a link that the content filter holds for 72
    /// hours: no one else sees it, and counts leave it out. Nil otherwise.
    public var isWaiting: Bool?
    /// The rating of ``text``, until it is shown to a reader.
    package var rating = TextRating.harmless

    private enum CodingKeys: String, CodingKey {
        case id, item, author, text, parent, createdAt, editedAt, heartCount, hasHeart, isDeleted, isWaiting
    }

    public init(
        id: ID, item: FeedItem.ID, author: Person?, text: String, parent: ID?, createdAt: Date,
        editedAt: Date?,
        heartCount: Int, hasHeart: Bool, isDeleted: Bool, isWaiting: Bool? = nil
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
        self.isWaiting = isWaiting
    }
}

/// A comment to post.
///
/// ```swift
/// let reply = CommentDraft(text: "Same time next week, @mira?", parent: comment.id)
/// _ = try await session.comment(reply, on: comment.item)
/// ```
public struct CommentDraft: Sendable, Equatable, Codable {
    /// 1 to 500 characters.
    public var text: String
    /// The comment to reply to; nil for a top-level comment.
    public var parent: Comment.ID?
    /// The comment's id, a random (version 4) UUID, so that sending it twice posts it once. If the id is or was in use,
    /// the comment gets another one. If nil, the server chooses it.
    public var id: Comment.ID?

    public init(text: String, parent: Comment.ID? = nil, id: Comment.ID? = nil) {
        self.text = text
        self.parent = parent
        self.id = id
    }
}

/// Finds mentions in a text.
///
/// ```swift
/// Mention.usernames(in: "Next time with @mira and @leo!")  // ["mira", "leo"]
/// ```
public enum Mention {
    /// The most mentions of a text that count.
    public static let limit = 20

    /// The distinct usernames mentioned with `@`, in text order, at most ``limit``. Skips email addresses.
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
            // @anže does not mention @an: a name that continues with other letters is no username.
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
    /// The comment without fields that depend on the viewer, so that one copy can be sent to several viewers.
    package var withoutViewerState: Comment {
        var comment = self
        comment.hasHeart = false
        return comment
    }

    /// Whether the comment may contain fields that depend on the viewer.
    package var mayHaveViewerState: Bool { heartCount > 0 }
}
