import Paceline
import PacelineDatabase

extension NotificationWriter {
    /// Invitations, and who joins.
    func follow(grouping event: LoggedEvent) throws {
        let group = LeaderboardGroup.ID(event.subject)
        switch event.event {
        case .invitedToGroup:
            guard let invited = event.other else { return }
            try deleteInvitation(of: invited, to: group)
            guard try isInvited(invited, to: group, by: event.person) else { return }
            try tell(invited, [.groupInvitation], of: .group(group), by: event.person, at: event.at)
        case .joinedGroup:
            try deleteInvitation(of: event.person, to: group)
            guard try connection.role(of: event.person, in: group) != nil,
                let owner = try connection.owner(of: group)
            else { return }
            try tell(owner, [.groupJoined], of: .group(group), by: event.person, at: event.at)
        case .withdrewGroupInvitation:
            guard let invited = event.other else { return }
            try deleteInvitation(of: invited, to: group)
        default: try deleteInvitation(of: event.person, to: group)
        }
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
