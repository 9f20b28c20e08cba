import PacelineDatabase

extension EngineFeature {
    /// Messages by mail: confirmations of addresses, links to regain accounts, and notices of security events.
    static let mail = EngineFeature(
        steps: [SchemaStep(22, "mail", mailSchema)],
        tables: [
            StoredTable(
                "mails", people: ["person": .cascade],
                lifetime: .limited(RetentionRule(key: "id", instant: "expires_at", lifetime: 0)),
                export: .operational),
            StoredTable(
                "former_addresses", people: ["person": .cascade],
                lifetime: .limited(
                    RetentionRule(key: "person, address", instant: "expires_at", lifetime: 0)),
                export: .exported(to: ["person"])),
        ],
        jobs: [.sendingMail])

    private static let mailSchema: [SQL] = [
        // When the owner opened the link that was sent to the address; null for never.
        "ALTER TABLE accounts ADD COLUMN email_confirmed_at \(type: .integer)",
        // The confirmed address in lower case, by which its owner finds the account; null without one.
        "ALTER TABLE accounts ADD COLUMN confirmed_email \(type: .text)",
        """
        CREATE INDEX accounts_by_confirmed_email ON accounts (confirmed_email)
        WHERE confirmed_email IS NOT NULL
        """,
        // Messages that wait to be sent: see `QueuedMail`. They contain no code.
        """
        CREATE TABLE mails (
            id \(type: .id) NOT NULL PRIMARY KEY,
            kind \(type: .text) NOT NULL,
            person \(type: .id) REFERENCES people (id) ON DELETE CASCADE,
            account \(type: .text),
            event \(type: .id),
            address \(type: .text),
            attempts \(type: .integer) NOT NULL,
            due_at \(type: .integer) NOT NULL,
            expires_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX mails_by_due_time ON mails (due_at)",
        "CREATE INDEX mails_by_expiry ON mails (expires_at)",
        "CREATE INDEX mails_by_person ON mails (person) WHERE person IS NOT NULL",
    ]
}

extension PeriodicJob {
    /// Sends the messages that are due. Does nothing in a community without mail.
    package static let sendingMail = PeriodicJob("sending mail", pause: .seconds(2)) { engine in
        Outcome(
            notes: try await engine.sendMail().map { failure in
                Note(
                    text: "Mail was not sent",
                    details: [
                        "kind": failure.kind, "attempt": "\(failure.attempt)", "isLast": "\(failure.isLast)",
                        "error": failure.error,
                    ], isError: true)
            })
    }
}
