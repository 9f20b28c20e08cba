import Paceline
import PacelineAPI

extension RoundTrip {
    static func sync(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), NoBody())
        let query = ChangesQuery(
            since: samples.maybe(ChangeToken("a+/=_-")),
            limit: Int.random(in: ChangePage.limits, using: &samples.random))
        let page = ChangePage(
            changes: Change.Kind.allCases.flatMap {
                [samples.change($0), Change($0, samples.id(), isDeleted: true)]
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
    mutating func change(_ kind: Change.Kind) -> Change {
        switch kind {
        case .account: Change(kind, id(), account: account())
        case .settings: Change(kind, id(), settings: account().settings)
        case .notificationSettings:
            Change(kind, id(), notificationSettings: NotificationSettings(without: [.kudos]))
        case .board: Change(kind, id())
        case .person, .mute: Change(kind, id(), person: person())
        case .edge: Change(kind, id(), person: person(), relationship: one(of: Relationship.self))
        case .request: Change(kind, id(), request: request())
        case .item: Change(kind, id(), item: item())
        case .comment: Change(kind, id(), comment: comment())
        case .group: Change(kind, id(), group: group())
        case .invitation: Change(kind, id(), invitation: groupInvitation())
        case .season: Change(kind, id(), season: season())
        }
    }
}
