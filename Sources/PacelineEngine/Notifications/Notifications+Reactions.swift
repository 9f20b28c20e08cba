import Paceline
import PacelineDatabase

// Each handler looks at the current state, since later events cover later changes.

extension NotificationWriter {
    func kudosGiven(_ event: LoggedEvent) throws {
        guard let owner = event.other, let item = event.item, let kind = try kudos(in: event) else { return }
        try withdrawKudos(event, except: kind)
        try notify(owner, [kind], of: .item(item), by: event.person, at: event.at)
    }

    func kudosWithdrawn(_ event: LoggedEvent) throws {
        try withdrawKudos(event, except: try kudos(in: event))
    }

    func heartGiven(_ event: LoggedEvent) throws {
        guard let author = event.other, let item = event.item else { return }
        guard try hasHeart(event) else { return try withdrawHeart(event) }
        try notify(
            author, [.heart], of: .comment(Comment.ID(event.subject), on: item), by: event.person,
            at: event.at)
    }

    func heartWithdrawn(_ event: LoggedEvent) throws {
        if try !hasHeart(event) { try withdrawHeart(event) }
    }

    /// The kind of the kudos that the person currently gives the item; nil when there are none.
    private func kudos(in event: LoggedEvent) throws -> NotificationKind? {
        guard let item = event.item else { return nil }
        return try connection.fetchFirst(
            "SELECT is_big FROM kudos WHERE item = \(item) AND person = \(event.person)"
        ) { $0[0] as Bool ? .bigKudos : .kudos }
    }

    private func withdrawKudos(_ event: LoggedEvent, except kind: NotificationKind?) throws {
        guard let item = event.item else { return }
        let others: [NotificationKind] = [.kudos, .bigKudos].filter { $0 != kind }
        try withdraw(event.person, of: "item = \(item) AND kind IN \(list: others)")
    }

    private func hasHeart(_ event: LoggedEvent) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM hearts WHERE comment = \(Comment.ID(event.subject)) AND person = \(event.person)")
    }

    private func withdrawHeart(_ event: LoggedEvent) throws {
        try withdraw(
            event.person,
            of: "comment = \(Comment.ID(event.subject)) AND kind = \(NotificationKind.heart)")
    }

    /// Removes an actor from the few notifications of an item or a comment. Without the subquery, databases read all
    /// notifications of the actor, who may have given thousands of kudos.
    private func withdraw(_ actor: Person.ID, of subject: SQL) throws {
        try withdraw(
            actor, where: "actors.notification IN (SELECT id FROM notifications WHERE \(subject))")
    }
}
