import PacelineLocal

func reply(to comment: Comment, _ text: String, as services: some SocialServices) async throws -> Comment {
    _ = try await services.giveHeart(to: comment.id)
    return try await services.comment(CommentDraft(text: text, parent: comment.id), on: comment.item)
}

/// All comments of an item, oldest first.
func comments(on item: FeedItem.ID, as services: some SocialServices) async throws -> [Comment] {
    var comments: [Comment] = []
    var request = PageRequest(limit: 100)
    repeat {
        let page = try await services.comments(on: item, request)
        comments += page.items
        request.cursor = page.next
    } while request.cursor != nil
    return comments
}

/// Changes a comment, unless it was changed elsewhere since it was read.
func correct(_ comment: Comment, to text: String, as services: some SocialServices) async throws -> Comment {
    try await services.edit(comment.id, text: text, ifMatch: comment.version)
}
