import PacelineDatabase

extension EngineFeature {
    /// The content filter: texts are rated by word lists when they are written, and masked for readers.
    static let moderation = EngineFeature(
        steps: [SchemaStep(21, "ratings of texts", ratings)],
        tables: [
            // `id` is the author's, too, for names and bios.
            StoredTable(
                "held_texts", people: ["author": .cascade, "id": .withRow],
                export: .exported(to: ["author"])),
            StoredTable("rating_runs", export: .operational, copying: .excluded),
        ],
        jobs: [.releasingTexts, .ratingTexts])

    private static let ratings: [SQL] = [
        // See `TextRating`. Beside the texts, which reads decode anyway.
        "ALTER TABLE comments ADD COLUMN rating \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE workouts ADD COLUMN rating \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE groups ADD COLUMN rating \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE requests ADD COLUMN rating \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE people ADD COLUMN name_rating \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE people ADD COLUMN bio_rating \(type: .integer) NOT NULL DEFAULT 0",
        // In `people`, which each transaction reads of its viewer anyway.
        "ALTER TABLE people ADD COLUMN content_filter \(type: .text) NOT NULL DEFAULT 'strict'",
        """
        UPDATE people
        SET content_filter = COALESCE(
            (SELECT settings.content_filter FROM settings WHERE settings.person = people.id), 'strict')
        """,
        // `id` is that of the comment, workout, person, group or request.
        """
        CREATE TABLE held_texts (
            kind \(type: .text) NOT NULL,
            id \(type: .id) NOT NULL,
            author \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            held_at \(type: .integer) NOT NULL,
            PRIMARY KEY (kind, id)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX held_texts_by_author ON held_texts (author)",
        "CREATE INDEX held_texts_by_time ON held_texts (held_at, kind, id)",
        // How far the texts have been rated by a word list. `last` is null when all have been.
        """
        CREATE TABLE rating_runs (
            kind \(type: .text) NOT NULL PRIMARY KEY,
            fingerprint \(type: .text) NOT NULL,
            last \(type: .id)
        )\(.strictByPrimaryKey)
        """,
    ]
}
