import Foundation
import Paceline
import PacelineDatabase

extension EngineFeature {
    /// Recovery codes, access tokens, Apple tokens, passkeys, former credentials and security events.
    static let security = EngineFeature(
        steps: [
            SchemaStep(7, "recovery codes, access tokens and security events", securitySchema),
            SchemaStep(9, "spent credentials", spentCredentials),
            SchemaStep(
                11, "when security events happened last",
                ["ALTER TABLE security_events ADD COLUMN last_at \(type: .integer)"]),
            SchemaStep(16, "passkeys", passkeys),
            SchemaStep(23, "former credentials and addresses", formerCredentials),
        ],
        tables: [
            StoredTable(
                "recovery_codes", people: ["person": .cascade],
                lifetime: .limited(RetentionRule(key: "hash", instant: "expires_at", lifetime: 0)),
                export: .secret),
            StoredTable(
                "security_events", people: ["person": .cascade],
                lifetime: .purged { try await $0.purgeSecurityEvents(at: $1) },
                export: .exported(to: ["person"])),
            StoredTable(
                "spent_credentials",
                lifetime: .limited(RetentionRule(key: "hash", instant: "expires_at", lifetime: 0)),
                export: .operational),
            StoredTable("passkeys", people: ["person": .cascade], export: .exported(to: ["person"])),
            StoredTable(
                "former_credentials", people: ["person": .cascade],
                lifetime: .limited(RetentionRule(key: "id", instant: "expires_at", lifetime: 0)),
                export: .secret),
        ])

    private static let securitySchema: [SQL] = [
        // What an access token allows, separated by spaces; NULL for a sign-in. A token's name is its `client_name`.
        "ALTER TABLE sessions ADD COLUMN scopes \(type: .text)",
        // Codes have 122 random bits, so a plain hash cannot be reversed by guessing. `is_link` says who made them: see
        // `RecoveryCodeMaker`.
        """
        CREATE TABLE recovery_codes (
            hash \(type: .bytes) NOT NULL PRIMARY KEY,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            is_link \(type: .integer) NOT NULL,
            created_at \(type: .integer) NOT NULL,
            expires_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX recovery_codes_by_person ON recovery_codes (person)",
        "CREATE INDEX recovery_codes_by_expiry ON recovery_codes (expires_at)",
        """
        CREATE TABLE security_events (
            id \(type: .id) NOT NULL PRIMARY KEY,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            kind \(type: .text) NOT NULL,
            count \(type: .integer) NOT NULL,
            detail \(type: .text),
            client_name \(type: .text),
            network \(type: .text),
            at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX security_events_by_person ON security_events (person, at DESC, id DESC)",
        "CREATE INDEX security_events_by_age ON security_events (at)",
        "CREATE INDEX security_events_with_network ON security_events (at) WHERE network IS NOT NULL",
    ]

    private static let spentCredentials: [SQL] = [
        // Hashes of Apple's identity tokens, of nonces and of challenges for passkeys that were used, kept for as long
        // as these would be accepted: see `SingleUse`.
        """
        CREATE TABLE spent_credentials (
            hash \(type: .bytes) NOT NULL PRIMARY KEY,
            expires_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX spent_credentials_by_expiry ON spent_credentials (expires_at)",
    ]

    private static let passkeys: [SQL] = [
        // `credential` is the id that the authenticator chose, `public_key` SubjectPublicKeyInfo, and `sign_counter`
        // how often the authenticator had signed, 0 if it does not count.
        """
        CREATE TABLE passkeys (
            id \(type: .id) NOT NULL PRIMARY KEY,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            credential \(type: .bytes) NOT NULL UNIQUE,
            public_key \(type: .bytes) NOT NULL,
            sign_counter \(type: .integer) NOT NULL,
            name \(type: .text) NOT NULL,
            created_at \(type: .integer) NOT NULL,
            last_used_at \(type: .integer)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX passkeys_by_person ON passkeys (person, created_at, id)",
    ]

    private static let formerCredentials: [SQL] = [
        // What undoes a takeover for a week: see `Accounts.keepFormerCredentials(removing:)`. The columns are those of
        // `identities`, or those of `passkeys`.
        """
        CREATE TABLE former_credentials (
            id \(type: .id) NOT NULL PRIMARY KEY,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            provider \(type: .text) NOT NULL,
            subject \(type: .text),
            secret \(type: .text),
            credential \(type: .bytes),
            public_key \(type: .bytes),
            sign_counter \(type: .integer),
            name \(type: .text),
            last_used_at \(type: .integer),
            linked_at \(type: .integer) NOT NULL,
            expires_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX former_credentials_by_person ON former_credentials (person)",
        """
        CREATE INDEX former_credentials_by_subject ON former_credentials (provider, subject)
        WHERE subject IS NOT NULL
        """,
        """
        CREATE INDEX former_credentials_by_credential ON former_credentials (credential)
        WHERE credential IS NOT NULL
        """,
        "CREATE INDEX former_credentials_by_expiry ON former_credentials (expires_at)",
        // Confirmed email addresses that still get notices: see `Connection.keepFormerAddress(_:of:confirmedAt:at:)`.
        """
        CREATE TABLE former_addresses (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            address \(type: .text) NOT NULL,
            confirmed_at \(type: .integer) NOT NULL,
            expires_at \(type: .integer) NOT NULL,
            PRIMARY KEY (person, address)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX former_addresses_by_expiry ON former_addresses (expires_at)",
    ]
}

extension Engine {
    /// Deletes old events, and forgets the networks of others.
    /// - Returns: the number of events deleted.
    fileprivate func purgeSecurityEvents(at now: Date) async throws -> Int {
        let rule = RetentionRule(key: "id", instant: "at", lifetime: SecurityEvent.lifetime)
        let purged = try await inBatches {
            try $0.execute(rule.deletion(from: "security_events", at: now, limit: Self.purgeBatchSize))
        }
        _ = try await inBatches { connection in
            try connection.execute(
                """
                UPDATE security_events
                SET network = NULL
                WHERE id IN (
                    SELECT id
                    FROM security_events
                    WHERE network IS NOT NULL AND at <= \(now.addingTimeInterval(-SecurityEvent.networkLifetime))
                    ORDER BY at
                    LIMIT \(Self.purgeBatchSize))
                """)
        }
        return purged
    }
}
