import Paceline
import PacelineDatabase

extension EngineFeature {
    /// Groups whose members compare their scores.
    static let groups = EngineFeature(
        baseline: groupsSchema,
        steps: [
            SchemaStep(4, "people removed from groups", groupRemovalsSchema),
            SchemaStep(6, "children and supervised groups", childrenSchema),
            SchemaStep(24, "members who do not share", sharingSchema),
            SchemaStep(41, "declined invitations", decliningSchema),
        ],
        tables: [
            StoredTable("groups", people: ["owner": .transferred], export: .exported(to: ["owner"])),
            StoredTable(
                "group_members", people: ["person": .byFeature], cascadesFrom: ["group_id": "groups"],
                export: .exported(to: ["person"])),
            StoredTable(
                "group_invites", cascadesFrom: ["group_id": "groups"],
                lifetime: .limited(RetentionRule(key: "group_id", instant: "expires_at", lifetime: 0)),
                export: .secret),
            StoredTable(
                "group_invitations", people: ["person": .cascade, "inviter": .cascade],
                cascadesFrom: ["group_id": "groups"],
                lifetime: .limited(
                    RetentionRule(
                        key: "group_id, person", instant: "created_at", lifetime: Invitation.lifetime)),
                export: .exported(to: ["person", "inviter"])),
            StoredTable(
                "group_removals", people: ["person": .cascade], cascadesFrom: ["group_id": "groups"],
                export: .operational),
        ],
        counters: [
            .column("member_count", of: "groups", counting: "group_members WHERE group_id = groups.id"),
            Counter(
                name: "groups.owner",
                query: """
                    SELECT id, 1, owners
                    FROM (
                        SELECT id, (SELECT COUNT(*) FROM group_members
                            WHERE group_id = groups.id AND person = groups.owner AND role = 'owner') AS owners
                        FROM groups) AS compared
                    WHERE owners <> 1
                    """),
        ])

    // The people who may return only by a personal invitation.
    private static let groupRemovalsSchema: [SQL] = [
        """
        CREATE TABLE group_removals (
            group_id \(type: .id) NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            removed_at \(type: .integer) NOT NULL,
            PRIMARY KEY (group_id, person)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX group_removals_by_person ON group_removals (person)",
    ]

    private static let childrenSchema: [SQL] = [
        // In a supervised group, all members see the rows of children on boards.
        "ALTER TABLE groups ADD COLUMN is_supervised \(type: .boolean) NOT NULL DEFAULT 0",
        // Answered whether the community has children; dropped in step 12.
        "CREATE INDEX accounts_by_birth_date ON accounts (birth_date) WHERE birth_date IS NOT NULL",
    ]

    private static let sharingSchema: [SQL] = [
        // Members who do not share have no row on the group's boards and in its seasons.
        "ALTER TABLE group_members ADD COLUMN is_sharing \(type: .boolean) NOT NULL DEFAULT 1"
    ]

    private static let decliningSchema: [SQL] = [
        // To its sender, a declined invitation looks pending. If it is then withdrawn, it is no longer listed, but
        // kept, so that another invitation does not reach the person instead.
        """
        ALTER TABLE group_invitations ADD COLUMN state \(type: .text) NOT NULL DEFAULT 'pending'
            CHECK (state IN ('pending', 'rejected', 'withdrawn'))
        """
    ]

    private static let groupsSchema: [SQL] = [
        // Before an account is erased, its groups are transferred or deleted.
        """
        CREATE TABLE groups (
            id \(type: .id) NOT NULL PRIMARY KEY,
            title \(type: .text) NOT NULL,
            owner \(type: .id) NOT NULL REFERENCES people (id) ON DELETE RESTRICT,
            member_count \(type: .integer) NOT NULL CHECK (member_count BETWEEN 0 AND 500),
            created_at \(type: .integer) NOT NULL,
            updated_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX groups_by_owner ON groups (owner)",
        // The active group is a flag of the membership, so that it ends together with it.
        """
        CREATE TABLE group_members (
            group_id \(type: .id) NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            role \(type: .text) NOT NULL CHECK (role IN ('owner', 'administrator', 'member')),
            is_active \(type: .boolean) NOT NULL DEFAULT 0,
            joined_at \(type: .integer) NOT NULL,
            PRIMARY KEY (group_id, person)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX group_members_by_person ON group_members (person, group_id)",
        "CREATE UNIQUE INDEX group_members_owner ON group_members (group_id) WHERE role = 'owner'",
        "CREATE UNIQUE INDEX group_members_active ON group_members (person) WHERE is_active = 1",
        // At most one join code per group.
        """
        CREATE TABLE group_invites (
            group_id \(type: .id) NOT NULL PRIMARY KEY REFERENCES groups (id) ON DELETE CASCADE,
            code \(type: .text) NOT NULL UNIQUE,
            created_at \(type: .integer) NOT NULL,
            expires_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX group_invites_by_expiry ON group_invites (expires_at)",
        // At most one invitation per person and group.
        """
        CREATE TABLE group_invitations (
            group_id \(type: .id) NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            inviter \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            created_at \(type: .integer) NOT NULL,
            PRIMARY KEY (group_id, person),
            CHECK (person <> inviter)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX group_invitations_by_person ON group_invitations (person, created_at DESC, group_id DESC)",
        "CREATE INDEX group_invitations_by_inviter ON group_invitations (inviter)",
        "CREATE INDEX group_invitations_by_age ON group_invitations (created_at)",
    ]
}

/// The operations on groups in a transaction: membership, roles and invitations.
struct Groups: FeatureStore {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }
}
