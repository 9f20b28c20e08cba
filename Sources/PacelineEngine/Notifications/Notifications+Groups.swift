import Paceline
import PacelineDatabase

extension NotificationWriter {
    func invitationSent(_ event: LoggedEvent) throws {
        let group = LeaderboardGroup.ID(event.subject)
        guard let invited = event.other else { return }
        try deleteInvitation(of: invited, to: group)
        guard try isInvited(invited, to: group, by: event.person) else { return }
        try notify(invited, [.groupInvitation], of: .group(group), by: event.person, at: event.at)
    }

    func invitationWithdrawn(_ event: LoggedEvent) throws {
        guard let invited = event.other else { return }
        try deleteInvitation(of: invited, to: LeaderboardGroup.ID(event.subject))
    }

    func invitationDeclined(_ event: LoggedEvent) throws {
        try deleteInvitation(of: event.person, to: LeaderboardGroup.ID(event.subject))
    }

    func groupJoined(_ event: LoggedEvent) throws {
        let group = LeaderboardGroup.ID(event.subject)
        try deleteInvitation(of: event.person, to: group)
        guard try connection.role(of: event.person, in: group) != nil,
            let owner = try connection.owner(of: group)
        else { return }
        try notify(owner, [.groupJoined], of: .group(group), by: event.person, at: event.at)
    }

    private func isInvited(
        _ person: Person.ID, to group: LeaderboardGroup.ID, by inviter: Person.ID
    ) throws -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM group_invitations
            WHERE group_id = \(group) AND person = \(person) AND inviter = \(inviter)
            """)
    }

    private func deleteInvitation(of person: Person.ID, to group: LeaderboardGroup.ID) throws {
        try delete(
            where: """
                group_id = \(group) AND receiver = \(person) AND kind = \(NotificationKind.groupInvitation)
                """)
    }
}
