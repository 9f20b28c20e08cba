import Paceline
import PacelineAPI

extension RemoteSession {
    public func giveKudos(to item: FeedItem.ID, big: Bool) async throws -> Tally {
        try await client.call(API.giveKudos, ItemPath(item), body: KudosDraft(big: big))
    }

    public func withdrawKudos(from item: FeedItem.ID) async throws -> Tally {
        try await client.call(API.withdrawKudos, ItemPath(item))
    }

    public func kudos(of item: FeedItem.ID, _ page: PageRequest) async throws -> Page<Kudos> {
        try await client.call(API.kudos, ItemPath(item), query: PageQuery(page))
    }

    public func comments(on item: FeedItem.ID, _ page: PageRequest) async throws -> Page<Comment> {
        try await client.call(API.comments, ItemPath(item), query: PageQuery(page))
    }

    public func comment(_ draft: CommentDraft, on item: FeedItem.ID) async throws -> Comment {
        try await client.call(API.addComment, ItemPath(item), body: draft)
    }

    public func edit(_ id: Comment.ID, text: String, ifMatch version: Version?) async throws -> Comment {
        try await client.call(
            API.editComment, CommentPath(id), body: CommentEdit(text: text), ifMatch: version)
    }

    public func deleteComment(_ id: Comment.ID) async throws {
        _ = try await client.call(API.deleteComment, CommentPath(id))
    }

    public func giveHeart(to comment: Comment.ID) async throws -> Tally {
        try await client.call(API.giveHeart, CommentPath(comment))
    }

    public func withdrawHeart(from comment: Comment.ID) async throws -> Tally {
        try await client.call(API.withdrawHeart, CommentPath(comment))
    }

    public func hearts(of comment: Comment.ID, _ page: PageRequest) async throws -> Page<Person> {
        try await client.call(API.hearts, CommentPath(comment), query: PageQuery(page))
    }
}
