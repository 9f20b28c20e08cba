import Foundation
import Paceline

/// The home feed beside the week.
enum HomePages {
    /// More comes while one scrolls.
    private static let cardsShown = 12

    static func show(_ visit: Visit) async throws -> PageAnswer {
        guard let caller = visit.caller else {
            return .page("People/landing", title: visit.wording("landing.title"), View())
        }
        guard caller.account.username != nil else { return .redirect(to: "/welcome") }
        let filter = FeedFilter(visit.query)
        async let feed = caller.session.feed(filter.query(in: caller.timeZone), visit.page(of: cardsShown))
        async let week = WeekView(visit, caller)
        async let people = FilterView(filter, visit, caller)
        let view = view(visit, filter, try await feed)
        let sides: View = ["week": .view(try await week.view), "filter": .view(try await people.view)]
        return PageAnswer.page(
            "Feed/home", title: visit.wording("home.title"), at: .home,
            status: filter.fault(visit.wording) == nil ? 200 : 422, view.merging(sides)
        ).hearing(filter.parameters)
    }

    private static func view(_ visit: Visit, _ filter: FeedFilter, _ feed: Page<FeedItem>) -> View {
        let cards = feed.items.map { item in
            CardView(item: item, wording: visit.wording).view(returningTo: "\(visit.address)#item-\(item.id)")
        }
        return [
            "cards": .list(cards), "isEmpty": .flag(feed.items.isEmpty), "isFiltered": .flag(!filter.isOff),
            "more": visit.more(feed.next, in: "feed", "home.more", keeping: FeedFilter.names),
            "isNewest": .flag(visit.query["cursor"] == nil),
        ]
    }
}
