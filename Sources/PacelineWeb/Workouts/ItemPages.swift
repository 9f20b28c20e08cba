import Paceline
import PacelineEngine

/// The page of one item: what was done, what others say to it. One page for one's own and for a friend's.
enum ItemPages {
    /// A comment that was refused, to be shown where it was typed.
    struct Typed: Sendable {
        let text: String
        let error: SocialError
        /// The comment that it answers.
        var comment: Comment.ID?
    }

    private static let commentsShown = PageRequest.limits.upperBound
    private static let facesShown = 24

    static func showWorkout(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let id: Workout.ID = try visit.id()
        return try await page(of: id.item, visit, caller)
    }

    static func showItem(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let page = try await read(try visit.id(), visit, caller)
        switch page.item.content {
        case .workout: return .redirect(to: CardView(item: page.item, wording: visit.wording).href)
        case .score, .unknown: return answer(page, visit, caller)
        }
    }

    /// A card by itself, for a page on which it has changed.
    static func showCard(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let item = try await caller.session.item(try visit.id())
        let card = CardView(item: item, wording: visit.wording)
        return .fragment("Feed/card", card.view(returningTo: "/#item-\(item.id)"))
    }

    static func page(
        of id: FeedItem.ID, _ visit: Visit, _ caller: Caller, typed: Typed? = nil
    ) async throws -> PageAnswer {
        answer(try await read(id, visit, caller), visit, caller, typed: typed)
    }

    private static func read(_ id: FeedItem.ID, _ visit: Visit, _ caller: Caller) async throws -> ItemPage {
        try await caller.session.itemPage(
            id, kudos: PageRequest(limit: facesShown), comments: visit.page(of: commentsShown))
    }

    private static func answer(
        _ page: ItemPage, _ visit: Visit, _ caller: Caller, typed: Typed? = nil
    ) -> PageAnswer {
        let (item, kudos, comments) = (page.item, page.kudos, page.comments)
        let card = CardView(item: item, wording: visit.wording)
        let workout = item.workout.map {
            WorkoutPage(workout: $0, wording: visit.wording, isMine: item.author.id == caller.account.id).view
        }
        var view = card.view.merging(workout ?? WorkoutPage.absent)
        view["return"] = .text(card.href)
        view["faces"] = .list(kudos.items.map { face($0, visit.wording) })
        view["othersWithKudos"] =
            item.kudosCount > kudos.items.count
            ? .text(visit.wording.count("kudos.others", item.kudosCount - kudos.items.count)) : .nothing
        view = view.merging(thread(item, comments, visit, caller, card.href, typed))
        return .page(
            "Workouts/item", title: "\(card.title) · \(item.author.displayName)",
            status: typed == nil ? 200 : 422, view
        ).hearing([("items", "\(item.id)")])
    }

    private static func thread(
        _ item: FeedItem, _ comments: Page<Comment>, _ visit: Visit, _ caller: Caller, _ path: String,
        _ typed: Typed?
    ) -> View {
        let thread = ThreadView(
            comments: comments.items, owner: item.author.id, viewer: caller.account.id, path: path,
            wording: visit.wording, editing: visit.query["edit"].flatMap { Comment.ID($0) },
            answering: typed?.comment ?? visit.query["reply"].flatMap { Comment.ID($0) },
            typed: typed)
        let foot = CommentForm.foot(
            of: item.id, returningTo: path, typed: typed?.comment == nil ? typed : nil, visit.wording)
        return [
            "thread": .list(thread.views), "hasComments": .flag(!comments.items.isEmpty),
            "moreComments": visit.more(comments.next, in: "thread", "comments.more", of: path),
            "form": .view(foot.view),
        ]
    }

    private static func face(_ kudos: Kudos, _ wording: Wording) -> View {
        kudos.person.line.merging(["isBig": .flag(kudos.big)])
    }
}
