import Paceline
import PacelineDatabase

extension EngineFeature {
    /// Kudos, comments, hearts and mentions.
    static let reactions = EngineFeature(
        baseline: reactionsSchema,
        tables: [
            StoredTable(
                "kudos", people: ["person": .byFeature], cascadesFrom: ["item": "items"],
                export: .exported(to: ["person"], with: "items")),
            StoredTable(
                "comments", people: ["author": .anonymized],
                cascadesFrom: ["item": "items", "parent": "comments"],
                export: .exported(to: ["author"], with: "items")),
            StoredTable(
                "hearts", people: ["person": .byFeature], cascadesFrom: ["comment": "comments"],
                export: .exported(to: ["person"], with: "comments")),
            StoredTable(
                "mentions", people: ["person": .cascade], cascadesFrom: ["comment": "comments"],
                export: .derived),
        ],
        counters: [
            .column(
                "kudos_count", of: "items", counting: "kudos WHERE item = items.id",
                storing: KudosCount.stored),
            .column(
                "comment_count", of: "items",
                counting:
                    "comments WHERE item = items.id AND is_deleted = 0 AND rating < \(TextRating.firstHeld)"),
            .column("heart_count", of: "comments", counting: "hearts WHERE comment = comments.id"),
        ])

    private static let reactionsSchema: [SQL] = [
        // There is no index by person: all queries know the item, and the index would be a third of the pages that
        // kudos write.
        """
        CREATE TABLE kudos (
            item \(type: .id) NOT NULL REFERENCES items (id) ON DELETE CASCADE,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            is_big \(type: .integer) NOT NULL,
            created_at \(type: .integer) NOT NULL,
            PRIMARY KEY (item, person)
        )\(.strictByPrimaryKey)
        """,
        // Clustered by item and time, the order in which they are read. A deleted comment with replies remains as a
        // tombstone without text; only a tombstone may lack its author.
        """
        CREATE TABLE comments (
            id \(type: .id) NOT NULL UNIQUE,
            item \(type: .id) NOT NULL REFERENCES items (id) ON DELETE CASCADE,
            author \(type: .id) REFERENCES people (id) ON DELETE SET NULL,
            parent \(type: .id) REFERENCES comments (id) ON DELETE CASCADE,
            text \(type: .text) NOT NULL,
            created_at \(type: .integer) NOT NULL,
            edited_at \(type: .integer),
            heart_count \(type: .integer) NOT NULL DEFAULT 0 CHECK (heart_count >= 0),
            is_deleted \(type: .integer) NOT NULL DEFAULT 0,
            PRIMARY KEY (item, created_at, id),
            CHECK (author IS NOT NULL OR is_deleted = 1)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX comments_by_parent ON comments (parent) WHERE parent IS NOT NULL",
        "CREATE INDEX comments_by_author ON comments (author, item)",
        """
        CREATE TABLE hearts (
            comment \(type: .id) NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            created_at \(type: .integer) NOT NULL,
            PRIMARY KEY (comment, person)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX hearts_by_person ON hearts (person, comment)",
        """
        CREATE TABLE mentions (
            comment \(type: .id) NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            PRIMARY KEY (comment, person)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX mentions_by_person ON mentions (person, comment)",
    ]
}

/// The operations on kudos, comments and hearts in a transaction.
struct Reactions: FeatureStore {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }
}
