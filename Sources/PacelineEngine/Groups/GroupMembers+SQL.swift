import Foundation
import Paceline
import PacelineDatabase

extension Connection {
    /// Adds a member. The person's first group becomes their active one.
    func add(
        _ person: Person.ID, as role: GroupRole, to group: LeaderboardGroup.ID, at now: Date
    ) throws {
        try send(
            """
            INSERT INTO group_members (group_id, person, role, is_active, joined_at)
            VALUES (\(group), \(person), \(role),
                CASE WHEN EXISTS (SELECT 1 FROM group_members WHERE person = \(person)) THEN 0 ELSE 1 END, \(now))
            """)
        try send("UPDATE groups SET member_count = member_count + 1 WHERE id = \(group)")
        try send("DELETE FROM group_invitations WHERE group_id = \(group) AND person = \(person)")
    }

    /// Removes the member. Deletes the group when it is empty. The invitations that the member sent must have been
    /// withdrawn.
    func remove(_ person: Person.ID, from group: LeaderboardGroup.ID) throws {
        try send("DELETE FROM group_members WHERE group_id = \(group) AND person = \(person)")
        try send("UPDATE groups SET member_count = member_count - 1 WHERE id = \(group)")
        try send("DELETE FROM groups WHERE id = \(group) AND member_count = 0")
    }

    func setRole(_ role: GroupRole, of person: Person.ID, in group: LeaderboardGroup.ID) throws {
        try send(
            "UPDATE group_members SET role = \(role) WHERE group_id = \(group) AND person = \(person)")
    }

    /// Makes the other member the owner; the previous owner becomes an administrator. The new owner decides whether the
    /// group is supervised.
    func transfer(
        _ group: LeaderboardGroup.ID, from owner: Person.ID, to other: Person.ID, at now: Date
    ) throws {
        try setRole(.administrator, of: owner, in: group)
        try setRole(.owner, of: other, in: group)
        try send(
            "UPDATE groups SET owner = \(other), is_supervised = 0, updated_at = \(now) WHERE id = \(group)")
    }

    func memberCount(of group: LeaderboardGroup.ID) throws -> Int {
        try fetchFirst("SELECT member_count FROM groups WHERE id = \(group)") { $0[0] as Int } ?? 0
    }

    func groupCount(of person: Person.ID) throws -> Int {
        try fetchFirst("SELECT COUNT(*) FROM group_members WHERE person = \(person)") { $0[0] as Int } ?? 0
    }

    func members(of group: LeaderboardGroup.ID) throws -> [Person.ID] {
        try fetch("SELECT person FROM group_members WHERE group_id = \(group) ORDER BY person") { $0[0] }
    }

    /// The members whom the person has blocked, or who have blocked the person.
    func members(of group: LeaderboardGroup.ID, blockingOrBlockedBy person: Person.ID) throws -> [Person.ID] {
        try fetch(
            """
            SELECT person
            FROM group_members
            WHERE group_id = \(group)
                AND \(SQL.isBlocked("\(person)", "group_members.person"))
            ORDER BY person
            """
        ) { $0[0] as Person.ID }
    }

    /// The owner's groups that the member is in.
    func groups(of owner: Person.ID, with member: Person.ID) throws -> [LeaderboardGroup.ID] {
        try fetch(
            """
            SELECT groups.id
            FROM groups
            JOIN group_members ON group_members.group_id = groups.id AND group_members.person = \(member)
            WHERE groups.owner = \(owner)
            ORDER BY groups.id
            """
        ) { $0[0] as LeaderboardGroup.ID }
    }
}

extension Groups {
    /// The members who are not hidden from the viewer, in the order in which they joined.
    func members(of group: LeaderboardGroup.ID, _ page: PageRequest) throws -> Page<GroupMember> {
        let limit = try transaction.limit(of: page)
        let name = "members|\(group)"
        let start = try transaction.start(of: page, in: name)
        let rows = try connection.fetch(
            """
            SELECT \(Person.columns), group_members.role, group_members.joined_at
            FROM group_members
            JOIN people ON people.id = group_members.person
            WHERE group_members.group_id = \(group)
                \(SQL.isNotHidden("people.id", from: viewer))
                \(SQL.isAfter(start, "group_members.joined_at", "group_members.person"))
            ORDER BY group_members.joined_at, group_members.person
            LIMIT \(limit + 1)
            """
        ) { GroupMember(person: Person(&$0), role: $0.next(), joinedAt: $0.next()) }
        let found = transaction.page(of: rows, limit, in: name) {
            Position(at: $0.joinedAt, id: $0.person.id.uuid)
        }
        let people = try transaction.presenting(found.items.map(\.person), withRelationship: true)
        return Page(
            items: zip(people, found.items).map {
                GroupMember(person: $0, role: $1.role, joinedAt: $1.joinedAt)
            }, next: found.next)
    }

    func member(_ person: Person.ID, of group: LeaderboardGroup.ID) throws -> GroupMember {
        let found = try connection.fetchFirst(
            "SELECT role, joined_at FROM group_members WHERE group_id = \(group) AND person = \(person)"
        ) { (role: $0[0] as GroupRole, joinedAt: $0[1] as Date) }
        guard let found, let card = try transaction.people([person])[person] else {
            throw SocialError.notInGroup
        }
        return GroupMember(person: card, role: found.role, joinedAt: found.joinedAt)
    }

    /// Adds the viewer to the group.
    /// - Throws: ``SocialError/Code/limitReached`` when the group is full or the viewer is in too many groups.
    func join(_ group: LeaderboardGroup.ID, as role: GroupRole = .member) throws {
        guard try connection.groupCount(of: viewer.id) < LeaderboardGroup.maxGroupsPerPerson else {
            throw SocialError(
                .limitReached,
                "You are in \(LeaderboardGroup.maxGroupsPerPerson) groups, which is the maximum. Leave one first."
            )
        }
        // Counts hidden members, too: see decision 0012. The text does not contradict the number that the viewer sees.
        guard try connection.memberCount(of: group) < LeaderboardGroup.maxMembers else {
            throw SocialError(.limitReached, "The group is full.")
        }
        try connection.add(viewer.id, as: role, to: group, at: now)
        try connection.deleteRemoval(of: viewer.id, from: group)
    }
}

extension SocialError {
    static let notInGroup = SocialError(.personNotFound, "They are not in this group.")
}
