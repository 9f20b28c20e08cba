import PacelineDatabase

extension EngineFeature {
    /// The log of events, and how far its followers have come.
    static let log = EngineFeature(
        baseline: logSchema,
        tables: [
            StoredTable(
                "events",
                people: ["person": .expires, "topic": .expires, "subject": .expires, "other": .expires],
                lifetime: .purged { try await $0.purgeExpiredEvents(at: $1) }, export: .operational),
            StoredTable("log_positions", export: .operational, copying: .replaced),
            StoredTable("log_names", export: .operational, copying: .replaced),
            StoredTable("parked_events", export: .operational),
        ],
        jobs: [.followingLog])

    private static let logSchema: [SQL] = [
        // The number of the first transaction of a restored database continues that of the one it was taken from.
        .logOffset,
        // What happened, appended in the transaction in which it happened. `person` is who did it, `topic` the person
        // or group whose thing it is, `subject` what it was done to, `item` the item that it happened on, `other` the
        // person it concerns besides, `reach` the most open visibility of the item before or after, `amount` a
        // score's points gained or, for kudos, whether they are big. `tx` is the transaction: PostgreSQL's end in
        // another order than they begin, SQLite's do not. That order is the key: every write appends here, and a second index would cost each of them.
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
        // How far those have come who follow the log, and where it begins.
        """
        CREATE TABLE log_positions (
            name \(type: .text) NOT NULL PRIMARY KEY,
            tx \(type: .integer) NOT NULL,
            sequence \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        // What the log has been called, the newest name last: `origin` is the database that it was begun in, `tx` and
        // `sequence` are where it was begun. Up to there the log is that of the names before.
        """
        CREATE TABLE log_names (
            number \(type: .integer) NOT NULL PRIMARY KEY,
            name \(type: .text) NOT NULL,
            origin \(type: .text) NOT NULL,
            tx \(type: .integer) NOT NULL,
            sequence \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        // Events that a follower could not follow, at their places in the log.
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
    /// Does what follows from the log, as soon as something has happened. Without having been told of anything it looks
    /// every 30 seconds: what is told can be lost while a database is away.
    package static let followingLog = PeriodicJob(
        "following the log", pause: .seconds(30), isPrompt: true,
        measurements: [parkedEvents: "Events of the log that could not be processed; see paceline log."]
    ) { engine in
        let progress = try await engine.followLog()
        return Outcome(
            notes: progress.parked.map { event in
                Note(
                    text: "An event of the log was parked",
                    details: [
                        "follower": event.follower, "position": "\(event.position)", "error": event.error,
                    ], isError: true)
            },
            values: [parkedEvents: progress.parkedCount], runAgainAfter: progress.retryAfter)
    }

    private static let parkedEvents = "paceline_parked_events"
}
