import PacelineDatabase

extension EngineFeature {
    /// XP: what workouts are worth and earn, and the ledger.
    static let experience = EngineFeature(
        steps: [
            SchemaStep(26, "experience", experienceSchema), SchemaStep(28, "anomalies", anomaliesSchema),
            SchemaStep(31, "fair counting", fairCountingSchema),
            SchemaStep(35, "times of excluded workouts", exclusionTimesSchema),
            SchemaStep(36, "recount of future workouts and long days", recountSchema),
            SchemaStep(42, "workouts across midnight, and badges that were posted", acrossMidnightSchema),
            SchemaStep(47, "speed of days", speedOfDaySchema),
            SchemaStep(49, "days settled by earlier rules", resettlementSchema),
        ],
        tables: [
            StoredTable(
                "awards", people: ["owner": .cascade], cascadesFrom: ["workout": "items"],
                export: .exported(to: ["owner"])),
            StoredTable("experience_days", people: ["person": .cascade], export: .derived),
            StoredTable(
                "ledger_accounts", people: ["person": .cascade], export: .exported(to: ["person"])),
            StoredTable(
                "ledger_entries", cascadesFrom: ["account": "ledger_accounts"],
                export: .exported(with: "ledger_accounts")),
            StoredTable("experience_backlog", people: ["person": .cascade], export: .operational),
            StoredTable(
                "anomalies", cascadesFrom: ["workout": "items"], export: .exported(with: "items")),
            StoredTable(
                "anomaly_decisions", people: ["decider": .anonymized], cascadesFrom: ["workout": "items"],
                export: .exported(with: "items")),
            StoredTable(
                "workout_exclusions", people: ["owner": .cascade], export: .exported(to: ["owner"])),
        ],
        counters: [
            // Late, future, held and excluded workouts show none.
            .shownXP(
                "xp",
                """
                CASE WHEN awards.eligibility IN (1, 2) OR awards.status IN (2, 3) THEN 0 ELSE awards.worth END
                """),
            .shownXP("xp_earned", "awards.award"),
            .experienceDays, .settlement,
            .ledger("balance", "SUM(ledger_entries.amount)"),
            // Kinds 1 and 2: what workouts earn.
            .ledger(
                "lifetime",
                "SUM(CASE WHEN ledger_entries.kind IN (1, 2) THEN ledger_entries.amount ELSE 0 END)"),
            .ledger("sequence", "COUNT(*)"),
            .lifetimes, .withheld,
        ],
        jobs: [.settlingPastWorkouts])

