import Paceline
import PacelineAPI

extension RoundTrip {
    static func notifications(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), EmptyBody())
        let inbox = NotificationInbox(
            items: [samples.notification(), samples.notification()], next: samples.maybe(Cursor("a+/=_-")),
            unreadCount: Int.random(in: 0...UnreadCount.limit, using: &samples.random))
        let settings = NotificationSettings(without: [samples.switchableKind()])
        let change = NotificationSettings([samples.switchableKind(): samples.bool()])
        return [
            RoundTrip(API.notifications, nothing, PageQuery(samples.pageRequest()), empty, inbox),
            RoundTrip(
                API.readNotifications, nothing, nothing,
                ReadNotifications(upTo: samples.instant(), ids: samples.maybe([samples.id(), samples.id()])),
                UnreadTally(unreadCount: 0), UnreadTally(unreadCount: UnreadCount.limit)),
            RoundTrip(API.notificationSettings, nothing, nothing, empty, settings),
            RoundTrip(API.updateNotificationSettings, nothing, nothing, change, settings),
        ]
    }
}

extension Samples {
    fileprivate mutating func switchableKind() -> NotificationKind {
        NotificationKind.switchable.randomElement(using: &random) ?? .kudos
    }

    mutating func notifiedItem() -> NotifiedItem {
        NotifiedItem(
            id: id(), kind: one(of: NotifiedItem.Kind.self), title: text(), owner: maybe(person()),
            review: maybe(one(of: AnomalyState.self)))
    }

    mutating func notification() -> SocialNotification {
        SocialNotification(
            id: id(), kind: one(of: NotificationKind.self), at: instant(), isRead: bool(), count: count(),
            people: bool() ? [person(), person(), person()] : [], item: maybe(notifiedItem()),
            comment: maybe(comment()), request: maybe(request()),
            group: maybe(NotifiedGroup(id: id(), title: text())),
            boardRank: maybe(NotifiedRank(day: day(), rank: count() + 1, points: count())),
            reward: maybe(NotifiedReward(id: id(), title: text())),
            age: maybe(bool() ? 13 : 18), security: maybe(securityEvent()))
    }

    mutating func securityEvent() -> SecurityEvent {
        SecurityEvent(
            id: id(), kind: one(of: SecurityEventKind.self), at: instant(), lastAt: maybe(instant()),
            count: count() + 1, detail: maybe("password"), clientName: maybe("Firefox"),
            network: maybe("192.0.2.0/24"))
    }
}
