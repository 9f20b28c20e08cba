import Paceline

/// The filters above the feed: kinds to press, and people to choose from.
struct FilterView: Sendable {
    let view: View

    /// How many friends there are to choose from.
    private static let limit = PageRequest.limits.upperBound

    init(_ filter: FeedFilter, _ visit: Visit, _ caller: Caller) async throws {
        let friends = try await caller.session.friends(of: .me, PageRequest(limit: Self.limit)).items
        view = [
            "kinds": .list(Self.kinds(filter, visit.wording)),
            "people": .list(Self.people(filter, friends, visit.wording)),
            "show": .text(optional: filter.show),
        ]
    }

    private static func kinds(_ filter: FeedFilter, _ wording: Wording) -> [View] {
        let sports = FeedFilter.types.map { ($0.rawValue, wording.typeName($0)) }
        let kinds = [(nil, wording("home.everything"))] + sports + [("scores", wording("home.games"))]
        return kinds.map { show, name in
            [
                "href": .text(FeedFilter(whose: filter.whose, show: show).address), "text": .text(name),
                "isOn": .flag(show == filter.show),
            ]
        }
    }

    private static func people(_ filter: FeedFilter, _ friends: [Person], _ wording: Wording) -> [View] {
        var people = [("", wording("home.everyone")), ("me", wording("home.mine"))]
        people += friends.map { ("@\($0.username)", $0.displayName) }
        if let whose = filter.whose, !people.contains(where: { $0.0 == whose }) {
            people.append((whose, whose))
        }
        return people.map {
            ["value": .text($0.0), "name": .text($0.1), "isChosen": .flag($0.0 == filter.whose ?? "")]
        }
    }
}
