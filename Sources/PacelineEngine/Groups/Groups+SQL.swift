import Foundation
import Paceline
import PacelineDatabase

/// A row of `groups` with the viewer's membership.
struct StoredGroup {
    let id: LeaderboardGroup.ID
    let title: StoredTitle
    let memberCount: Int
    let createdAt: Date
    let role: GroupRole
    let isActive: Bool
    let joinedAt: Date
    let isSharing: Bool
    let isSupervised: Bool
    let metrics: [BoardMetric]

    static let columns: SQL = """
        groups.id, \(StoredTitle.columns), groups.member_count, groups.created_at,
            mine.role, mine.is_active, mine.joined_at, mine.is_sharing, groups.is_supervised,
            groups.metrics
        """

    init(_ row: inout Row) {
        id = row.next()
        title = StoredTitle(&row)
        memberCount = row.next()
        createdAt = row.next()
        role = row.next()
        isActive = row.next()
        joinedAt = row.next()
        isSharing = row.next()
        isSupervised = row.next()
        metrics = [BoardMetric](stored: row.next())
    }
}

/// A group's title with its rating. The owner counts as its author.
struct StoredTitle {
    let text: String
    let rating: TextRating
    let owner: Person.ID

    /// Needs `groups`.
    static let columns: SQL = "groups.title, groups.rating, groups.owner"

    /// Decodes the ``columns``.
    init(_ row: inout Row) {
        text = row.next()
        rating = row.next()
        owner = row.next()
    }
}

extension Connection {
    /// The person's role in the group; nil when they are not a member.
    func role(of person: Person.ID, in group: LeaderboardGroup.ID) throws -> GroupRole? {
        try fetchFirst("SELECT role FROM group_members WHERE group_id = \(group) AND person = \(person)") {
            $0[0] as GroupRole
        }
    }

    func title(of group: LeaderboardGroup.ID) throws -> String? {
        try fetchFirst("SELECT title FROM groups WHERE id = \(group)") { $0[0] as String }
    }

    func owner(of group: LeaderboardGroup.ID) throws -> Person.ID? {
        try fetchFirst("SELECT owner FROM groups WHERE id = \(group)") { $0[0] as Person.ID }
    }

    func isSupervised(_ group: LeaderboardGroup.ID) throws -> Bool {
        try exists("SELECT 1 FROM groups WHERE id = \(group) AND is_supervised = 1")
    }

    func insert(
        _ group: LeaderboardGroup.ID, titled title: String, _ rating: TextRating, of owner: Person.ID,
        at now: Date
    ) throws {
        try send(
            """
            INSERT INTO groups (id, title, rating, owner, member_count, created_at, updated_at)
            VALUES (\(group), \(title), \(rating), \(owner), 0, \(now), \(now))
            """)
    }

    func update(_ group: LeaderboardGroup.ID, _ changes: GroupChanges, at now: Date) throws {
        if let title = changes.title {
            try send("UPDATE groups SET title = \(title), updated_at = \(now) WHERE id = \(group)")
        }
        if let isSupervised = changes.isSupervised {
            try send(
                "UPDATE groups SET is_supervised = \(isSupervised), updated_at = \(now) WHERE id = \(group)")
        }
        if let metrics = changes.metrics {
            try send(
                "UPDATE groups SET metrics = \(metrics.stored), updated_at = \(now) WHERE id = \(group)")
        }
    }

    func delete(_ group: LeaderboardGroup.ID) throws {
        try send("DELETE FROM groups WHERE id = \(group)")
    }

    /// Whether the person is a member who shares with the group.
    func isSharing(_ person: Person.ID, with group: LeaderboardGroup.ID) throws -> Bool {
        try exists(
            "SELECT 1 FROM group_members WHERE group_id = \(group) AND person = \(person) AND is_sharing = 1")
    }

    func setSharing(_ isSharing: Bool, of person: Person.ID, with group: LeaderboardGroup.ID) throws {
        try send(
            """
            UPDATE group_members
            SET is_sharing = \(isSharing)
            WHERE group_id = \(group) AND person = \(person)
            """)
    }

    func activeGroup(of person: Person.ID) throws -> LeaderboardGroup.ID? {
        try fetchFirst("SELECT group_id FROM group_members WHERE person = \(person) AND is_active = 1") {
            $0[0]
        }
    }

