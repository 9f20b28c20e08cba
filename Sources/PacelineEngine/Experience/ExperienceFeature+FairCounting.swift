import PacelineDatabase

extension EngineFeature {
    /// The schema step of ``experience`` after which long workouts alone count, and the times of excluded ones are
    /// kept.
    static let fairCountingSchema: [SQL] = [
        // What milestones count, as `stats_days` does.
        "ALTER TABLE stats ADD COLUMN long_workouts \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE stats ADD COLUMN counted_millimetres \(type: .integer) NOT NULL DEFAULT 0",
        """
        UPDATE stats
        SET long_workouts = COALESCE((
                SELECT CAST(SUM(stats_days.long_workouts) AS BIGINT) FROM stats_days
                WHERE stats_days.person = stats.person AND stats_days.reach = stats.reach), 0),
            counted_millimetres = COALESCE((
                SELECT CAST(SUM(stats_days.millimetres) AS BIGINT) FROM stats_days
                WHERE stats_days.person = stats.person AND stats_days.reach = stats.reach), 0)
        """,
        // Streaks and days of people with short workouts, and what people earned, are recounted by jobs.
        """
        INSERT INTO training_backlog (person)
        SELECT DISTINCT person FROM stats_days WHERE workouts > long_workouts
        ON CONFLICT (person) DO NOTHING
        """,
        """
        INSERT INTO achievement_backlog (person)
        SELECT DISTINCT person FROM achievements WHERE at >= 0
        ON CONFLICT (person) DO NOTHING
        """,
        // An edit changes `at`, and not the time in which the owner can appeal.
        "ALTER TABLE anomalies ADD COLUMN decided_at \(type: .integer)",
        """
        UPDATE anomalies
        SET decided_at = (
            SELECT MAX(anomaly_decisions.at) FROM anomaly_decisions
            WHERE anomaly_decisions.workout = anomalies.workout)
        WHERE state IN ('approved', 'excluded', 'appealed')
        """,
        "ALTER TABLE anomalies RENAME COLUMN is_final TO has_appealed",
        // The times of workouts that moderators excluded: see `Connection.overlapsExclusionLater`. The workout is not
        // referenced, since it may be deleted. Step 35 adds the times to the key.
        """
        CREATE TABLE workout_exclusions (
            workout \(type: .id) NOT NULL PRIMARY KEY,
            owner \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            started_at \(type: .integer) NOT NULL,
            ended_at \(type: .integer) NOT NULL,
            reason \(type: .text) NOT NULL,
            at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX workout_exclusions_by_owner ON workout_exclusions (owner, started_at)",
        """
        INSERT INTO workout_exclusions (workout, owner, started_at, ended_at, reason, at)
        SELECT anomalies.workout, items.owner, workouts.started_at, workouts.ended_at,
            COALESCE(anomalies.reason, ''), anomalies.at
        FROM anomalies
        JOIN items ON items.id = anomalies.workout
        JOIN workouts ON workouts.id = anomalies.workout
        WHERE anomalies.state IN ('excluded', 'appealed')
        """,
    ]

    /// The schema step of ``experience`` after which a workout that was moved keeps each time at which it was excluded.
    static let exclusionTimesSchema: [SQL] = [
        "ALTER TABLE workout_exclusions RENAME TO earlier_exclusions",
        """
        CREATE TABLE workout_exclusions (
            workout \(type: .id) NOT NULL,
            owner \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            started_at \(type: .integer) NOT NULL,
            ended_at \(type: .integer) NOT NULL,
            reason \(type: .text) NOT NULL,
            at \(type: .integer) NOT NULL,
            PRIMARY KEY (workout, started_at, ended_at)
        )\(.strictByPrimaryKey)
        """,
        """
        INSERT INTO workout_exclusions (workout, owner, started_at, ended_at, reason, at)
        SELECT workout, owner, started_at, ended_at, reason, at
        FROM earlier_exclusions
        """,
        "DROP TABLE earlier_exclusions",
        "CREATE INDEX workout_exclusions_by_owner ON workout_exclusions (owner, started_at)",
    ]

    /// A schema step of ``experience``. Lets jobs recount people with workouts that no longer count, since these had
    /// not taken place when they were published, and people with days of more than 24 hours.
    static let recountSchema: [SQL] = [
        """
        INSERT INTO training_backlog (person)
        SELECT DISTINCT owner FROM awards WHERE eligibility = 2
        ON CONFLICT (person) DO NOTHING
        """,
        // Only global boards store what days add up to.
        """
        INSERT INTO training_backlog (person)
        SELECT DISTINCT person FROM stats_days WHERE reach = 3 AND milliseconds > 86400000
        ON CONFLICT (person) DO NOTHING
        """,
    ]
    /// A schema step of ``experience``. Workouts that overlap each other across midnight are settled on one day, times
    /// count up to that from start to end, and a badge is not posted again after its workouts were deleted.
    static let acrossMidnightSchema: [SQL] = [
        "ALTER TABLE awards ADD COLUMN bridges_days \(type: .boolean) NOT NULL DEFAULT 0",
        // The closenesses at which a badge or a level has ever been posted, a bit for each: `achievements` forgets what
        // is no longer earned.
        """
        CREATE TABLE posted_achievements (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            id \(type: .text) NOT NULL,
            posted \(type: .integer) NOT NULL CHECK (posted BETWEEN 0 AND 15),
            PRIMARY KEY (person, id)
        )\(.strictByPrimaryKey)
        """,
        """
        INSERT INTO posted_achievements (person, id, posted)
        SELECT person, id, posted FROM achievements WHERE posted <> 0
        """,
        // Jobs settle again what overlaps, and count again what took longer than from start to end.
        """
        INSERT INTO training_backlog (person)
        SELECT DISTINCT earlier.owner
        FROM awards AS earlier
        JOIN awards AS later ON later.owner = earlier.owner AND later.started_at >= earlier.started_at
            AND later.started_at < earlier.ended_at
        WHERE later.workout <> earlier.workout
        ON CONFLICT (person) DO NOTHING
        """,
        """
        INSERT INTO training_backlog (person)
        SELECT DISTINCT items.owner
        FROM workouts
        JOIN items ON items.id = workouts.id
        WHERE ROUND(workouts.duration * 1000) > workouts.ended_at - workouts.started_at
        ON CONFLICT (person) DO NOTHING
        """,
    ]

    /// A schema step of ``experience``. Workouts of a day that are faster together than records are held: see
    /// ``SpeedOfDay``. Those that moderators approved before stay approved.
    static let speedOfDaySchema: [SQL] = [
        "ALTER TABLE awards ADD COLUMN speed_of_day \(type: .integer) NOT NULL DEFAULT 0",
        """
        UPDATE awards
        SET speed_of_day = 3
        WHERE workout IN (SELECT workout FROM anomalies WHERE state = 'approved')
        """,
    ]

    /// A schema step of ``experience``. Lets a job settle days again that were settled before ``speedOfDaySchema``, or
    /// before a copy of a recording of more than a day earned XP on one day only.
    static let resettlementSchema: [SQL] = [
        """
        INSERT INTO training_backlog (person)
        SELECT DISTINCT one.owner
        FROM awards AS one
        JOIN awards AS other ON other.owner = one.owner AND other.day = one.day AND other.workout > one.workout
            AND other.type = one.type
        WHERE one.millimetres > 0 AND one.milliseconds > 0 AND other.millimetres > 0 AND other.milliseconds > 0
        ON CONFLICT (person) DO NOTHING
        """,
        """
        INSERT INTO training_backlog (person)
        SELECT DISTINCT owner FROM awards WHERE ended_at - started_at > 86400000
        ON CONFLICT (person) DO NOTHING
        """,
    ]
}
