import Foundation
import PacelineDatabase
import PacelinePostgres
import PacelineTestSupport
import Synchronization
import Testing

/// Crashes PostgreSQL itself while clients write.
@Suite(
    "Restarting PostgreSQL", .timeLimit(.minutes(Repetitions.count(5, deep: 20))),
    .enabled(if: TestPostgres.address != nil, "\(TestPostgres.skipReason)"))
struct PostgresRestartTests {
    @Test("No acknowledged write is lost, and the database recovers within five seconds")
    func restartUnderLoad() async throws {
        try await PostgresProcess.withServer { server in
            let database = try PostgresDatabase(address: server.address)
            try await database.migrate([Self.notes])
            let notebook = Notebook()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<8 {
                    group.addTask { try await Self.write(in: notebook, "\(writer)", to: database) }
                }
                for _ in 0..<Repetitions.count(2, deep: 10) {
                    await notebook.waitForMore()
                    try await server.restart()
                    try await Self.expectRecovery(of: database)
                }
                await notebook.waitForMore()
                notebook.isStopped.store(true, ordering: .relaxed)
                try await group.waitForAll()
            }
            let kept = try await database.read { try $0.fetch("SELECT note FROM notes") { $0[0] as String } }
            #expect(notebook.acknowledged.withLock { $0.subtracting(kept) } == [])
            #expect(Set(kept).count == kept.count)
            try await database.close()
        }
    }

    /// The notes that the writers share.
    private final class Notebook: Sendable {
        let acknowledged = Mutex<Set<String>>([])
        let isStopped = Atomic(false)

        func waitForMore() async {
            let goal = acknowledged.withLock(\.count) + 200
            while acknowledged.withLock(\.count) < goal, !Task.isCancelled { await Task.yield() }
        }
    }

    private static let notes = Migration("notes", ["CREATE TABLE notes (note \(type: .text) NOT NULL)"])

    /// Writes one note after another. Failures must be of a kind that clients may retry.
    private static func write(
        in notebook: Notebook, _ writer: String, to database: PostgresDatabase
    ) async throws {
        var number = 0
        while !notebook.isStopped.load(ordering: .relaxed), !Task.isCancelled {
            let note = "\(writer).\(number)"
            number += 1
            do {
                try await database.write { _ = try $0.execute("INSERT INTO notes (note) VALUES (\(note))") }
                notebook.acknowledged.withLock { _ = $0.insert(note) }
            } catch DatabaseError.unavailable, DatabaseError.busy, DatabaseError.outcomeUnknown {
                await Task.yield()
            }
        }
    }

    private static func expectRecovery(of database: PostgresDatabase) async throws {
        let restarted = ContinuousClock.now
        while true {
            do {
                try await database.ping()
                break
            } catch DatabaseError.unavailable {
                await Task.yield()
            }
            try #require(ContinuousClock.now - restarted < .seconds(5), "it recovers within five seconds")
        }
    }
}
