import Paceline
import PacelineDatabase

extension NotificationWriter {
    /// Kudos and hearts. What counts is what is there now: later events tell of what came after.
    func follow(praising event: LoggedEvent) throws {
        guard let receiver = event.other, let item = event.item else { return }
        switch event.event {
        case .gaveKudos, .withdrewKudos: try followKudos(event, on: item, of: receiver)
        default: try followHeart(event, on: item, of: receiver)
        }
    }

    private func followKudos(_ event: LoggedEvent, on item: FeedItem.ID, of owner: Person.ID) throws {
        let isBig = try connection.fetchFirst(
            "SELECT is_big FROM kudos WHERE item = \(item) AND person = \(event.person)"
        ) { $0[0] as Bool }
        let kind = isBig.map { $0 ? NotificationKind.bigKudos : .kudos }
        let others: [NotificationKind] = [.kudos, .bigKudos].filter { $0 != kind }
        if event.event == .withdrewKudos || isBig != nil {
            try withdraw(
                event.person, where: "notifications.item = \(item) AND notifications.kind IN \(list: others)")
        }
        guard event.event == .gaveKudos, let kind else { return }
        try tell(owner, [kind], of: .item(item), by: event.person, at: event.at)
    }

    private func followHeart(_ event: LoggedEvent, on item: FeedItem.ID, of author: Person.ID) throws {
        let comment = Comment.ID(event.subject)
        let isGiven = try connection.exists(
            "SELECT 1 FROM hearts WHERE comment = \(comment) AND person = \(event.person)")
        if event.event == .gaveHeart, isGiven {
            try tell(author, [.heart], of: .comment(comment, on: item), by: event.person, at: event.at)
        } else if !isGiven {
            try withdraw(
                event.person,
                where: """
                    notifications.comment = \(comment) AND notifications.kind = \(NotificationKind.heart)
                    """)
        }
    }
}
