import PacelineDatabase

extension Schema {
    static let reactions: [SQL] = [
        """
        CREATE TABLE kudos (
            item \(type: .id) NOT NULL REFERENCES items (id) ON DELETE CASCADE,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            is_big \(type: .integer) NOT NULL,
            created_at \(type: .integer) NOT NULL,
            PRIMARY KEY (item, person)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX kudos_by_person ON kudos (person, item)",
        // Kept in the order in which they are read: by item, oldest first.
        """
        CREATE TABLE comments (
            id \(type: .id) NOT NULL UNIQUE,
            item \(type: .id) NOT NULL REFERENCES items (id) ON DELETE CASCADE,
            author \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            parent \(type: .id) REFERENCES comments (id) ON DELETE CASCADE,
            text \(type: .text) NOT NULL,
            created_at \(type: .integer) NOT NULL,
            edited_at \(type: .integer),
            heart_count \(type: .integer) NOT NULL DEFAULT 0 CHECK (heart_count >= 0),
            is_deleted \(type: .integer) NOT NULL DEFAULT 0,
            PRIMARY KEY (item, created_at, id)
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

    /// Kudos are looked for by item, and with it by person. An index the other way round made a third of the pages that
    /// kudos write.
    static let kudosByItemOnly: [SQL] = ["DROP INDEX kudos_by_person"]

    /// Since then `items.kudos_count` is as ``KudosCount`` says.
    static let fewKudosAreCounted: [SQL] = [
        .forDialect(
            sqlite: "UPDATE items SET kudos_count = 0 WHERE kudos_count BETWEEN 1 AND 32", postgres: .empty)
    ]
}
