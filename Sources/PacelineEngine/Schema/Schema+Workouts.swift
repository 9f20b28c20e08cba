import PacelineDatabase

extension Schema {
    static let workoutsAndFeed: [SQL] = [
        // What feeds are made of, kept in the order in which they are read: by owner and instant. `category` is the
        // workout's type, so that a filtered feed needs nothing else.
        """
        CREATE TABLE items (
            id \(type: .id) NOT NULL UNIQUE,
            kind \(type: .text) NOT NULL,
            owner \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            at \(type: .integer) NOT NULL,
            visibility \(type: .integer) NOT NULL CHECK (visibility BETWEEN 0 AND 3),
            category \(type: .text) NOT NULL,
            kudos_count \(type: .integer) NOT NULL DEFAULT 0 CHECK (kudos_count >= 0),
            comment_count \(type: .integer) NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
            expires_at \(type: .integer),
            xp \(type: .integer) NOT NULL DEFAULT 0,
            PRIMARY KEY (owner, at, id)\(.forDialect(
                sqlite: .empty, postgres: " INCLUDE (visibility, kind, category, expires_at)"))
        )\(.strictByPrimaryKey)
        """,
        """
        CREATE TABLE workouts (
            id \(type: .id) NOT NULL PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE,
            type \(type: .text) NOT NULL,
            title \(type: .text) NOT NULL,
            started_at \(type: .integer) NOT NULL,
            ended_at \(type: .integer) NOT NULL,
            duration \(type: .real) NOT NULL,
            distance \(type: .real),
            energy \(type: .real),
            average_heart_rate \(type: .real),
            average_split \(type: .real),
            stroke_rate \(type: .real),
            intensity_zone \(type: .integer),
            is_erg_test \(type: .integer) NOT NULL,
            volume \(type: .real),
            exercise_count \(type: .integer),
            is_completed \(type: .integer) NOT NULL,
            source \(type: .text),
            photo \(type: .bytes),
            day \(type: .integer) NOT NULL,
            created_at \(type: .integer) NOT NULL,
            updated_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX workouts_by_photo ON workouts (photo) WHERE photo IS NOT NULL",
        // Intervals and sets, as JSON: they are written and read with their workout, whole.
        """
        CREATE TABLE workout_details (
            workout \(type: .id) NOT NULL PRIMARY KEY REFERENCES workouts (id) ON DELETE CASCADE,
            body \(type: .text) NOT NULL
        )\(.strictByPrimaryKey)
        """,
    ]

    /// Totals over the workouts that somebody at each reach sees (`Reach`: 0 all, 3 the public ones), so that a
    /// total never tells of what its reader may not see. Whole numbers, since sums of fractions drift.
    static let stats: [SQL] = [
        """
        CREATE TABLE stats (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            reach \(type: .integer) NOT NULL,
            workouts \(type: .integer) NOT NULL,
            millimetres \(type: .integer) NOT NULL,
            grams \(type: .integer) NOT NULL,
            milliseconds \(type: .integer) NOT NULL,
            xp \(type: .integer) NOT NULL,
            first_day \(type: .integer),
            last_day \(type: .integer),
            streak \(type: .integer) NOT NULL DEFAULT 0,
            longest_streak \(type: .integer) NOT NULL DEFAULT 0,
            PRIMARY KEY (person, reach)
        )\(.strictByPrimaryKey)
        """,
        """
        CREATE TABLE stats_days (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            reach \(type: .integer) NOT NULL,
            day \(type: .integer) NOT NULL,
            workouts \(type: .integer) NOT NULL CHECK (workouts >= 0),
            PRIMARY KEY (person, reach, day)
        )\(.strictByPrimaryKey)
        """,
        """
        CREATE TABLE stats_types (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            reach \(type: .integer) NOT NULL,
            type \(type: .text) NOT NULL,
            workouts \(type: .integer) NOT NULL CHECK (workouts >= 0),
            PRIMARY KEY (person, reach, type)
        )\(.strictByPrimaryKey)
        """,
    ]
}
