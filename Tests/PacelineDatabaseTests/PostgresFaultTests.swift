import Dispatch
import PacelineDatabase
import PacelinePostgres
import PacelineTestSupport
import Synchronization
import Testing

@Suite(
    "PostgreSQL faults", .timeLimit(.minutes(5)),
    .enabled(if: TestPostgres.address != nil, "\(TestPostgres.skipReason)"))
struct PostgresFaultTests {
    @Test("A transaction whose connection is lost runs again")
    func droppedMidTransaction() async throws {
        try await withPostgres { database, _ in
            let runs = Atomic(0)
            try await database.write { connection in
                try connection.add("ana")
                if runs.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { try connection.terminate() }
                try connection.add("ben")
            }
            #expect(runs.load(ordering: .relaxed) == 2)
            #expect(try await database.names() == ["ana", "ben"])
            let seen = try await database.read { connection in
                if runs.wrappingAdd(1, ordering: .relaxed).oldValue == 2 { try connection.terminate() }
                return try connection.names()
            }
            #expect(seen == ["ana", "ben"])
        }
    }

    @Test("A write that loses to others many times still succeeds")
    func repeatedConflicts() async throws {
        try await withPostgres { database, _ in
            try await database.add("ana")
            let runs = Atomic(0)
            try await database.write { connection in
                let seen = try connection.names()
                if runs.wrappingAdd(1, ordering: .relaxed).oldValue < 30 {
                    let committed = DispatchSemaphore(value: 0)
                    Task {
                        defer { committed.signal() }
                        _ = try await database.write { try $0.execute("UPDATE names SET name = name || 'x'") }
                    }
                    try #require(committed.wait(timeout: .now() + 60) == .success)
                }
                try connection.execute("UPDATE names SET name = name || \(seen.count)")
            }
            #expect(runs.load(ordering: .relaxed) == 31)
            #expect(try await database.names() == ["ana" + String(repeating: "x", count: 30) + "1"])
        }
    }

    @Test("Connections that were lost while idle reopen")
    func droppedWhileIdle() async throws {
        try await withPostgres { database, name in
            try await database.add("ana")
            try await TestPostgres.terminateConnections(to: name)
            try await database.add("ben")
            try await TestPostgres.terminateConnections(to: name)
            #expect(try await database.names() == ["ana", "ben"])
        }
    }

    @Test("A commit whose connection is lost reports an unknown outcome")
    func droppedWhileCommitting() async throws {
        try await withPostgres { database, _ in
            try await database.migrate([.names, .slowCommits])
            let began = Gate()
            let write = Task {
                try await database.write { connection in
                    try connection.add("ana")
                    let process = try connection.process()
                    began.pass()
                    return process
                }
            }
            await began.whenEntered()
            began.open()
            try await database.waitForCommit()
            await #expect(throws: DatabaseError.outcomeUnknown) { _ = try await write.value }
        }
    }

    @Test("A full work queue reports that the database is busy")
    func fullWorkQueue() async throws {
        try await TestPostgres.withDatabase { address in
            let options = PostgresOptions(address: address, connections: 1, queueCapacity: 2)
            let database = try PostgresDatabase(options)
            let gate = Gate()
            async let held: Void = database.write { _ in gate.pass() }
            await gate.whenEntered()
            let outcomes = await withTaskGroup(of: DatabaseError?.self) { group in
                for _ in 0..<5 {
                    group.addTask {
                        do {
                            try await database.ping()
                            return nil
                        } catch {
                            return error as? DatabaseError
                        }
                    }
                }
                // Three fail at once. Then the gate lets the two that wait run.
                var outcomes: [DatabaseError?] = []
                for await outcome in group {
                    outcomes.append(outcome)
                    if outcomes.count == 3 { gate.open() }
                }
                return outcomes
            }
            try await held
            #expect(outcomes.prefix(3).allSatisfy { $0 == .busy })
            #expect(outcomes.suffix(2).allSatisfy { $0 == nil })
            try await database.close()
        }
    }

