import Foundation
import Paceline

/// The home page: the feed and the user's week.
enum HomePages {
    /// The script loads more on scroll.
    private static let cardsShown = 12

    static func show(_ request: WebRequest) async throws -> PageResponse {
        guard let user = request.user else {
            return .page("People/landing", title: request.localizer("landing.title"), View())
        }
        guard user.account.username != nil else { return .redirect(to: "/welcome") }
        let filter = FeedFilter(request.query)
        async let feed = user.session.feed(filter.query(in: user.timeZone), request.page(of: cardsShown))
        async let week = WeekView(request, user)
        async let people = FilterView(filter, request, user)
        let view = view(request, filter, try await feed)
        let sides: View = ["week": .view(try await week.view), "filter": .view(try await people.view)]
        return PageResponse.page(
            "Feed/home", title: request.localizer("home.title"), at: .home,
            status: filter.dateError(request.localizer) == nil ? 200 : 422, view.merging(sides)
        ).streaming(filter.parameters)
    }

    private static func view(_ request: WebRequest, _ filter: FeedFilter, _ feed: Page<FeedItem>) -> View {
        let cards = feed.items.map { item in
            CardView(item: item, localizer: request.localizer).view(
                returningTo: "\(request.address)#item-\(item.id)")
        }
        return [
            "cards": .list(cards), "isEmpty": .flag(feed.items.isEmpty), "isFiltered": .flag(!filter.isEmpty),
            "more": request.moreLink(feed.next, in: "feed", "home.more", keeping: FeedFilter.names),
            "isNewest": .flag(request.query["cursor"] == nil),
        ]
    }
}
