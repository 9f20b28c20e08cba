import Paceline
import PacelineEngine

/// The filters above the feed: kinds to press, people to choose from, and days.
struct FilterView: Sendable {
    let view: View

    /// How many friends there are to choose from.
    private static let limit = PageRequest.limits.upperBound

    init(_ filter: FeedFilter, _ visit: Visit, _ caller: Caller) async throws {
        let friends = try await caller.session.friendNames(limit: Self.limit)
        view = [
            "kinds": .list(Self.kinds(filter, visit.wording)),
            "people": .options(Self.people(filter, friends, visit.wording), chosen: filter.whose ?? ""),
            "show": .text(optional: filter.show), "dates": .view(Self.dates(filter, visit.wording)),
        ]
    }

    private static func kinds(_ filter: FeedFilter, _ wording: Wording) -> [View] {
        let sports = FeedFilter.types.map { ($0.rawValue, wording.typeName($0)) }
        let kinds = [(nil, wording("home.everything"))] + sports + [("scores", wording("home.games"))]
        return kinds.map { show, name in
            [
                "href": .text(filter.with { $0.show = show }.address), "text": .text(name),
                "isOn": .flag(show == filter.show),
            ]
        }
    }

    private static func people(
        _ filter: FeedFilter, _ friends: [FriendName], _ wording: Wording
    ) -> [(value: String, text: String)] {
        var people = [("", wording("home.everyone")), ("me", wording("home.mine"))]
        people += friends.map { ("@\($0.username)", $0.displayName) }
        if let whose = filter.whose, !people.contains(where: { $0.0 == whose }) {
            people.append((whose, whose))
        }
        return people
    }

    private static func dates(_ filter: FeedFilter, _ wording: Wording) -> View {
        let fault = filter.fault(wording)
        let fields = ["from", "to"].map {
            Field(name: $0, label: wording.texts("home.days.\($0)"), type: "date")
        }
        let typed = ["from": filter.from, "to": filter.to]
        return fields.view(fault, wording) { name in typed[name]?.map { Day($0)?.dashed ?? $0 } }.merging([
            "said": .text(said(filter.days, wording)), "isOpen": .flag(fault != nil),
            "isOn": .flag(filter.days != FeedDays()),
            "anyDay": .text(
                filter.with {
                    $0.from = nil
                    $0.to = nil
                }.address),
        ])
    }

    /// `1 Nov – 21 Nov`.
    private static func said(_ days: FeedDays, _ wording: Wording) -> String {
        switch (days.first.map(wording.date), days.last.map(wording.date)) {
        case (let first?, let last?): wording("board.fromTo", ["from": first, "to": last])
        case (let first?, nil): wording("home.days.since", ["day": first])
        case (nil, let last?): wording("home.days.until", ["day": last])
        case (nil, nil): wording("home.days.any")
        }
    }
}