    private static let experienceSchema: [SQL] = [
        // What a workout is worth, and what the settlement of its day awards to its owner: see `StoredAward`.
        """
        CREATE TABLE awards (
            owner \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            day \(type: .integer) NOT NULL,
            workout \(type: .id) NOT NULL UNIQUE REFERENCES items (id) ON DELETE CASCADE,
            created_at \(type: .integer) NOT NULL,
            started_at \(type: .integer) NOT NULL,
            ended_at \(type: .integer) NOT NULL,
            type \(type: .text) NOT NULL,
            millimetres \(type: .integer) NOT NULL,
            milliseconds \(type: .integer) NOT NULL,
            grams \(type: .integer) NOT NULL,
            centibeats \(type: .integer) NOT NULL,
            visibility \(type: .integer) NOT NULL CHECK (visibility BETWEEN 0 AND 3),
            status \(type: .integer) NOT NULL,
            eligibility \(type: .integer) NOT NULL,
            worth \(type: .integer) NOT NULL CHECK (worth >= 0),
            award \(type: .integer) NOT NULL CHECK (award BETWEEN 0 AND worth),
            reason \(type: .integer),
            policy \(type: .integer) NOT NULL,
            zone \(type: .text) NOT NULL,
            PRIMARY KEY (owner, day, workout)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX awards_by_start ON awards (owner, started_at)",
        // The XP of a day's workouts for each `Closeness`, in the column `audience`, so that no XP reveals hidden
        // workouts.
        """
        CREATE TABLE experience_days (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            audience \(type: .integer) NOT NULL CHECK (audience BETWEEN 0 AND 3),
            day \(type: .integer) NOT NULL,
            xp \(type: .integer) NOT NULL CHECK (xp >= 0),
            PRIMARY KEY (person, audience, day)
        )\(.strictByPrimaryKey)
        """,
        // The ends of the ledger's chains: see `LedgerChain`.
        """
        CREATE TABLE ledger_accounts (
            id \(type: .id) NOT NULL PRIMARY KEY,
            person \(type: .id) UNIQUE REFERENCES people (id) ON DELETE CASCADE,
            sequence \(type: .integer) NOT NULL,
            balance \(type: .integer) NOT NULL,
            lifetime \(type: .integer) NOT NULL CHECK (lifetime >= 0),
            head \(type: .bytes) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        // See `LedgerRecord`. Rows are only appended.
        """
        CREATE TABLE ledger_entries (
            account \(type: .id) NOT NULL REFERENCES ledger_accounts (id) ON DELETE CASCADE,
            sequence \(type: .integer) NOT NULL,
            at \(type: .integer) NOT NULL,
            kind \(type: .integer) NOT NULL,
            reason \(type: .integer) NOT NULL,
            policy \(type: .integer) NOT NULL,
            source \(type: .id),
            amount \(type: .integer) NOT NULL,
            balance \(type: .integer) NOT NULL,
            lifetime \(type: .integer) NOT NULL,
            hash \(type: .bytes) NOT NULL,
            PRIMARY KEY (account, sequence)
        )\(.strictByPrimaryKey)
        """,
        // `xp` is what others see, `xp_earned` what the owner sees.
        "ALTER TABLE items ADD COLUMN xp_earned \(type: .integer) NOT NULL DEFAULT 0",
        // From `settings` to `people`, a row of which is read with each workout anyway.
        "ALTER TABLE people ADD COLUMN shows_workout_stats \(type: .integer) NOT NULL DEFAULT 1",
        """
        UPDATE people
        SET shows_workout_stats = COALESCE(
            (SELECT settings.show_workout_stats FROM settings WHERE settings.person = people.id), 1)
        """,
        "ALTER TABLE settings DROP COLUMN show_workout_stats",
        // People with workouts from before this step.
        """
        CREATE TABLE experience_backlog (
            person \(type: .id) NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE
        )\(.strictByPrimaryKey)
        """,
        "INSERT INTO experience_backlog (person) SELECT DISTINCT owner FROM items WHERE kind = 'workout'",
    ]

    private static let anomaliesSchema: [SQL] = [
        // Workouts that look impossible or unusual: see `StoredAnomaly`. `awards.status` says whether they count.
        """
        CREATE TABLE anomalies (
            workout \(type: .id) NOT NULL PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE,
            state \(type: .text) NOT NULL,
            limits \(type: .integer) NOT NULL,
            at \(type: .integer) NOT NULL,
            reason \(type: .text),
            is_final \(type: .integer) NOT NULL DEFAULT 0
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX anomalies_by_state ON anomalies (state, at, workout)",
        // What moderators decided. `decider` is null for the operator, and for members who left.
        """
        CREATE TABLE anomaly_decisions (
            workout \(type: .id) NOT NULL REFERENCES items (id) ON DELETE CASCADE,
            number \(type: .integer) NOT NULL,
            outcome \(type: .text) NOT NULL,
            reason \(type: .text) NOT NULL,
            at \(type: .integer) NOT NULL,
            state_before \(type: .text) NOT NULL,
            decider \(type: .id) REFERENCES people (id) ON DELETE SET NULL,
            PRIMARY KEY (workout, number)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX anomaly_decisions_by_decider ON anomaly_decisions (decider)",
    ]
}

extension Counter {
    /// Checks the XP that is stored with each workout, by its owner.
    fileprivate static func shownXP(_ name: String, _ value: String) -> Counter {
        Counter(
            name: "items.\(name)",
            query: """
                SELECT owner, stored, counted
                FROM (
                    SELECT items.owner, items.\(raw: name) AS stored, COALESCE(\(raw: value), 0) AS counted
                    FROM items
                    LEFT JOIN awards ON awards.workout = items.id) AS compared
                WHERE stored <> counted
                """)
    }

    /// Checks what each day earned its owner.
    fileprivate static let experienceDays = sums(
        "experience_days.xp", of: .experienceOfDays, by: "person, day")

    /// Checks a total of each account.
    fileprivate static func ledger(_ name: String, _ total: String) -> Counter {
        Counter(
            name: "ledger_accounts.\(name)",
            query: """
                SELECT person, stored, counted
                FROM (
                    SELECT person, \(raw: name) AS stored, COALESCE((
                        SELECT \(raw: total) FROM ledger_entries WHERE account = ledger_accounts.id), 0) AS counted
                    FROM ledger_accounts
                    WHERE person IS NOT NULL) AS compared
                WHERE stored <> counted
                """)
    }

    /// Checks that the ledger contains what workouts earned.
    fileprivate static let lifetimes = sums(
        "ledger_accounts.awards",
        of: """
            SELECT person, lifetime AS stored, 0 AS counted FROM ledger_accounts WHERE person IS NOT NULL
            UNION ALL
            SELECT owner, 0, award FROM awards
            """,
        by: "person")

    /// Checks that workouts are withheld exactly while their anomaly says so: `stored` is the number of the award's
    /// status, 0 if it counts.
    fileprivate static let withheld = Counter(
        name: "awards.status",
        query: """
            SELECT owner, stored, counted
            FROM (
                SELECT awards.owner, CASE WHEN awards.status IN (2, 3) THEN awards.status ELSE 0 END AS stored,
                    CASE WHEN anomalies.state IN ('late', 'held') THEN 2
                        WHEN anomalies.state IN ('excluded', 'appealed') THEN 3 ELSE 0 END AS counted
                FROM awards
                LEFT JOIN anomalies ON anomalies.workout = awards.workout) AS compared
            WHERE stored <> counted
            """)
}

extension SQL {
    /// What is stored as the XP of each day, and what its workouts earned their owner.
    static let experienceOfDays: SQL = """
        SELECT person, day, xp AS stored, 0 AS counted FROM experience_days WHERE audience = 0
        UNION ALL
        SELECT owner, day, 0, award FROM awards
        """
}
