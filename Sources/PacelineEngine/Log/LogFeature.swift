import PacelineDatabase

extension EngineFeature {
    /// The event log and the positions of its consumers.
    static let log = EngineFeature(
        baseline: logSchema,
        tables: [
            // Before the events, which are purged once they are not parked.
            StoredTable(
                "parked_events", lifetime: .purged { try await $0.purgeExpiredParkedEvents(at: $1) },
                export: .operational),
            StoredTable(
                "events",
                people: ["person": .expires, "topic": .expires, "subject": .expires, "other": .expires],
                lifetime: .purged { try await $0.purgeExpiredEvents(at: $1) }, export: .operational),
            StoredTable("log_positions", export: .operational, copying: .replaced),
            StoredTable("log_names", export: .operational, copying: .replaced),
        ],
        jobs: [.followingLog])

    private static let logSchema: [SQL] = [
        // A restored database continues the transaction ids of its original.
        .logOffset,
        // Events, appended in the transaction of the change itself. `person` acted; `topic` is the person or group that
        // owns `subject`; `item` is the feed item on which it happened; `other` is another person involved; `reach` is
        // the wider of the item's visibilities before and after; `amount` is a score's points gained or, for kudos,
        // whether they are big. `tx` is the transaction, since PostgreSQL's transactions commit in another order than
        // they begin. The primary key follows the log order: every write appends here, so a second index would slow
        // down each of them.
        """
        CREATE TABLE events (
            sequence \(.eventNumber),
            tx \(type: .integer) NOT NULL DEFAULT \(.eventTransaction),
            at \(type: .integer) NOT NULL,
            kind \(type: .text) NOT NULL,
            person \(type: .id) NOT NULL,
            topic \(type: .id) NOT NULL,
            subject \(type: .id) NOT NULL,
            item \(type: .id),
            other \(type: .id),
            reach \(type: .integer),
            amount \(type: .integer)\(.eventKey)
        )\(.strict)
        """,
        // The positions of the consumers, and the start of the log.
        """
        CREATE TABLE log_positions (
            name \(type: .text) NOT NULL PRIMARY KEY,
            tx \(type: .integer) NOT NULL,
            sequence \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        // The log's epochs, oldest first. `origin` identifies the database in which the epoch began; `tx` and
        // `sequence` are the position at which it began. Up to there the log is that of the earlier epochs.
        """
        CREATE TABLE log_names (
            number \(type: .integer) NOT NULL PRIMARY KEY,
            name \(type: .text) NOT NULL,
            origin \(type: .text) NOT NULL,
            tx \(type: .integer) NOT NULL,
            sequence \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        // Events that a consumer failed to process, by position.
        """
        CREATE TABLE parked_events (
            follower \(type: .text) NOT NULL,
            tx \(type: .integer) NOT NULL,
            sequence \(type: .integer) NOT NULL,
            error \(type: .text) NOT NULL,
            at \(type: .integer) NOT NULL,
            PRIMARY KEY (follower, tx, sequence)
        )\(.strictByPrimaryKey)
        """,
    ]
}

extension PeriodicJob {
    /// Runs the log's consumers as soon as something changes. Also runs every 30 seconds, since change notifications
    /// can be lost while the database is unavailable.
    package static let followingLog = PeriodicJob(
        "following the log", pause: .seconds(30), isPrompt: true,
        measurements: [parkedEvents: "Events of the log that could not be processed; see paceline log."]
    ) { engine in
        let progress = try await engine.followLog()
        return Outcome(
            notes: progress.parked.map { event in
                Note(
                    text: "Parked an event of the log",
                    details: [
                        "consumer": event.consumer, "position": "\(event.position)", "error": event.error,
                    ], isError: true)
            },
            values: [parkedEvents: progress.parkedCount], runAgainAfter: progress.retryAfter)
    }

    private static let parkedEvents = "paceline_parked_events"
}
