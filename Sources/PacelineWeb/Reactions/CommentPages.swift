import Paceline

/// Writing, changing and deleting comments, and giving them hearts.
enum CommentPages {
    static func add(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let item: FeedItem.ID = try visit.id()
        let parent = visit.form["parent"].flatMap { Comment.ID($0) }
        let text = visit.form["text"] ?? ""
        do {
            let comment = try await caller.session.comment(CommentDraft(text: text, parent: parent), on: item)
            let path = visit.returning(or: "/items/\(item)").description
            guard visit.form["card"] != nil else { return .redirect(to: path + "#comment-\(comment.id)") }
            guard visit.wantsFragment else { return .redirect(to: path) }
            let card = CardView(item: try await caller.session.item(item), wording: visit.wording)
            return .fragment("Feed/talk", card.view(returningTo: path))
        } catch let error as SocialError where error.field == "text" {
            let typed = ItemPages.Typed(text: text, error: error, comment: parent)
            return try await ItemPages.page(of: item, visit, caller, typed: typed)
        }
    }

    static func edit(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let comment: Comment.ID = try visit.id()
        let edited = try await caller.session.edit(comment, text: visit.form["text"] ?? "", ifMatch: nil)
        return .redirect(to: visit.returning(or: "/items/\(edited.item)").description + "#comment-\(comment)")
    }

    static func confirmDeletion(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let comment: Comment.ID = try visit.id()
        let back = visit.query["return"].flatMap(LocalPath.init(untrusted:)) ?? LocalPath("/")
        return Confirmation(
            heading: visit.wording("comments.deleteTitle"), text: visit.wording("comments.deleteText"),
            button: visit.wording("comments.delete"), action: "/comments/\(comment)/delete", back: back
        ).page
    }

    static func delete(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.deleteComment(try visit.id())
        return .redirect(to: visit.returning(or: "/")).setting(visit.cookies.noting("commentDeleted"))
    }

    static func changeHeart(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let comment: Comment.ID = try visit.id()
        let tally =
            visit.form["given"] == "1"
            ? try await caller.session.giveHeart(to: comment)
            : try await caller.session.withdrawHeart(from: comment)
        guard visit.wantsFragment else { return .redirect(to: visit.returning(or: "/")) }
        let view = HeartView(tally, of: comment, visit.wording).view
        return .fragment(
            "Reactions/heart", view.merging(["path": .text(visit.returning(or: "").description)]))
    }

    static func showHearts(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let people = try await caller.session.hearts(of: try visit.id(), visit.page(of: 50))
        let back = visit.query["return"].flatMap(LocalPath.init(untrusted:)) ?? LocalPath("/")
        return .page(
            "Graph/people", title: visit.wording("hearts.title"),
            [
                "heading": .text(visit.wording("hearts.title")),
                "back": .back(to: back.description, named: visit.wording("hearts.back")),
                "people": .list(people.items.map(\.line)), "isEmpty": .flag(people.items.isEmpty),
                "more": visit.more(people.next, in: "people", "friends.more"),
            ])
    }
}