    @Test("A cancelled read ends at once, and the connection stays usable")
    func cancelledRead() async throws {
        try await withPostgres { database, _ in
            let gate = Gate()
            let read = Task {
                try await database.read { connection in
                    gate.pass()
                    return try connection.exists("SELECT pg_sleep(60)")
                }
            }
            await gate.whenEntered()
            gate.open()
            try await database.waitUntil(
                """
                SELECT 1 FROM pg_stat_activity
                WHERE query LIKE '%pg_sleep(60)%' AND state = 'active' AND pid <> pg_backend_pid()
                """)
            read.cancel()
            await #expect(throws: CancellationError.self) { _ = try await read.value }
            try await database.ping()
        }
    }

    @Test("Statements that run or wait for a lock too long time out")
    func timeouts() async throws {
        try await TestPostgres.withDatabase { address in
            let options = PostgresOptions(
                address: address, connections: 2, statementTimeout: .milliseconds(400),
                lockTimeout: .milliseconds(100))
            let database = try PostgresDatabase(options)
            try await database.migrate([.names])
            await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.exists("SELECT pg_sleep(60)") }
            }
            let other = try PostgresDatabase(address: address)
            let gate = Gate()
            async let held: Void = other.write { connection in
                try connection.execute("LOCK TABLE names IN ACCESS EXCLUSIVE MODE")
                gate.pass()
            }
            await gate.whenEntered()
            await #expect(throws: DatabaseError.busy) { try await database.add("ana") }
            gate.open()
            try await held
            try await other.close()
            try await database.close()
        }
    }

    @Test("A missing server is quickly reported as unavailable")
    func absentServer() async throws {
        let database = try PostgresDatabase(address: "postgres://nobody@127.0.0.1:1/nothing")
        for _ in 0..<50 {
            do {
                try await database.ping()
                Issue.record("The missing server responded.")
            } catch DatabaseError.unavailable(let reason) {
                #expect(reason.contains("127.0.0.1"))
            }
        }
        try await database.close()
    }

    @Test(
        "An invalid address is rejected",
        arguments: ["", "sqlite:x", "postgres://[d/f", "http://x"])
    func badAddress(_ address: String) {
        #expect(throws: DatabaseError.self) { try PostgresDatabase(address: address) }
    }

    @Test("More statements than the cache holds work")
    func manyStatements() async throws {
        try await TestPostgres.withDatabase { address in
            let database = try PostgresDatabase(
                PostgresOptions(address: address, connections: 1, preparedStatements: 8))
            for round in 0..<3 {
                for number in 0..<30 {
                    let sum = try await database.read {
                        try $0.fetchFirst("SELECT \(round) + \(raw: String(number))") { $0[0] as Int }
                    }
                    #expect(sum == round + number)
                }
            }
            try await database.close()
        }
    }

    private func withPostgres(_ body: (PostgresDatabase, _ name: String) async throws -> Void) async throws {
        try await TestPostgres.withDatabase { address in
            let database = try PostgresDatabase(address: address)
            try await database.migrate([.names])
            try await body(database, address.split(separator: "/").last.map(String.init) ?? "")
            try await database.close()
        }
    }
}

extension Migration {
    /// Delays commits that added a name, so that a test can interrupt them.
    fileprivate static let slowCommits = Migration(
        "slow commits",
        [
            """
            CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
            AS 'BEGIN PERFORM pg_sleep(30); RETURN NULL; END'
            """,
            """
            CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON names DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION wait()
            """,
        ])
}

extension Connection {
    /// The id of the server process of this connection.
    fileprivate func process() throws -> Int {
        try fetchFirst("SELECT pg_backend_pid()") { $0[0] } ?? 0
    }

    /// Makes the server terminate this connection, as an administrator could.
    fileprivate func terminate() throws {
        try execute("SELECT pg_terminate_backend(pg_backend_pid())")
    }
}

extension Database {
    /// Waits until the query returns a row.
    fileprivate func waitUntil(_ sql: SQL) async throws {
        while try await !read({ try $0.exists(sql) }) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Waits until a commit is running, and terminates its connection.
    fileprivate func waitForCommit() async throws {
        let committing: SQL = """
            FROM pg_stat_activity
            WHERE query = 'COMMIT' AND state = 'active' AND datname = current_database()
            """
        try await waitUntil("SELECT 1 \(committing)")
        _ = try await read { try $0.execute("SELECT pg_terminate_backend(pid) \(committing)") }
    }
}
