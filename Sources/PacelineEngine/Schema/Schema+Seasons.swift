import PacelineDatabase

extension Schema {
    static let seasons: [SQL] = [
        // A week or month of a group in which somebody scored. One that a late score has opened before it was ever
        // closed has no `closed_at` yet.
        """
        CREATE TABLE seasons (
            id \(type: .id) NOT NULL PRIMARY KEY,
            group_id \(type: .id) NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            kind \(type: .text) NOT NULL CHECK (kind IN ('week', 'month')),
            first_day \(type: .integer) NOT NULL,
            last_day \(type: .integer) NOT NULL,
            state \(type: .text) NOT NULL CHECK (state IN ('reopened', 'closed', 'final')),
            closed_at \(type: .integer),
            UNIQUE (group_id, kind, first_day),
            CHECK (first_day <= last_day)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX seasons_by_group ON seasons (group_id, last_day DESC, id DESC)",
        "CREATE INDEX seasons_not_final ON seasons (state, last_day) WHERE state <> 'final'",
        // The results as they were when the season was closed, in their order. `breakdown` is JSON: points by game.
        """
        CREATE TABLE season_results (
            season \(type: .id) NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
            place \(type: .integer) NOT NULL,
            rank \(type: .integer) NOT NULL CHECK (rank BETWEEN 1 AND place),
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            points \(type: .integer) NOT NULL CHECK (points >= 0),
            breakdown \(type: .text) NOT NULL,
            PRIMARY KEY (season, place),
            UNIQUE (season, person)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX season_results_by_person ON season_results (person)",
        // Which weeks and months have been closed for all groups, each once.
        """
        CREATE TABLE season_closings (
            kind \(type: .text) NOT NULL,
            first_day \(type: .integer) NOT NULL,
            closed_at \(type: .integer) NOT NULL,
            PRIMARY KEY (kind, first_day)
        )\(.strictByPrimaryKey)
        """,
    ]
}
