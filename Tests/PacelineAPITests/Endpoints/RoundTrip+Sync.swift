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
        let request = SyncRequest(
            device: samples.id(), acknowledged: samples.count(),
            commands: [samples.command(), samples.command()],
            since: samples.maybe(ChangeToken("a+/=_-")),
            limit: Int.random(in: ChangePage.limits, using: &samples.random))
        let answer = SyncAnswer(
            results: [samples.commandResult(), samples.commandResult()], changes: page.changes,
            next: page.next, hasMore: samples.bool(), isSettled: samples.bool(),
            unreadCount: Int.random(in: 0...100, using: &samples.random))
        return [
            RoundTrip(
                API.changes, nothing, query, empty, page,
                ChangePage(changes: [], next: ChangeToken("bmV4dA"), hasMore: false)),
            RoundTrip(API.sync, nothing, nothing, request, answer),
        ]
    }
}

extension Samples {
    private mutating func inbox() -> NotificationInbox {
        NotificationInbox(
            items: [notification(), notification()], next: maybe(Cursor("a+/=_-")),
            unreadCount: Int.random(in: 0...UnreadCount.limit, using: &random))
    }

    mutating func command() -> SyncCommand {
        SyncCommand(
            number: count() + 1, method: ["PUT", "POST", "PATCH", "DELETE"].randomElement(using: &random)!,
            path: "/v1/items/\(id() as FeedItem.ID)/kudos?x=%20", body: maybe(json()), skip: bool())
    }

    mutating func commandResult() -> CommandResult {
        CommandResult(
            number: count() + 1, status: Int.random(in: 200...500, using: &random),
            problem: maybe(SocialError(.rateLimited, text(), field: maybe("title"), retryAfter: maybe(3))),
            body: maybe(json()))
    }

    /// JSON of all types, in the form that equal values share.
    mutating func json() -> JSONText {
        JSONText(#"{"a":[1,-2.5,true,null,"x…/"],"b":{},"c":\#(count())}"#)
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
