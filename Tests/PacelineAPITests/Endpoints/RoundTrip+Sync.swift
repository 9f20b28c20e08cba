import Paceline
import PacelineAPI

extension RoundTrip {
    static func sync(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), EmptyBody())
        let query = ChangesQuery(
            since: samples.maybe(ChangeToken("a+/=_-")),
            limit: Int.random(in: ChangePage.limits, using: &samples.random))
        let page = ChangePage(
            changes: Change.Kind.allCases.flatMap {
                [samples.change($0), Change(.deleted($0), samples.id())]
            },
            next: ChangeToken("bmV4dA"), hasMore: samples.bool())
        return [
            RoundTrip(
                API.changes, nothing, query, empty, page,
                ChangePage(changes: [], next: ChangeToken("bmV4dA"), hasMore: false))
        ]
    }
}

extension Samples {
    private mutating func inbox() -> NotificationInbox {
        NotificationInbox(
            items: [notification(), notification()], next: maybe(Cursor("a+/=_-")),
            unreadCount: Int.random(in: 0...UnreadCount.limit, using: &random))
    }

    mutating func change(_ kind: Change.Kind) -> Change {
        let content: Change.Content =
            switch kind {
            case .account: .account(account())
            case .settings: .settings(account().settings)
            case .notificationSettings: .notificationSettings(NotificationSettings(without: [.kudos]))
            case .board: .board
            case .person: .person(person())
            case .mute: .mute(person())
            case .edge: .edge(person(), one(of: Relationship.self))
            case .request: .request(request())
            case .item: .item(item())
            case .comment: .comment(comment())
            case .group: .group(group())
            case .invitation: .invitation(invitation())
            case .season: .season(season())
            case .inbox: .inbox(inbox())
            }
        return Change(content, id())
    }
}
