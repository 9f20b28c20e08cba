import Foundation
import Paceline
import PacelineDatabase

/// The state of a stored invitation.
enum InvitationState: String, SQLEnum {
    case pending
    /// Declined by the invited person. To the people who manage the group, it looks pending.
    case declined = "rejected"
    /// Withdrawn by the people who manage the group, after the person had declined it.
    case withdrawn
}

extension SQL {
    /// Whether the people who manage the group see the row of `group_invitations`.
    static func isListedInvitation(at now: Date) -> SQL {
        """
        (group_invitations.created_at > \(now.addingTimeInterval(-Invitation.lifetime))
            AND group_invitations.state <> \(InvitationState.withdrawn))
        """
    }
}

extension Connection {
    /// A person who declined an invitation that has not expired is listed as invited, but does not see the new one.
    /// - Returns: the invitation's state if it is new to those who manage the group; nil if the person already had one.
    func invite(
        _ person: Person.ID, to group: LeaderboardGroup.ID, by inviter: Person.ID, at now: Date
    ) throws -> InvitationState? {
        let start = now.addingTimeInterval(-Invitation.lifetime)
        return try fetchFirst(
            """
            INSERT INTO group_invitations (group_id, person, inviter, created_at)
            VALUES (\(group), \(person), \(inviter), \(now))
            ON CONFLICT (group_id, person) DO UPDATE
            SET inviter = excluded.inviter, created_at = excluded.created_at,
                state = CASE WHEN group_invitations.created_at <= \(start) THEN \(InvitationState.pending)
                    ELSE \(InvitationState.declined) END
            WHERE group_invitations.created_at <= \(start)
                OR group_invitations.state = \(InvitationState.withdrawn)
            RETURNING state
            """
        ) { $0[0] as InvitationState }
    }

    /// Who sent the person's invitation to the group, which may have expired, and whether the person declined it; nil
    /// when there is none or it was withdrawn.
    func invitation(
        of person: Person.ID, to group: LeaderboardGroup.ID
    ) throws -> (inviter: Person.ID, isDeclined: Bool)? {
        try fetchFirst(
            """
            SELECT inviter, state = \(InvitationState.declined)
            FROM group_invitations
            WHERE group_id = \(group) AND person = \(person) AND state <> \(InvitationState.withdrawn)
            """
        ) { (inviter: $0[0] as Person.ID, isDeclined: $0[1] as Bool) }
    }

    func setState(
        _ state: InvitationState, ofInvitationOf person: Person.ID, to group: LeaderboardGroup.ID
    ) throws {
        try send(
            """
            UPDATE group_invitations
            SET state = \(state)
            WHERE group_id = \(group) AND person = \(person)
            """)
    }

    /// - Parameter inviter: nil for the invitations of all.
    func invitedPeople(
        to group: LeaderboardGroup.ID, by inviter: Person.ID? = nil
    ) throws -> [Person.ID] {
        try fetch(
            """
            SELECT person
            FROM group_invitations
            WHERE group_id = \(group) \(inviter.map { "AND inviter = \($0)" as SQL } ?? .empty)
            ORDER BY person
            """
        ) { $0[0] as Person.ID }
    }

    /// The groups to which the person has an invitation by the other person, or that the other person owns.
    func invitations(of person: Person.ID, involving other: Person.ID) throws -> [LeaderboardGroup.ID] {
        try fetch(
            """
            SELECT group_id
            FROM group_invitations
            JOIN groups ON groups.id = group_invitations.group_id
            WHERE group_invitations.person = \(person)
                AND (group_invitations.inviter = \(other) OR groups.owner = \(other))
            ORDER BY group_id
            """
        ) { $0[0] as LeaderboardGroup.ID }
    }

    func deleteInvitation(of person: Person.ID, to group: LeaderboardGroup.ID) throws {
        try send("DELETE FROM group_invitations WHERE group_id = \(group) AND person = \(person)")
    }

    /// The number of pending invitations to the group, without those to people who are hidden from the inviter.
    func invitationCount(
        of group: LeaderboardGroup.ID, seenBy inviter: Viewer, at now: Date
    ) throws -> Int {
        try fetchFirst(
            """
            SELECT COUNT(*)
            FROM group_invitations
            WHERE group_id = \(group) AND \(SQL.isListedInvitation(at: now))
                \(SQL.isNotHidden("person", from: inviter))
            """
        ) { $0[0] as Int } ?? 0
    }
}

extension Groups {
    /// A query for the invitations that the viewer sees, and may accept.
    /// - Parameter conditions: further conditions, starting with `AND`; may end with an order and a limit.
    func openInvitationsQuery(where conditions: SQL) throws -> SQL {
        """
        SELECT \(InvitedGroup.columns), group_invitations.inviter, group_invitations.created_at
        FROM group_invitations
        JOIN groups ON groups.id = group_invitations.group_id
        WHERE group_invitations.person = \(viewer.id)
            AND group_invitations.state = \(InvitationState.pending)
            AND group_invitations.created_at > \(now.addingTimeInterval(-Invitation.lifetime))
            AND \(try seesInvitation(viewer.id, by: "group_invitations.inviter"))
            \(conditions)
        """
    }

