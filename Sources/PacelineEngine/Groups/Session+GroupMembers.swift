import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func members(of id: LeaderboardGroup.ID, _ page: PageRequest) async throws -> Page<GroupMember> {
        try await read { transaction in
            try transaction.role(in: id)
            return try transaction.members(of: id, page)
        }
    }

    public func removeMember(_ person: PersonReference, from id: LeaderboardGroup.ID) async throws {
        try await write { transaction in
            let role = try transaction.role(in: id)
            let member = try transaction.resolve(person)
            if member == transaction.viewer.id {
                try transaction.leave(id, as: role)
            } else {
                try transaction.remove(member, from: id, as: role)
            }
        }
    }

    public func setRole(
        _ role: GroupRole, of person: PersonReference, in id: LeaderboardGroup.ID
    ) async throws -> GroupMember {
        guard role != .owner else {
            throw SocialError(.invalidValue, "Transfer the group to make another its owner.", field: "role")
        }
        return try await write { transaction in
            try transaction.requireOwner(of: id)
            let member = try transaction.resolveOther(person)
            guard let before = try transaction.connection.role(of: member, in: id) else {
                throw SocialError.notInGroup
            }
            if before != role {
                try transaction.connection.setRole(role, of: member, in: id)
                try transaction.log(.changedGroupRole, id, concerning: member)
            }
            return try transaction.member(member, of: id)
        }
    }

    public func transferGroup(
        _ id: LeaderboardGroup.ID, to person: PersonReference
    ) async throws -> LeaderboardGroup {
        try await write { transaction in
            try transaction.role(in: id)
            let heir = try transaction.resolve(person)
            // Sent again after it was done, this finds nothing left to do.
            if try transaction.connection.owner(of: id) != heir {
                try transaction.requireOwner(of: id)
                try transaction.transfer(id, to: heir)
            }
            return try transaction.group(id)
        }
    }
}

extension Transaction {
    fileprivate func leave(_ group: LeaderboardGroup.ID, as role: GroupRole) throws {
        guard try role != .owner || connection.memberCount(of: group) == 1 else {
            throw SocialError(
                .ownerMustStay, "The group is yours. Transfer it to another member, or delete it.")
        }
        // An owner leaves last, and the group goes with them.
        if role == .owner { try takeBackNotifications(where: "group_id = \(group)") }
        try connection.remove(viewer.id, from: group)
        try log(role == .owner ? .deletedGroup : .leftGroup, group)
    }

    fileprivate func remove(
        _ member: Person.ID, from group: LeaderboardGroup.ID, as role: GroupRole
    ) throws {
        guard role.isInCharge, let other = try connection.role(of: member, in: group) else {
            throw role.isInCharge ? SocialError.notInGroup : SocialError.mayNotRemove
        }
        guard role.mayRemove(other) else { throw SocialError.mayNotRemove }
        try connection.remove(member, from: group)
        try log(.removedFromGroup, group, concerning: member)
    }

    /// An owner and a member are never hidden from each other: whoever is apart from the new owner goes.
    fileprivate func transfer(_ group: LeaderboardGroup.ID, to heir: Person.ID) throws {
        guard try connection.role(of: heir, in: group) != nil else { throw SocialError.notInGroup }
        try connection.transfer(group, from: viewer.id, to: heir, at: now)
        try log(.transferredGroup, group, concerning: heir)
        for member in try connection.members(of: group, apartFrom: heir) {
            try connection.remove(member, from: group)
            try log(.removedFromGroup, group, concerning: member)
        }
    }

    /// Ends what a new block forbids: being in a group of the other, and invitations between the two.
    func leaveGroups(apartFrom other: Person.ID) throws {
        for group in try connection.groups(of: viewer.id, with: other) {
            try connection.remove(other, from: group)
            try log(.removedFromGroup, group, concerning: other)
        }
        for group in try connection.groups(of: other, with: viewer.id) {
            try connection.remove(viewer.id, from: group)
            try log(.leftGroup, group)
        }
        try connection.deleteInvitations(between: viewer.id, and: other)
    }
}

extension SocialError {
    fileprivate static let mayNotRemove = SocialError(
        .notAllowed, "Administrators remove ordinary members, and the owner anybody.")
}
