import Foundation
import Paceline
import PacelineDatabase

// Records for inboxes that an event changes without a notification: what an inbox shows is decided when it is read.

extension Connection {
    func inboxRecords(of event: LoggedEvent) throws -> [ChangeRecord] {
        switch event.kind.traits.changes {
        // What the owner's own settings, relationships and age show or hide.
        case .account, .profile, .ownEdge, .mute: [.inbox(event.person)]
        case .edge, .edgeSettlingRequests, .acceptedRequest:
            [event.person, event.other].compactMap(\.self).map { .inbox($0) }
        case .score, .groupScore: try overtakingRecords(of: event)
        case .membership, .removal, .sharing: try membershipRecords(of: event)
        default: []
        }
    }

    /// The receivers of notifications that may name the person.
    func inboxes(naming person: Person.ID, where condition: SQL = "1 = 1") throws -> [Person.ID] {
        try fetch(
            """
            SELECT DISTINCT notifications.receiver
            FROM notification_actors AS actors
            JOIN notifications ON notifications.id = actors.notification
            WHERE actors.person = \(person) AND \(SQL.mayShowActor) AND \(condition)
            """
        ) { $0[0] as Person.ID }
    }

    /// For a score that now counts for fewer people: the inboxes of the people whom it overtook, and the player's, since
    /// a player without points was not overtaken.
    private func overtakingRecords(of event: LoggedEvent) throws -> [ChangeRecord] {
        guard event.kind.traits.affectsVisibility, let item = event.item, let before = event.visibility
        else { return [] }
        let stillCounts = try exists("SELECT 1 FROM items WHERE id = \(item) AND visibility >= \(before)")
        guard !stillCounts else { return [] }
        let overtaken = try inboxes(
            naming: event.person, where: "notifications.kind = \(NotificationKind.overtaken)")
        return ([event.person] + overtaken).map { .inbox($0) }
    }

    /// The inbox of a member who joined, left, or stopped or resumed sharing, and the inboxes that name the member with
    /// the group. If the member left because of a block, only the owner's of the latter, since the owner sees it.
    private func membershipRecords(of event: LoggedEvent) throws -> [ChangeRecord] {
        let member = event.kind.traits.changes == .removal ? event.other : event.person
        guard let member else { return [] }
        let receivers = try fetch(
            """
            SELECT DISTINCT notifications.receiver
            FROM notifications
            JOIN notification_actors AS actors ON actors.notification = notifications.id
            WHERE notifications.group_id = \(event.subject) AND actors.person = \(member)
                AND NOT \(SQL.hasMuted("notifications.receiver", "actors.person"))
                AND (NOT \(SQL.isBlocked("notifications.receiver", "actors.person"))
                    OR EXISTS (SELECT 1 FROM groups
                        WHERE groups.id = \(event.subject) AND groups.owner = notifications.receiver))
            """
        ) { $0[0] as Person.ID }
        return ([member] + receivers).map { .inbox($0) }
    }
}
