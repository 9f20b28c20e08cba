import Paceline

/// The data for the page on which owners and administrators invite people to a group.
public struct InvitePage: Sendable {
    public let group: LeaderboardGroup
    /// The current code; nil when there is none. Reading the page does not create one.
    public let joinCode: JoinCode?
    /// The people with a pending invitation.
    public let invitees: Page<Person>
    /// The viewer's friends who are neither members nor invited.
    public let invitableFriends: Page<Person>
}

extension Session {
    /// Reads the data for the invitation page in one transaction.
    public func invitePage(
        of id: LeaderboardGroup.ID, invitees: PageRequest, friends: PageRequest
    ) async throws -> InvitePage {
        try await read { transaction in
            let groups = Groups(transaction)
            let group = try groups.group(id)
            try groups.requireManager(of: id)
            return InvitePage(
                group: group, joinCode: try groups.joinCode(of: id),
                invitees: try groups.invitees(of: id, invitees),
                invitableFriends: try groups.invitableFriends(to: id, friends))
        }
    }
}
