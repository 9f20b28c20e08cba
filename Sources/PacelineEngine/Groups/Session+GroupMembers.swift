import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func members(of id: LeaderboardGroup.ID, _ page: PageRequest) async throws -> Page<GroupMember> {
        try await read { transaction in
            let groups = Groups(transaction)
            try groups.role(in: id)
            return try groups.members(of: id, page)
        }
    }

    public func removeMember(_ person: PersonReference, from id: LeaderboardGroup.ID) async throws {
        try await writeRecorded(as: .member) { transaction in
            let deleted = try Groups(transaction).remove(person, from: id)
            let change = deleted.map {
                SecurityChange.ofGroup(.groupDeleted, titled: $0, hasOthers: false, in: transaction)
            }
            return ((), change.map { [$0] } ?? [])
        }
    }

    public func setRole(
        _ role: GroupRole, of person: PersonReference, in id: LeaderboardGroup.ID
    ) async throws -> GroupMember {
        guard role != .owner else {
            throw SocialError(
                .invalidValue, "Transfer the group to make another member its owner.", field: "role")
        }
        return try await write { try Groups($0).setRole(role, of: person, in: id) }
    }

    public func transferGroup(
        _ id: LeaderboardGroup.ID, to person: PersonReference
    ) async throws -> LeaderboardGroup {
        try await writeRecorded(as: .member) { transaction in
            let (group, hasChanged) = try Groups(transaction).transfer(id, to: person)
            let change = SecurityChange.ofGroup(
                .groupTransferred, titled: group.title, hasOthers: true, in: transaction)
            return (group, hasChanged ? [change] : [])
        }
    }
}

extension Groups {
    /// - Returns: the title of the group if it is deleted, since its last member has left.
    fileprivate func remove(_ person: PersonReference, from group: LeaderboardGroup.ID) throws -> String? {
        let role = try role(in: group)
        let member = try transaction.resolve(person)
        guard member == viewer.id else {
            try remove(member, from: group, as: role)
            return nil
        }
        // An owner can leave only as the last member, which deletes the group.
        let title = role == .owner ? try connection.title(of: group) : nil
        try leave(group, as: role)
        return title
    }

    fileprivate func setRole(
        _ role: GroupRole, of person: PersonReference, in group: LeaderboardGroup.ID
    ) throws -> GroupMember {
        try requireOwner(of: group)
        let member = try transaction.resolveOther(person)
        guard let before = try connection.role(of: member, in: group) else { throw SocialError.notInGroup }
        if before != role {
            try connection.setRole(role, of: member, in: group)
            try transaction.log(.changedGroupRole, group, concerning: member)
        }
        return try self.member(member, of: group)
    }

    fileprivate func transfer(
        _ group: LeaderboardGroup.ID, to person: PersonReference
    ) throws -> (group: LeaderboardGroup, hasChanged: Bool) {
        try role(in: group)
        let newOwner = try transaction.resolve(person)
        // A retry after the transfer succeeded must not fail, although the viewer is no longer the owner.
        let hasChanged = try connection.owner(of: group) != newOwner
        if hasChanged {
            try requireOwner(of: group)
            try transfer(group, to: newOwner)
        }
        return (try self.group(group), hasChanged)
    }

    private func leave(_ group: LeaderboardGroup.ID, as role: GroupRole) throws {
        guard try role != .owner || connection.memberCount(of: group) == 1 else {
            throw SocialError(
                .ownerMustStay, "The group is yours. Transfer it to another member, or delete it.")
        }
        if role == .owner { try transaction.retractNotifications(where: "group_id = \(group)") }
        try endMembership(of: viewer.id, in: group)
        try transaction.log(role == .owner ? .deletedGroup : .leftGroup, group)
    }

    /// Removes the member, and withdraws the invitations that they sent.
    func endMembership(of member: Person.ID, in group: LeaderboardGroup.ID) throws {
        try withdrawInvitations(to: group, by: member)
        try connection.remove(member, from: group)
    }

    private func remove(
        _ member: Person.ID, from group: LeaderboardGroup.ID, as role: GroupRole
    ) throws {
        guard role.canManage, let other = try connection.role(of: member, in: group) else {
            throw role.canManage ? SocialError.notInGroup : SocialError.mayNotRemove
        }
        guard role.canRemove(other) else { throw SocialError.mayNotRemove }
        try remove([member], from: group)
    }

    /// Removes members against their will, and revokes the code that they may know. They can return only by a personal
    /// invitation, even if the group gets a new code.
    private func remove(_ members: [Person.ID], from group: LeaderboardGroup.ID) throws {
        guard !members.isEmpty else { return }
        for member in members {
            try endMembership(of: member, in: group)
            try connection.insertRemoval(of: member, from: group, at: now)
            try transaction.log(.removedFromGroup, group, concerning: member)
        }
        try revokeJoinCode(of: group)
    }

    /// Transfers the group, withdraws its invitations, and removes members who have blocked the new owner or are
    /// blocked by them: an owner and a member are never hidden from each other. Children stay only with friends.
    private func transfer(_ group: LeaderboardGroup.ID, to newOwner: Person.ID) throws {
        guard try connection.role(of: newOwner, in: group) != nil else { throw SocialError.notInGroup }
        try withdrawInvitations(to: group)
        try connection.transfer(group, from: viewer.id, to: newOwner, at: now)
        try transaction.log(.transferredGroup, group, concerning: newOwner)
        try remove(connection.members(of: group, blockingOrBlockedBy: newOwner), from: group)
        try separateChildren(in: group)
    }

    /// Enforces a new block: removes the viewer and the other person from each other's groups.
    func separate(from other: Person.ID) throws {
        for group in try connection.groups(of: viewer.id, with: other) { try remove([other], from: group) }
        for group in try connection.groups(of: other, with: viewer.id) {
            try endMembership(of: viewer.id, in: group)
            try transaction.log(.leftGroup, group)
        }
    }
}

extension SocialError {
    fileprivate static let mayNotRemove = SocialError(
        .notAllowed, "Administrators can remove members; only the owner can remove administrators.")
}
