import PacelineDatabase

extension EngineFeature {
    /// The merge of a local community into an account on a server. On servers, the tables stay empty.
    static let merging = EngineFeature(
        steps: [SchemaStep(46, "merging into an account", mergingSchema)],
        tables: [
            StoredTable("merges", people: ["person": .cascade], export: .operational),
            StoredTable("merged_things", export: .operational),
        ])

    private static let mergingSchema: [SQL] = [
        // At most one row. With it, the services of the community are read-only.
        """
        CREATE TABLE merges (
            id \(type: .id) NOT NULL PRIMARY KEY,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            server \(type: .text) NOT NULL,
            account \(type: .id) NOT NULL,
            visibility \(type: .integer) NOT NULL CHECK (visibility BETWEEN 0 AND 3),
            is_moved \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX merges_by_person ON merges (person)",
        // What has an outcome, and need not be sent again, even if the device's store is lost.
        """
        CREATE TABLE merged_things (
            thing \(type: .text) NOT NULL PRIMARY KEY,
            outcome \(type: .integer) NOT NULL CHECK (outcome BETWEEN 1 AND 3)
        )\(.strictByPrimaryKey)
        """,
    ]
}
