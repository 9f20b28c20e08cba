import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import PacelinePostgres
import PacelineTestSupport
import Testing

/// On PostgreSQL the event log can be read only up to the oldest open write of any server.
@Suite(
    "A long write", .timeLimit(.minutes(1)),
    .enabled(if: TestPostgres.address != nil, "\(TestPostgres.skipReason)"))
struct OpenWriteTests {
    @Test("A listener that starts meanwhile receives earlier events once the write ends")
    func blockedEvents() async throws {
        try await TestPostgres.withDatabase { address in
            let (database, other) = (
                try PostgresDatabase(address: address), try PostgresDatabase(address: address)
            )
            let ana = try await Self.signIn(to: Engine(database: database))
            let position = try await Self.position(of: ana)
            let gate = Gate()
            let long = Task {
                try await other.write { connection in
                    // A write gets its place in the log with its first change. This takes a place without a change.
                    _ = try connection.fetchFirst("SELECT pg_current_xact_id()::text::bigint") {
                        $0[0] as Int
                    }
                    gate.pass()
                }
            }
            await gate.whenEntered()
            _ = try await ana.update(SettingsChanges(emailNotifications: false))
            var events = ana.events(after: position, watching: []).makeAsyncIterator()
            #expect(try await events.next()?.content == .upToDate)
            gate.open()
            try await long.value
            #expect(try await events.next()?.content == .account)
            try await database.close()
            try await other.close()
        }
    }

    private static func position(of session: Session) async throws -> LogPosition {
        var events = session.events(after: nil, watching: []).makeAsyncIterator()
        return try #require(await events.next()).position
    }

    private static func signIn(to engine: Engine) async throws -> Session {
        let secret = Data(repeating: 7, count: 32).base64URLEncodedString
        let session = try await engine.services(token: engine.signIn(with: .device(secret: secret)).token)
        _ = try await session.setUsername("ana")
        return session
    }
}
