import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func invite(_ person: PersonReference, to id: LeaderboardGroup.ID) async throws {
        try await write { try Groups($0).invite(person, to: id) }
    }

    public func removeInvitation(of person: PersonReference, to id: LeaderboardGroup.ID) async throws {
        try await write { try Groups($0).removeInvitation(of: person, to: id) }
    }

    public func invitees(of id: LeaderboardGroup.ID, _ page: PageRequest) async throws -> Page<Person> {
        try await read { transaction in
            let groups = Groups(transaction)
            try groups.requireManager(of: id)
            return try groups.invitees(of: id, page)
        }
    }

    public func groupInvitations(_ page: PageRequest) async throws -> Page<Invitation> {
        try await read { try Groups($0).invitations(page) }
    }

    public func acceptInvitation(to id: LeaderboardGroup.ID) async throws -> LeaderboardGroup {
        try await write { try Groups($0).acceptInvitation(to: id) }
    }
}

extension Groups {
    fileprivate func invite(_ person: PersonReference, to group: LeaderboardGroup.ID) throws {
        try requireManager(of: group)
        let person = try transaction.resolveOther(person)
        guard try connection.role(of: person, in: group) == nil else {
            throw SocialError(.alreadyMember, "They are already in the group.")
        }
        try requireCanBeInvited(person)
        try invite(person, to: group)
    }

    fileprivate func removeInvitation(of person: PersonReference, to group: LeaderboardGroup.ID) throws {
        let person = try transaction.resolve(person)
        let isMine = person == viewer.id
        if !isMine { try requireManager(of: group) }
        guard try connection.deleteInvitation(of: person, to: group) else { return }
        // The end of an invitation that the person never saw must not reveal it.
        let isAnnounced = try !isMine && seesInvitation(person, to: group)
        try transaction.log(
            isMine ? .declinedGroupInvitation : .withdrewGroupInvitation, group,
            concerning: isAnnounced ? person : nil)
    }

    fileprivate func acceptInvitation(to group: LeaderboardGroup.ID) throws -> LeaderboardGroup {
        if try connection.role(of: viewer.id, in: group) == nil {
            guard try isInvited(to: group) else {
                throw SocialError(.invitationNotFound, "There is no such invitation. It may have expired.")
            }
            try join(group)
            try transaction.log(.joinedGroup, group, concerning: try connection.owner(of: group))
        }
        return try self.group(group)
    }

    /// Friends can always be invited. Others must accept friend requests and be adults, since an invitation shows the
    /// group's title, and the inviter must not be a child.
    /// - Throws: ``SocialError/Code/requestsNotAllowed``.
    private func requireCanBeInvited(_ person: Person.ID) throws {
        if try connection.edge(from: viewer.id, to: person)?.isMutual == true { return }
        let takesRequests = try connection.settings(of: person)?.allowFriendRequests ?? false
        guard takesRequests, try transaction.isAdult(person), try !transaction.isChild(viewer.id) else {
            throw SocialError(.requestsNotAllowed, "They accept invitations from friends only.")
        }
    }

    /// Adds the invitation even if a block between the person and the group's owner hides it from the person. An error
    /// would reveal the block to the inviter.
    private func invite(_ person: Person.ID, to group: LeaderboardGroup.ID) throws {
        guard try connection.invite(person, to: group, by: viewer.id, at: now) else { return }
        let count = try connection.invitationCount(of: group, seenBy: viewer, at: now)
        guard count <= LeaderboardGroup.maxPendingInvitations else {
            throw SocialError(
                .limitReached,
                "\(LeaderboardGroup.maxPendingInvitations) invitations are pending, which is the maximum. "
                    + "Withdraw one first.")
        }
        try transaction.log(
            .invitedToGroup, group, concerning: try seesInvitation(person, to: group) ? person : nil)
    }

    private func seesInvitation(_ person: Person.ID, to group: LeaderboardGroup.ID) throws -> Bool {
        guard let owner = try connection.owner(of: group) else { return false }
        return try mayShareGroup(person, owner)
    }
}
