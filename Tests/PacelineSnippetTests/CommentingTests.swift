// Not in the snippet's file, where `Comment` would be ambiguous with Testing's.
import PacelineLocal
import Testing

@Suite("Snippets: commenting") struct CommentingTests {
    @Test("An answer follows the comment, which has a heart")
    func answering() async throws {
        let maya = try await LocalCommunity.preview().session(named: "maya")
        let feed = try await maya.feed(FeedQuery(kinds: [.workout]), PageRequest()).items
        let item = try #require(feed.first { $0.author.username == "maya" && $0.commentCount > 1 })
        let before = try await comments(on: item.id, as: maya)
        let reply = try await reply(to: before[0], "Thank you!", as: maya)
        let after = try await comments(on: item.id, as: maya)
        #expect(after.count == before.count + 1)
        #expect(after.last == reply)
        #expect(reply.parent == before[0].id)
        #expect(after[0].hasHeart)
    }

    @Test("A comment that was changed elsewhere is not overwritten")
    func correcting() async throws {
        let maya = try await LocalCommunity.preview().session(named: "maya")
        let item = try #require(try await maya.feed(FeedQuery(kinds: [.workout]), PageRequest()).items.first)
        let comment = try await maya.comment(CommentDraft(text: "Nce!"), on: item.id)
        #expect(try await correct(comment, to: "Nice!", as: maya).text == "Nice!")
        let error = await #expect(throws: SocialError.self) {
            try await correct(comment, to: "Neat!", as: maya)
        }
        #expect(error?.code == .preconditionFailed)
    }
}
