import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import PacelineTestSupport
import Synchronization
import Testing

@Suite("Weeks of training")
struct TrainingWeekTests {
    @Test("a week adds up the workouts of its days, and names held ones", arguments: Implementation.allCases)
    func week(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let today = Day(of: world.clock.now, in: .gmt)
            for days in [0.0, 1, 1.1, 6, 7] {
                try await ana.runs(3, minutes: 20, endingMinutesAgo: days * 1_440)
            }
            let held = try await ana.runs(20, minutes: 20, endingMinutesAgo: 3_000)
            try await ben.runs(3, minutes: 20)
            let session = world.engine.session(for: ana.id)
            let week = try await session.trainingWeek(today.adding(days: -6)...today)
            #expect(week.workouts == 4 && week.distance == 12_000 && week.duration == 4_800)
            #expect(week.held == [held.id] && week.seconds.count == 3)
        }
    }

    @Test("the workouts of a week are found by time, not among all of a person")
    func plan() async throws {
        let database = PlannedDatabase(try SQLiteDatabase.inMemory())
        let engine = try await Engine(
            database: database, environment: EngineEnvironment(passwordCost: .fast))
        let session = try await engine.signUp(named: "ana")
        let today = Day(of: Date(), in: .gmt)
        _ = database.takePlans()
        _ = try await session.trainingWeek(today.adding(days: -6)...today)
        let plans = database.takePlans()
        let items = plans.filter { $0.contains("items") }
        #expect(items.count == 1 && items[0].contains("owner=? AND at>? AND at<?"), "\(plans)")
        #expect(!plans.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plans)")
        try await database.close()
    }
}

/// A database that notes how SQLite runs each query.
private final class PlannedDatabase: DatabaseDecorator {
    let database: any Database
    private let plans = Mutex<[String]>([])

    init(_ database: any Database) {
        self.database = database
    }

    /// The steps of the queries since the last call.
    func takePlans() -> [String] {
        plans.withLock { plans in
            defer { plans = [] }
            return plans
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await database.read { connection in
            let planned = PlannedConnection(connection)
            defer { self.plans.withLock { $0 += planned.plans } }
            return try body(planned)
        }
    }
}

private final class PlannedConnection: ConnectionDecorator {
    let connection: any Connection
    private(set) var plans: [String] = []

    init(_ connection: any Connection) {
        self.connection = connection
    }

    func willRunStatement() {}

    func forEachRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws {
        try connection.forEachRow(of: "EXPLAIN QUERY PLAN \(sql)") { row in
            plans.append(row[3])
            return .next
        }
        try connection.forEachRow(of: sql, body)
    }

    /// SQLite does not enqueue, but runs the query next, which notes its plan.
    func enqueue(_ sql: SQL) throws -> (any PendingQuery)? { try connection.enqueue(sql) }
}
