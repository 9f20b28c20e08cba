import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func invite(_ person: PersonReference, to id: LeaderboardGroup.ID) async throws {
        try await write { transaction in
            try transaction.roleInCharge(of: id)
            let person = try transaction.resolveOther(person)
            guard try transaction.connection.role(of: person, in: id) == nil else {
                throw SocialError(.alreadyMember, "They are in the group already.")
            }
            try transaction.requireOpenness(of: person)
            try transaction.invite(person, to: id)
        }
    }

    public func removeInvitation(of person: PersonReference, to id: LeaderboardGroup.ID) async throws {
        try await write { transaction in
            let person = try transaction.resolve(person)
            let isMine = person == transaction.viewer.id
            if !isMine { try transaction.roleInCharge(of: id) }
            guard try transaction.connection.deleteInvitation(of: person, to: id) else { return }
            try transaction.log(
                isMine ? .declinedGroupInvitation : .withdrewGroupInvitation, id,
                concerning: isMine ? nil : person)
        }
    }

    public func invitees(of id: LeaderboardGroup.ID, _ page: PageRequest) async throws -> Page<Person> {
        try await read { transaction in
            try transaction.roleInCharge(of: id)
            return try transaction.invitees(of: id, page)
        }
    }

    public func groupInvitations(_ page: PageRequest) async throws -> Page<GroupInvitation> {
        try await read { try $0.invitations(page) }
    }

    public func acceptInvitation(to id: LeaderboardGroup.ID) async throws -> LeaderboardGroup {
        try await write { transaction in
            if try transaction.connection.role(of: transaction.viewer.id, in: id) == nil {
                guard try transaction.isInvited(to: id) else {
                    throw SocialError(
                        .invitationNotFound, "There is no such invitation. It may have expired.")
                }
                try transaction.join(id)
                try transaction.log(
                    .joinedGroup, id, concerning: try transaction.connection.owner(of: id))
            }
            return try transaction.group(id)
        }
    }
}

extension Transaction {
    /// Friends may always be invited; of others, those who take requests and are no children.
    /// - Throws: ``SocialError/Code/requestsNotAllowed``.
    fileprivate func requireOpenness(of person: Person.ID) throws {
        if try connection.edge(from: viewer.id, to: person)?.isMutual == true { return }
        let takesRequests = try connection.settings(of: person)?.allowFriendRequests ?? false
        guard takesRequests, try !isChild(person), try !isChild(viewer.id) else {
            throw SocialError(.requestsNotAllowed, "They take invitations from friends only.")
        }
    }

    /// Leaves an invitation, also where a block between the person and the group's owner keeps it from being seen:
    /// a refusal would tell the inviter of the block.
    fileprivate func invite(_ person: Person.ID, to group: LeaderboardGroup.ID) throws {
        guard try connection.invite(person, to: group, by: viewer.id, at: now) else { return }
        guard try connection.invitationCount(of: group, at: now) <= LeaderboardGroup.mostInvitations else {
            throw SocialError(
                .limitReached,
                "\(LeaderboardGroup.mostInvitations) people have not answered yet. Take an invitation back first."
            )
        }
        try log(.invitedToGroup, group, concerning: try isReached(person, by: group) ? person : nil)
    }

    private func isReached(_ person: Person.ID, by group: LeaderboardGroup.ID) throws -> Bool {
        guard let owner = try connection.owner(of: group) else { return false }
        return try mayMeet(person, owner)
    }
}
