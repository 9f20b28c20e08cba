import Paceline

/// The data for the page on which owners and administrators invite people to a group.
public struct InvitePage: Sendable {
    public let group: LeaderboardGroup
    /// The current code; nil when there is none. Reading the page does not create one.
    public let joinCode: JoinCode?
    /// The people with a pending invitation.
    public let invitees: [Person]
    /// The viewer's friends who are neither members nor invited.
    public let invitableFriends: [Person]
}

extension Session {
    /// Reads the data for the invitation page in one transaction.
    /// - Parameter limit: the maximum number of friends and of invitees to return.
    public func invitePage(of id: LeaderboardGroup.ID, limit: Int) async throws -> InvitePage {
        try await read { transaction in
            let groups = Groups(transaction)
            let group = try groups.group(id)
            try groups.requireManager(of: id)
            let page = PageRequest(limit: PageRequest.limits.upperBound)
            let invitees = try groups.invitees(of: id, page).items
            let members = try groups.members(of: id, page).items
            let known = Set(members.map(\.person.id) + invitees.map(\.id))
            let friends = try transaction.people(.friends, of: transaction.viewer.id, page).items
            return InvitePage(
                group: group, joinCode: try groups.joinCode(of: id), invitees: Array(invitees.prefix(limit)),
                invitableFriends: Array(friends.filter { !known.contains($0.id) }.prefix(limit)))
        }
    }
}
