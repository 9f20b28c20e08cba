import Foundation
import Paceline
import PacelineDatabase

/// The group behind a join code or an invitation.
struct InvitedGroup {
    let id: LeaderboardGroup.ID
    let title: StoredTitle
    let memberCount: Int

    var owner: Person.ID { title.owner }

    static let columns: SQL = "groups.id, \(StoredTitle.columns), groups.member_count"

    /// Decodes the ``columns``.
    init(_ row: inout Row) {
        id = row.next()
        title = StoredTitle(&row)
        memberCount = row.next()
    }
}

extension Connection {
    /// The group's current code; nil when there is none or it has expired.
    func joinCode(of group: LeaderboardGroup.ID, at now: Date) throws -> (code: String, expiresAt: Date)? {
        try fetchFirst(
            "SELECT code, expires_at FROM group_invites WHERE group_id = \(group) AND expires_at > \(now)"
        ) { (code: $0[0] as String, expiresAt: $0[1] as Date) }
    }

    /// Stores the code, replacing an expired one.
    func setJoinCode(
        _ code: JoinCode.Value, for group: LeaderboardGroup.ID, until expiresAt: Date, at now: Date
    )
        throws
    {
        try send(
            """
            INSERT INTO group_invites (group_id, code, created_at, expires_at)
            VALUES (\(group), \(code.description), \(now), \(expiresAt))
            ON CONFLICT (group_id) DO UPDATE
            SET code = excluded.code, created_at = excluded.created_at, expires_at = excluded.expires_at
            """)
    }

    /// - Returns: whether there was a code.
    func deleteJoinCode(of group: LeaderboardGroup.ID) throws -> Bool {
        try execute("DELETE FROM group_invites WHERE group_id = \(group)") == 1
    }

    /// Bars the person from returning by a join code.
    func insertRemoval(of person: Person.ID, from group: LeaderboardGroup.ID, at now: Date) throws {
        try send(
            """
            INSERT INTO group_removals (group_id, person, removed_at)
            VALUES (\(group), \(person), \(now))
            ON CONFLICT (group_id, person) DO UPDATE SET removed_at = excluded.removed_at
            """)
    }

    func deleteRemoval(of person: Person.ID, from group: LeaderboardGroup.ID) throws {
        try send("DELETE FROM group_removals WHERE group_id = \(group) AND person = \(person)")
    }

    fileprivate func wasRemoved(_ person: Person.ID, from group: LeaderboardGroup.ID) throws -> Bool {
        try exists("SELECT 1 FROM group_removals WHERE group_id = \(group) AND person = \(person)")
    }

    func group(withJoinCode code: JoinCode.Value, at now: Date) throws -> InvitedGroup? {
        try fetchFirst(
            """
            SELECT \(InvitedGroup.columns)
            FROM group_invites
            JOIN groups ON groups.id = group_invites.group_id
            WHERE group_invites.code = \(code.description) AND group_invites.expires_at > \(now)
            """, InvitedGroup.init)
    }
}

extension Groups {
    func joinCode(of group: LeaderboardGroup.ID) throws -> JoinCode? {
        try connection.joinCode(of: group, at: now).map { stored in
            JoinCode(
                code: stored.code, url: "\(transaction.environment.publicURL)/join/\(stored.code)",
                expiresAt: stored.expiresAt)
        }
    }

    /// The group that the viewer can join with the code.
    /// - Throws: ``SocialError/Code/invitationNotFound``, the same for unknown codes and for groups that the viewer may
    ///   not join.
    func group(withJoinCode text: String) throws -> InvitedGroup {
        guard let code = JoinCode.Value(text), let group = try connection.group(withJoinCode: code, at: now),
            try connection.role(of: viewer.id, in: group.id) != nil || mayJoin(group)
        else { throw SocialError.codeNotFound }
        return group
    }

    private func mayJoin(_ group: InvitedGroup) throws -> Bool {
        let isBarred = try connection.wasRemoved(viewer.id, from: group.id) && !isInvited(to: group.id)
        return try !isBarred && mayShareGroup(viewer.id, group.owner)
    }

    /// Whether an invitation or a code may bring the two into one group: never across a block, and children only with
    /// friends.
    func mayShareGroup(_ one: Person.ID, _ other: Person.ID) throws -> Bool {
        switch try connection.closeness(from: one, to: other) {
        case .me, .friend: true
        case .blocked: false
        case .follower, .stranger: try !transaction.isChild(one) && !transaction.isChild(other)
        }
    }
}

extension SocialError {
    static let codeNotFound = SocialError(
        .invitationNotFound,
        "No group has this code. It may have expired; ask for a new one.",
        field: "code")
}
