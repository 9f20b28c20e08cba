import Paceline
import PacelineEngine

/// The page of an item, with its kudos and comments.
enum ItemPages {
    private static let commentsShown = 20
    /// The maximum size of the texts of a page of comments, in bytes. Five hundred emoji can be 12,000 bytes.
    private static let commentBytes = 20_000
    private static let facesShown = 24

    static func showWorkout(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let id: Workout.ID = try request.id()
        return try await page(of: id.item, request, user)
    }

    static func showItem(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let page = try await read(try request.id(), request, user)
        switch page.item.content {
        case .workout: return .redirect(to: card(page.item, request, user).href)
        case .score, .levelUp, .achievement, .milestone, .unknown: return response(page, request, user)
        }
    }

    /// Renders a card that the script refreshes.
    static func showCard(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let (item, preview) = try await user.session.card(try request.id())
        let card = CardView(
            item: item, preview: preview, viewer: user.account.id, localizer: request.localizer)
        return .fragment(card.template, card.view(returningTo: "/#item-\(item.id)"))
    }

    private static func card(_ item: FeedItem, _ request: WebRequest, _ user: SignedInUser) -> CardView {
        CardView(item: item, viewer: user.account.id, localizer: request.localizer)
    }

    static func page(
        of id: FeedItem.ID, _ request: WebRequest, _ user: SignedInUser, entered: EnteredComment? = nil
    ) async throws -> PageResponse {
        response(try await read(id, request, user), request, user, entered: entered)
    }

    private static func read(_ id: FeedItem.ID, _ request: WebRequest, _ user: SignedInUser) async throws
        -> ItemPage
    {
        let read = { (count: Int) in
            try await user.session.itemPage(
                id, kudos: PageRequest(limit: facesShown), comments: request.page(of: count))
        }
        let page = try await read(commentsShown)
        var bytes = 0
        let fitting = page.comments.items.prefix {
            bytes += $0.text.utf8.count
            return bytes <= commentBytes
        }
        return fitting.count == page.comments.items.count ? page : try await read(fitting.count)
    }

    private static func response(
        _ page: ItemPage, _ request: WebRequest, _ user: SignedInUser, entered: EnteredComment? = nil
    ) -> PageResponse {
        let (item, kudos, comments) = (page.item, page.kudos, page.comments)
        let card = CardView(
            item: item, preview: CardPreview(hasOwnResult: page.hasOwnResult), viewer: user.account.id,
            localizer: request.localizer)
        let workout = item.workout.map {
            WorkoutPage(
                workout: $0, owner: item.author, localizer: request.localizer, viewer: user.account,
                isMine: card.isMine, isStaff: user.session.role != nil, awardDay: page.awardDay,
                positions: request.query
            ).view
        }
        var view = card.view.merging(workout ?? WorkoutPage.emptyValues)
        view["return"] = .text(card.href)
        view["isMine"] = .flag(card.isMine)
        view["grid"] = .view(optional: card.largeGrid)
        view["medal"] = .view(optional: EarnedView(item.content, request.localizer).medal)
        view["earnedWith"] = .view(optional: page.earnedWith.map(EarnedCardView.link))
        view["faces"] = .list(kudos.items.map { face($0, request.localizer) })
        view["othersWithKudos"] =
            item.kudosCount > kudos.items.count
            ? .text(request.localizer.count("kudos.others", item.kudosCount - kudos.items.count)) : .nothing
        view = view.merging(thread(item, comments, request, user, card.href, entered))
        return .page(
            "Workouts/item", title: "\(card.title) · \(item.author.displayName)",
            status: entered?.error == nil ? 200 : 422, view
        ).streaming([("items", "\(item.id)")])
    }

    private static func thread(
        _ item: FeedItem, _ comments: Page<Comment>, _ request: WebRequest, _ user: SignedInUser,
        _ path: String,
        _ entered: EnteredComment?
    ) -> View {
        var thread = ThreadView(
            comments: comments.items, owner: item.author.id, viewer: user.account.id, path: path,
            localizer: request.localizer, editing: request.query["edit"].flatMap { Comment.ID($0) },
            replyingTo: request.query["reply"].flatMap { Comment.ID($0) }, entered: entered)
        switch entered?.form {
        case .reply(let comment): thread.replyingTo = comment
        case .edit(let comment): thread.editing = comment
        case .new, nil: break
        }
        // A text is not lost with the comment that it belongs to.
        let isInThread = comments.items.contains { $0.id == entered?.form.comment && !$0.isDeleted }
        let newComment = CommentForm.newComment(
            of: item.id, returningTo: path, entered: isInThread ? nil : entered, request.localizer)
        return [
            "thread": .list(thread.views), "hasComments": .flag(!comments.items.isEmpty),
            "moreComments": request.moreLink(comments.next, in: "thread", "comments.more", of: path),
            "form": .view(newComment.view),
        ]
    }

    private static func face(_ kudos: Kudos, _ localizer: Localizer) -> View {
        kudos.person.line.merging(["isBig": .flag(kudos.big)])
    }
}
