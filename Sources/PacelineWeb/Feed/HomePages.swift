import Foundation
import Paceline

/// The home feed beside the week.
enum HomePages {
    static func show(_ visit: Visit) async throws -> PageAnswer {
        guard let caller = visit.caller else {
            return .page("People/landing", title: visit.wording("landing.title"), View())
        }
        guard caller.account.username != nil else { return .redirect(to: "/welcome") }
        let filter = FeedFilter(visit.query)
        async let feed = caller.session.feed(filter.query, visit.page())
        async let week = WeekView(visit, caller)
        return page(visit, caller, filter, try await feed, try await week)
    }

    private static func page(
        _ visit: Visit, _ caller: Caller, _ filter: FeedFilter, _ feed: Page<FeedItem>, _ week: WeekView
    ) -> PageAnswer {
        let wording = visit.wording
        return .page(
            "Feed/home", title: wording("home.title"), at: .home,
            [
                "cards": .list(
                    feed.items.map { item in
                        let back: View = ["return": .text("\(visit.address)#item-\(item.id)")]
                        return CardView(item: item, wording: wording).view.merging(back)
                    }),
                "isEmpty": .flag(feed.items.isEmpty), "isFiltered": .flag(!filter.isOff),
                "filters": .list(filter.chips(wording)), "week": .view(week.view),
                "more": visit.link(to: feed.next, keeping: FeedFilter.names),
            ])
    }
}

/// What of the feed is wanted, as the page's address says it.
struct FeedFilter: Sendable {
    private let whose: String?
    private let show: String?

    static let names = ["whose", "show"]
    private static let types: [WorkoutType] = [.rowing, .running, .cycling, .strength]

    init(_ query: FormData) {
        whose = query["whose"]
        show = query["show"]
    }

    var isOff: Bool { whose == nil && show == nil }

    var query: FeedQuery {
        let type = show.flatMap(WorkoutType.init(rawValue:))
        return FeedQuery(
            person: whose == "me" ? .me : nil, kind: show == "scores" ? .score : nil,
            type: show == "scores" ? nil : type)
    }

    func chips(_ wording: Wording) -> [View] {
        let shown =
            [("/", wording("home.everything"), isOff), ("/?whose=me", wording("home.mine"), whose == "me")]
            + Self.types.map { ("/?show=\($0.rawValue)", wording.typeName($0), show == $0.rawValue) }
            + [("/?show=scores", wording("home.games"), show == "scores")]
        return shown.map { ["href": .text($0.0), "text": .text($0.1), "isOn": .flag($0.2)] }
    }
}