    /// Makes the group the person's active one; nil leaves them without one.
    func setActive(_ group: LeaderboardGroup.ID?, of person: Person.ID) throws {
        try send("UPDATE group_members SET is_active = 0 WHERE person = \(person) AND is_active = 1")
        guard let group else { return }
        try send(
            "UPDATE group_members SET is_active = 1 WHERE group_id = \(group) AND person = \(person)")
    }
}

extension Groups {
    /// The viewer's role in the group.
    /// - Throws: ``SocialError/Code/groupNotFound`` when the viewer is not a member, or there is no such group.
    @discardableResult
    func role(in group: LeaderboardGroup.ID) throws -> GroupRole {
        guard let role = try connection.role(of: viewer.id, in: group) else {
            throw SocialError.groupNotFound
        }
        return role
    }

    /// - Throws: ``SocialError/Code/notAllowed`` unless the viewer is the owner or an administrator.
    @discardableResult
    func requireManager(of group: LeaderboardGroup.ID) throws -> GroupRole {
        let role = try role(in: group)
        guard role.canManage else { throw SocialError.notGroupManager }
        return role
    }

    /// - Throws: ``SocialError/Code/notAllowed`` unless the viewer is the owner.
    func requireOwner(of group: LeaderboardGroup.ID) throws {
        guard try role(in: group) == .owner else {
            throw SocialError(.notAllowed, "Only the group's owner can do this.")
        }
    }

    func group(_ id: LeaderboardGroup.ID) throws -> LeaderboardGroup {
        let stored = try connection.fetchFirst(
            """
            SELECT \(StoredGroup.columns)
            FROM groups
            JOIN group_members AS mine ON mine.group_id = groups.id AND mine.person = \(viewer.id)
            WHERE groups.id = \(id)
            """, StoredGroup.init)
        guard let group = try presenting(stored.map { [$0] } ?? []).first else {
            throw SocialError.groupNotFound
        }
        return group
    }

    /// The viewer's groups, most recently joined first. Index: `group_members_by_person`, for at most 50 rows.
    func groups(_ page: PageRequest) throws -> Page<LeaderboardGroup> {
        let limit = try transaction.limit(of: page)
        let start = try transaction.start(of: page, in: "groups")
        let rows = try connection.fetch(
            """
            SELECT \(StoredGroup.columns)
            FROM group_members AS mine
            JOIN groups ON groups.id = mine.group_id
            WHERE mine.person = \(viewer.id)
                \(SQL.isBefore(start, "mine.joined_at", "mine.group_id"))
            ORDER BY mine.joined_at DESC, mine.group_id DESC
            LIMIT \(limit + 1)
            """, StoredGroup.init)
        let found = transaction.page(of: rows, limit, in: "groups") {
            Position(at: $0.joinedAt, id: $0.id.uuid)
        }
        return Page(items: try presenting(found.items), next: found.next)
    }

    private func presenting(_ stored: [StoredGroup]) throws -> [LeaderboardGroup] {
        let owners = try transaction.people(stored.map(\.title.owner))
        let hidden = try hiddenMembers(of: stored.map(\.id))
        return try stored.compactMap { group in
            guard let owner = owners[group.title.owner] else { return nil }
            return LeaderboardGroup(
                id: group.id, title: try transaction.shown(group.title), owner: owner,
                memberCount: group.memberCount - (hidden[group.id] ?? 0), role: group.role,
                isActive: group.isActive, isSharing: group.isSharing, isSupervised: group.isSupervised,
                metrics: group.metrics, createdAt: group.createdAt,
                isWaiting: group.role == .owner && group.title.rating.isHeld ? true : nil)
        }
    }

    /// The number of members who are hidden from the viewer, by group.
    func hiddenMembers(of groups: [LeaderboardGroup.ID]) throws -> [LeaderboardGroup.ID: Int] {
        guard try !viewer.hidden.isEmpty, !groups.isEmpty else { return [:] }
        let rows = try connection.fetch(
            """
            SELECT group_id, COUNT(*)
            FROM group_members
            WHERE group_id IN \(list: groups) AND person IN \(list: viewer.hidden)
            GROUP BY group_id
            """
        ) { ($0[0] as LeaderboardGroup.ID, $0[1] as Int) }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

extension SocialError {
    static let groupNotFound = SocialError(
        .groupNotFound, "This group doesn't exist, or you are not a member.")
    static let notGroupManager = SocialError(
        .notAllowed, "Only the group's owner and administrators can do this.")
}
