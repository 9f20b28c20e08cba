import Paceline

/// What those in charge of a group see where they bring people into it.
public struct InvitePage: Sendable {
    public let group: LeaderboardGroup
    /// The code that is in force; nil when there is none, for none is made by looking.
    public let joinCode: JoinCode?
    /// People who have been invited and have not answered.
    public let invitees: [Person]
    /// Friends of the viewer who are neither in the group nor invited.
    public let invitableFriends: [Person]
}

extension Session {
    /// Reads everything that the page of inviting shows, as it stands at one moment.
    /// - Parameter limit: how many of the viewer's friends, of the members and of the invitees are looked at.
    public func invitePage(of id: LeaderboardGroup.ID, limit: Int) async throws -> InvitePage {
        try await read { transaction in
            let groups = Groups(transaction)
            let group = try groups.group(id)
            try groups.requireManager(of: id)
            let page = PageRequest(limit: limit)
            let invitees = try groups.invitees(of: id, page).items
            let members = try groups.members(of: id, page).items
            let known = Set(members.map(\.person.id) + invitees.map(\.id))
            let friends = try transaction.people(.friends, of: transaction.viewer.id, page).items
            return InvitePage(
                group: group, joinCode: try groups.joinCode(for: id), invitees: invitees,
                invitableFriends: friends.filter { !known.contains($0.id) })
        }
    }
}
