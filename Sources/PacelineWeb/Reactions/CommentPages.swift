import Paceline

/// Adding, editing and deleting comments, with mentions and hearts.
enum CommentPages {
    private static let namesShown = 6
    /// The codes of errors after which the text is shown again.
    private static let keptCodes: Set<SocialError.Code> = [.commentNotFound, .rateLimited]

    static func add(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let item: FeedItem.ID = try request.id()
        let parent = request.form["parent"].flatMap { Comment.ID($0) }
        let text = request.form["text"] ?? ""
        do {
            let comment = try await user.session.comment(CommentDraft(text: text, parent: parent), on: item)
            let path = request.returnPath(or: "/items/\(item)").description
            guard request.form["card"] != nil else { return .redirect(to: path + "#comment-\(comment.id)") }
            var response = PageResponse.redirect(to: path)
            if request.wantsFragment {
                let (shown, preview) = try await user.session.card(item)
                let card = CardView(
                    item: shown, preview: preview, viewer: user.account.id, localizer: request.localizer)
                response = .fragment("Feed/reactions", card.view(returningTo: path))
            }
            // Cards do not show comments that wait.
            return comment.isWaiting == true
                ? response.settingCookies(request.cookies.noticeCookie("commentWaiting")) : response
        } catch let error as SocialError where error.field == "text" || keptCodes.contains(error.code) {
            let entered = EnteredComment(
                text: text, error: error, form: parent.map { .reply(to: $0) } ?? .new)
            guard request.form["card"] != nil, request.wantsFragment else {
                return try await ItemPages.page(of: item, request, user, entered: entered)
            }
            let form = CommentForm.onCard(
                of: item, returningTo: request.returnPath(or: "/").description, entered: entered,
                request.localizer)
            var response = PageResponse.fragment("Reactions/commentForm", form.view)
            response.status = 422
            return response
        }
    }

    static func edit(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let comment: Comment.ID = try request.id()
        let text = request.form["text"] ?? ""
        do {
            let edited = try await user.session.edit(comment, text: text, ifMatch: nil)
            return .redirect(
                to: request.returnPath(or: "/items/\(edited.item)").description + "#comment-\(comment)")
        } catch let error as SocialError where error.field == "text" {
            guard let item = request.form["item"].flatMap({ FeedItem.ID($0) }) else { throw error }
            let entered = EnteredComment(text: text, error: error, form: .edit(comment))
            return try await ItemPages.page(of: item, request, user, entered: entered)
        }
    }

    /// The item with the comment as it was sent.
    static func restore(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let parent = request.form["parent"].flatMap { Comment.ID($0) }
        let entered = EnteredComment(
            text: request.form["text"] ?? "", error: nil, form: parent.map { .reply(to: $0) } ?? .new)
        return try await ItemPages.page(of: try request.id(), request, user, entered: entered)
    }

    /// The item with the edited comment as it was sent.
    static func restoreEdit(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        guard let item = request.form["item"].flatMap({ FeedItem.ID($0) }) else {
            throw SocialError.pageNotFound
        }
        let entered = EnteredComment(
            text: request.form["text"] ?? "", error: nil, form: .edit(try request.id()))
        return try await ItemPages.page(of: item, request, user, entered: entered)
    }

    /// The names that the script offers after an `@`. Without it, users type them.
    static func showMentions(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let people = try await user.session.mentionCandidates(
            request.query["q"] ?? "", on: try request.id(), limit: namesShown)
        return .fragment(
            "Reactions/names",
            [
                "people": .list(people.map(\.line)),
                "says": .text(request.localizer.count("mentions.found", people.count)),
            ])
    }

    static func confirmDeletion(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let comment: Comment.ID = try request.id()
        let back = request.returnPathInQuery(or: "/")
        return Confirmation(
            heading: request.localizer("comments.deleteTitle"),
            text: request.localizer("comments.deleteText"),
            button: request.localizer("comments.delete"), action: "/comments/\(comment)/delete", back: back
        ).page
    }

    static func delete(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await user.session.deleteComment(try request.id())
        return .redirect(to: request.returnPath(or: "/")).settingCookies(
            request.cookies.noticeCookie("commentDeleted"))
    }

    static func changeHeart(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let comment: Comment.ID = try request.id()
        let tally =
            request.form["given"] == "1"
            ? try await user.session.giveHeart(to: comment)
            : try await user.session.withdrawHeart(from: comment)
        guard request.wantsFragment else { return .redirect(to: request.returnPath(or: "/")) }
        let view = HeartView(tally, of: comment, request.localizer).view
        return .fragment(
            "Reactions/heart", view.merging(["path": .text(request.returnPath(or: "").description)]))
    }

    static func showHearts(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let people = try await user.session.hearts(of: try request.id(), request.page(of: 50))
        let back = request.returnPathInQuery(or: "/")
        return .page(
            "Graph/people", title: request.localizer("hearts.title"),
            [
                "heading": .text(request.localizer("hearts.title")),
                "back": .back(to: back.description, named: request.localizer("hearts.back")),
                "people": .list(people.items.map(\.line)), "isEmpty": .flag(people.items.isEmpty),
                "more": request.moreLink(people.next, in: "people", "friends.more"),
            ])
    }
}
