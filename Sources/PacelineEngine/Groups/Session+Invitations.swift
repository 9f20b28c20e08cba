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
        guard person != viewer.id else { return try declineInvitation(to: group) }
        try requireManager(of: group)
        try withdrawInvitation(of: person, to: group)
    }

    private func declineInvitation(to group: LeaderboardGroup.ID) throws {
        guard try isInvited(to: group) else { return }
        try connection.setState(.declined, ofInvitationOf: viewer.id, to: group)
        try transaction.log(.declinedGroupInvitation, group)
    }

    private func withdrawInvitation(of person: Person.ID, to group: LeaderboardGroup.ID) throws {
        guard let invitation = try connection.invitation(of: person, to: group) else { return }
        if invitation.isDeclined {
            try connection.setState(.withdrawn, ofInvitationOf: person, to: group)
        } else {
            try connection.deleteInvitation(of: person, to: group)
        }
        // The end of an invitation that the person declined or never saw must not tell of it.
        let isAnnounced =
            try !invitation.isDeclined && seesInvitation(person, to: group, by: invitation.inviter)
        try transaction.log(.withdrewGroupInvitation, group, concerning: isAnnounced ? person : nil)
    }

    /// Withdraws all invitations before the group is deleted or gets another owner: their title is the former owner's,
    /// and would be shown as that of the new one.
    /// - Parameter inviter: a member who leaves; nil for the invitations of all.
    func withdrawInvitations(to group: LeaderboardGroup.ID, by inviter: Person.ID? = nil) throws {
        for person in try connection.invitedPeople(to: group, by: inviter) {
            try withdrawInvitation(of: person, to: group)
        }
    }

    /// Ends the invitations that either of the two sent to the other, and those to each other's groups, before a block
    /// hides them. To the other person, it looks as if theirs had been withdrawn.
    func endInvitations(with other: Person.ID) throws {
        for (person, inviter) in [(viewer.id, other), (other, viewer.id)] {
            for group in try connection.invitations(of: person, involving: inviter) {
                try withdrawInvitation(of: person, to: group)
            }
        }
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

    /// Friends can always be invited. Others must accept friend requests, and neither side may be a child.
    ///
    /// This fails for the people whom a friend request to them fails for, so that an invitation says no more about
    /// their age than a request.
    /// - Throws: ``SocialError/Code/requestsNotAllowed``.
    private func requireCanBeInvited(_ person: Person.ID) throws {
        if try connection.edge(from: viewer.id, to: person)?.isMutual == true { return }
        let takesRequests = try connection.settings(of: person)?.allowFriendRequests ?? false
        guard takesRequests, try !transaction.isChild(person), try !transaction.isChild(viewer.id) else {
            throw SocialError(.requestsNotAllowed, "They accept invitations from friends only.")
        }
    }

    /// Adds the invitation even if the person does not see it, because of a block between them and the group's owner,
    /// or because they are a minor, or of unknown age, and not a friend of both the viewer and the owner. An error
    /// would reveal that to the inviter.
    private func invite(_ person: Person.ID, to group: LeaderboardGroup.ID) throws {
        let isSeen = try seesInvitation(person, to: group, by: viewer.id)
        // An invitation that the person does not see must not prevent one that they see.
        if isSeen, let other = try connection.invitation(of: person, to: group), !other.isDeclined,
            try !seesInvitation(person, to: group, by: other.inviter)
        {
            try connection.deleteInvitation(of: person, to: group)
        }
        guard let state = try connection.invite(person, to: group, by: viewer.id, at: now) else { return }
        let count = try connection.invitationCount(of: group, seenBy: viewer, at: now)
        guard count <= LeaderboardGroup.maxPendingInvitations else {
            throw SocialError(
                .limitReached,
                "\(LeaderboardGroup.maxPendingInvitations) invitations are pending, which is the maximum. "
                    + "Withdraw one first.")
        }
        try transaction.log(.invitedToGroup, group, concerning: isSeen && state == .pending ? person : nil)
    }
}
