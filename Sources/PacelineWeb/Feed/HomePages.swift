import Foundation
import Paceline
import PacelineEngine

/// The home page: the feed and the user's week.
enum HomePages {
    /// The script loads more on scroll.
    private static let cardsShown = 12
    /// Puzzles share cards, so a page reads more items than it shows cards.
    private static let itemsRead = 30

    static func show(_ request: WebRequest) async throws -> PageResponse {
        guard let user = request.user else {
            return .page("People/landing", title: request.localizer("landing.title"), request.operatorView)
        }
        guard user.account.username != nil else { return .redirect(to: "/welcome") }
        let filter = FeedFilter(request.query)
        async let feed = user.session.feedPage(
            filter.query(in: user.timeZone), request.page(of: itemsRead), cards: cardsShown)
        async let week = WeekView(request, user)
        async let choices = FilterView(filter, request, user)
        let page = try await feed
        let view = view(request, user, filter, page)
        let isStart = filter.isEmpty && request.query["cursor"] == nil
        let isEmpty = isStart && page.items.items.isEmpty
        let start = isStart ? try await GettingStartedView(request, user, isHomeEmpty: isEmpty) : nil
        let filterView = try await choices.view
        let sides: View = [
            "week": .view(try await week.view),
            "filter": .view(optional: isEmpty ? nil : filterView),
            "invitation": request.invitationReminder,
            "gettingStarted": .view(optional: start?.view),
            "example": .view(optional: isEmpty ? StylePages.example(request.localizer) : nil),
        ]
        return PageResponse.page(
            "Feed/home", title: request.localizer("home.title"), at: .home,
            status: filter.typedDays.errors(request.localizer).isEmpty ? 200 : 422, view.merging(sides)
        ).streaming(filter.parameters)
    }

    private static func view(
        _ request: WebRequest, _ user: SignedInUser, _ filter: FeedFilter, _ feed: FeedPage
    ) -> View {
        let isNewest = request.query["cursor"] == nil
        let days = FeedDay.days(
            of: FeedCard.cards(from: feed.items.items), in: user.timeZone, isTop: isNewest)
        let workouts = WorkoutsByEnd(feed.items.items)
        return [
            "days": .list(days.map { DayView($0, feed.previews, workouts, request, user).view }),
            "isEmpty": .flag(days.isEmpty), "isFiltered": .flag(!filter.isEmpty),
            "filteredGroup": .text(optional: filter.group.map { "/groups/\($0)" }),
            "more": request.moreLink(
                feed.items.next, in: "feed", "home.more", keeping: FeedFilter.names,
                adding: days.last.map { [(DayView.continued, "\($0.firstDay)")] } ?? []),
            "isNewest": .flag(isNewest),
            "sayForm": .view(CommentForm.onCards),
        ]
    }
}

/// The cards of one day, below its heading.
struct DayView: Sendable {
    let view: View

    /// The query parameter with the last day of the page before, whose heading is not repeated.
    static let continued = "after"

    init(
        _ day: FeedDay, _ previews: [FeedItem.ID: CardPreview], _ workouts: WorkoutsByEnd,
        _ request: WebRequest, _ user: SignedInUser
    ) {
        let localizer = request.localizer
        let (address, viewer) = (request.address, user.account.id)
        view = [
            "heading": request.query[Self.continued] == "\(day.day)"
                ? .nothing : .text(localizer.heading(of: day)),
            "cards": .list(
                day.cards.map { card in
                    var view: View = ["item": .nothing, "earned": .nothing, "puzzles": .nothing]
                    switch card {
                    case .item(let item):
                        let card = CardView(
                            item: item, preview: previews[item.id] ?? CardPreview(), viewer: viewer,
                            localizer: localizer)
                        view["item"] = .view(card.view(returningTo: "\(address)#item-\(item.id)"))
                    case .earned(let author, let items):
                        let card = EarnedCardView(
                            author: author, items, by: workouts[items[0]], viewer: viewer,
                            returningTo: address, localizer)
                        view["earned"] = .view(card.view)
                    case .puzzles(let author, _, let items):
                        let card = PuzzleCardView(
                            author: author, items, previews, viewer: viewer, returningTo: address, localizer)
                        view["puzzles"] = .view(card.view)
                    }
                    return view
                }),
        ]
    }
}

extension Localizer {
    /// The heading of a day, or of several days: `Since yesterday`.
    fileprivate func heading(of day: FeedDay) -> String {
        guard day.firstDay < day.day else { return heading(of: day.day) }
        if day.firstDay.adding(days: 1) == today { return self("home.sinceYesterday") }
        return self("home.days.since", ["day": heading(of: day.firstDay)])
    }

    /// `Today`, `Yesterday`, or `Saturday 21 November`.
    private func heading(of day: Day) -> String {
        if day == today { return self("board.today") }
        if day.adding(days: 1) == today { return self("board.yesterday") }
        let date = self(
            "home.dayHeading",
            [
                "weekday": self("date.weekdays.\(day.weekdayFromMonday)"), "day": "\(day.dayOfMonth)",
                "month": self("board.months.\(day.monthOfYear)"),
            ])
        guard day.year != today.year else { return date }
        return self("date.withYear", ["date": date, "year": "\(day.year)"])
    }
}
