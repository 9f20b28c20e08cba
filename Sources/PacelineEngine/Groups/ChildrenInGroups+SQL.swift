import Foundation
import Paceline
import PacelineDatabase

// A child in a group and its owner are friends, and so are the members of a child's group and the child. Joining checks
// this. When a friendship ends, an age becomes known or a group gets another owner, memberships end. No one is barred
// by that: as friends, they may return with the same code.

/// A member of a group who may not be in it.
private struct Misplaced {
    let group: LeaderboardGroup.ID
    let member: Person.ID
}

extension Connection {
    /// The memberships that a child's friendships do not cover: the child's in groups of people who are not friends, and
    /// such people's in groups of the child. Index: `group_members_by_person`, `groups_by_owner`.
    fileprivate func misplacedMembers(ofChild child: Person.ID) throws -> [Misplaced] {
        try fetch(
            """
            SELECT groups.id, group_members.person
            FROM group_members
            JOIN groups ON groups.id = group_members.group_id
            WHERE group_members.person = \(child) AND groups.owner <> \(child)
                AND NOT \(SQL.isFriend("groups.owner", of: "\(child)"))
            UNION ALL
            SELECT groups.id, group_members.person
            FROM groups
            JOIN group_members ON group_members.group_id = groups.id
            WHERE groups.owner = \(child) AND group_members.person <> \(child)
                AND NOT \(SQL.isFriend("group_members.person", of: "\(child)"))
            ORDER BY 1, 2
            """
        ) { Misplaced(group: $0[0], member: $0[1]) }
    }

    /// The members who may not be in the group with its owner, because one of the two is a child.
    fileprivate func misplacedMembers(
        of group: LeaderboardGroup.ID, at now: Date
    ) throws -> [Misplaced] {
        try fetch(
            """
            SELECT groups.id, group_members.person
            FROM groups
            JOIN group_members ON group_members.group_id = groups.id
            WHERE groups.id = \(group) AND group_members.person <> groups.owner
                AND (\(SQL.isChild("group_members.person", at: now)) OR \(SQL.isChild("groups.owner", at: now)))
                AND NOT \(SQL.isFriend("group_members.person", of: "groups.owner"))
            ORDER BY group_members.person
            """
        ) { Misplaced(group: $0[0], member: $0[1]) }
    }
}

extension Groups {
    /// Enforces the end of a friendship, if one of the two is a child: neither stays in the other's groups.
    func separateChild(from other: Person.ID) throws {
        guard try transaction.isChild(viewer.id) || transaction.isChild(other) else { return }
        for group in try connection.groups(of: viewer.id, with: other) {
            try end(Misplaced(group: group, member: other))
        }
        for group in try connection.groups(of: other, with: viewer.id) {
            try end(Misplaced(group: group, member: viewer.id))
        }
    }

    /// Enforces that the viewer turned out to be a child.
    func separateChildFromNonFriends() throws {
        for misplaced in try connection.misplacedMembers(ofChild: viewer.id) { try end(misplaced) }
    }

    /// Enforces that the group has another owner.
    func separateChildren(in group: LeaderboardGroup.ID) throws {
        for misplaced in try connection.misplacedMembers(of: group, at: now) { try end(misplaced) }
    }

    private func end(_ misplaced: Misplaced) throws {
        let (group, member) = (misplaced.group, misplaced.member)
        try endMembership(of: member, in: group)
        if member == viewer.id {
            try transaction.log(.leftGroup, group)
        } else {
            try transaction.log(.removedFromGroup, group, concerning: member)
        }
    }
}