    /// Whether the person sees an invitation to the group by the inviter.
    func seesInvitation(
        _ person: Person.ID, to group: LeaderboardGroup.ID, by inviter: Person.ID
    ) throws -> Bool {
        let isSeen = try seesInvitation(person, by: "\(inviter)")
        return try connection.exists("SELECT 1 FROM groups WHERE groups.id = \(group) AND \(isSeen)")
    }

    /// Whether the person sees an invitation by the inviter to the group in the row of `groups`: whether its owner and
    /// the inviter may share a group with them, as ``mayShareGroup(_:_:)`` decides. For minors and people of unknown
    /// age, both must be friends: the owner chose the title, and the inviter sends it.
    private func seesInvitation(_ person: Person.ID, by inviter: SQL) throws -> SQL {
        let isAdult = try person == viewer.id ? viewer.isAdult : transaction.isAdult(person)
        let conditions = ["groups.owner", inviter].map { other -> SQL in
            let isFriend = SQL.isFriend(other, of: "\(person)")
            guard isAdult else { return isFriend }
            return """
                (\(isFriend) OR (NOT \(SQL.isChild(other, at: now))
                    AND NOT \(SQL.isBlocked("\(person)", other))))
                """
        }
        return conditions.joined(separator: " AND ")
    }

    private struct StoredInvitation {
        let group: InvitedGroup
        let inviter: Person.ID
        let createdAt: Date

        init(_ row: inout Row) {
            group = InvitedGroup(&row)
            inviter = row.next()
            createdAt = row.next()
        }
    }

    /// Whether the viewer has an invitation to the group that they may accept.
    func isInvited(to group: LeaderboardGroup.ID) throws -> Bool {
        try connection.exists(try openInvitationsQuery(where: "AND groups.id = \(group)"))
    }

    /// The viewer's invitations, newest first. Index: `group_invitations_by_person`.
    func invitations(_ page: PageRequest) throws -> Page<Invitation> {
        let limit = try transaction.limit(of: page)
        let start = try transaction.start(of: page, in: "invitations")
        let rows = try connection.fetch(
            try openInvitationsQuery(
                where: """
                    \(SQL.isBefore(start, "group_invitations.created_at", "group_invitations.group_id"))
                    ORDER BY group_invitations.created_at DESC, group_invitations.group_id DESC
                    LIMIT \(limit + 1)
                    """), StoredInvitation.init)
        let found = transaction.page(of: rows, limit, in: "invitations") {
            Position(at: $0.createdAt, id: $0.group.id.uuid)
        }
        return Page(items: try presenting(found.items), next: found.next)
    }

    /// The viewer's open invitations to these groups.
    func openInvitations(to groups: [LeaderboardGroup.ID]) throws -> [Invitation] {
        try presenting(
            try connection.fetch(
                try openInvitationsQuery(where: "AND groups.id IN \(list: groups)"), StoredInvitation.init))
    }

    private func presenting(_ stored: [StoredInvitation]) throws -> [Invitation] {
        let people = try transaction.people(stored.flatMap { [$0.group.owner, $0.inviter] })
        let hidden = try hiddenMembers(of: stored.map(\.group.id))
        return try stored.compactMap { invitation in
            let group = invitation.group
            guard let owner = people[group.owner], let inviter = people[invitation.inviter] else {
                return nil
            }
            return Invitation(
                group: group.id, title: try transaction.shown(group.title), owner: owner,
                memberCount: group.memberCount - (hidden[group.id] ?? 0), inviter: inviter,
                createdAt: invitation.createdAt,
                expiresAt: invitation.createdAt.addingTimeInterval(Invitation.lifetime))
        }
    }

    /// The people with a pending invitation to the group, newest first, without those hidden from the viewer, and
    /// without children whom the viewer does not know.
    func invitees(of group: LeaderboardGroup.ID, _ page: PageRequest) throws -> Page<Person> {
        let isUnknownChild = try SQL.isUnknownChild("people.id", to: viewer)
        return try transaction.people(
            in: "invitees|\(group)", "group_invitations", "person",
            where: """
                group_invitations.group_id = \(group)
                    AND \(SQL.isListedInvitation(at: now))
                    \(SQL.isNotHidden("people.id", from: viewer))
                    \(isUnknownChild.map { "AND NOT \($0)" } ?? .empty)
                """, page)
    }

    /// The viewer's friends who are neither members nor invited, the latest friend first.
    func invitableFriends(to group: LeaderboardGroup.ID, _ page: PageRequest) throws -> Page<Person> {
        try transaction.people(
            .friends, of: viewer.id, page,
            where: """
                AND NOT EXISTS (SELECT 1 FROM group_members
                    WHERE group_id = \(group) AND person = people.id)
                AND NOT EXISTS (SELECT 1 FROM group_invitations
                    WHERE group_id = \(group) AND person = people.id AND \(SQL.isListedInvitation(at: now)))
                """)
    }
}
