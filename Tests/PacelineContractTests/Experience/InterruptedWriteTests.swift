import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import PacelineTestSupport
import Testing

/// Kills a process at every statement of some requests and of what follows from the log.
@Suite("Interrupted writes", .timeLimit(.minutes(10)))
struct InterruptedWriteTests {
    /// How many statements are between two kills that are tried.
    private static let distance = Repetitions.count(17, deep: 1)

    @Test("wherever the process is killed, the next start shows the state before or after the request")
    func everyStatement() async throws {
        let expected = try await InterruptedScene().states()
        #expect(Set(expected).count == expected.count, "every request changes something")
        var (statement, kills) = (1, 0)
        while try await InterruptedScene().isKilled(after: statement, expected) {
            (statement, kills) = (statement + Self.distance, kills + 1)
        }
        #expect(kills > 20)
    }
}

/// A community in memory in which Ana publishes, edits, hides and deletes runs, and pays for a reward.
private struct InterruptedScene {
    private let database: SQLiteDatabase
    private let clock = TestClock()
    private let environment: EngineEnvironment
    private let people: [Member]

    private static let towel = RewardOffer("towel", 100, stock: 1, limit: 1)
    private static let (first, second) = (Workout.ID.random(), Workout.ID.random())

    init() async throws {
        database = try SQLiteDatabase.inMemory()
        let clock = clock
        var environment = EngineEnvironment(now: { clock.now }, passwordCost: .fast)
        environment.ledgerKey = LedgerKey(bytes: Array(repeating: 3, count: LedgerKey.length))
        environment.rewards = try RewardCatalogue([Self.towel])
        self.environment = environment
        let engine = try await PacelineEngine.Engine(database: database, environment: environment)
        let world = World(clock: clock, community: engine, engine: engine, database: database)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        try await world.befriend(ana, ben)
        people = [ana, ben, cem]
        try await engine.followLog()
    }

    private typealias Request = @Sendable (PacelineEngine.Engine, Session) async throws -> Void

    /// Each leads to the same when it is sent again.
    private static let requests: [Request] = [
        { _, ana in try await ana.publishRun(10, minutes: 60, endingMinutesAgo: 180, as: first) },
        // The first one lies within it.
        { _, ana in try await ana.publishRun(15, minutes: 100, endingMinutesAgo: 160, as: second) },
        { _, ana in try await ana.publishRun(10, minutes: 60, endingMinutesAgo: 400, as: first) },
        { _, ana in
            _ = try await ana.withIdempotencyKey("once", fingerprint: [1]).redeem(towel.id, at: towel.price)
        },
        { engine, _ in
            try await engine.decide(second, WorkoutDecisionDraft(outcome: .excluded, reason: "By car?"))
        },
        { engine, _ in
            try await engine.decide(second, WorkoutDecisionDraft(outcome: .approved, reason: "It is true."))
        },
        { _, ana in
            try await ana.publishRun(15, minutes: 100, endingMinutesAgo: 160, .private, as: second)
        },
        { _, ana in
            for redemption in try await ana.redemptions(.whole).items {
                _ = try await ana.refund(redemption.id)
            }
        },
        { _, ana in try await ana.deleteWorkout(first) },
    ]

    /// What people see before the first request, and after each.
    func states() async throws -> [String] {
        let engine = try await start()
        var states = [try await state(of: engine)]
        for request in Self.requests {
            clock.tick()
            try await request(engine, engine.session(for: people[0].id))
            try await engine.followLog()
            states.append(try await state(of: engine))
        }
        try await database.close()
        return states
    }

    /// Kills the process after some statements, starts it again, and sends the interrupted request and the others.
    /// - Returns: whether the process was killed before the last request was done.
    func isKilled(after statement: Int, _ expected: [String]) async throws -> Bool {
        let interrupted = InterruptedDatabase(database)
        var engine = try await PacelineEngine.Engine(database: interrupted, environment: environment)
        interrupted.kill(after: statement)
        for (number, request) in Self.requests.enumerated() {
            clock.tick()
            do {
                try await request(engine, engine.session(for: people[0].id))
                try await engine.followLog()
            } catch {
                guard interrupted.isKilled else { throw error }
                engine = try await start()
                try await engine.followLog()
                let found = try await state(of: engine)
                #expect(
                    expected[number...number + 1].contains(found),
                    "killed at statement \(statement), in request \(number): \(found)")
                #expect(try await engine.check() == [], "statement \(statement)")
                #expect(try await engine.verifyLedger().faults == [], "statement \(statement)")
                try await sendAgain(request, to: engine)
            }
            if interrupted.isKilled {
                #expect(
                    try await state(of: engine) == expected[number + 1],
                    "killed at statement \(statement), after request \(number)")
            }
        }
        try await database.close()
        return interrupted.isKilled
    }

    private func sendAgain(_ request: Request, to engine: PacelineEngine.Engine) async throws {
        do {
            try await request(engine, engine.session(for: people[0].id))
        } catch let error as SocialError
            where [.workoutNotFound, .preconditionFailed, .notRefundable].contains(error.code)
        {
            // It was done, and not answered.
        }
        try await engine.followLog()
    }

    private func start() async throws -> PacelineEngine.Engine {
        try await PacelineEngine.Engine(database: database, environment: environment)
    }

    /// Everything that XP leads to, as its owner, a friend and a stranger see it.
    private func state(of engine: PacelineEngine.Engine) async throws -> String {
        let (ana, ben, cem) = (member(0, of: engine), member(1, of: engine), member(2, of: engine))
        var lines = ["\(try await ana.services.experience())"]
        lines += try await ana.services.workouts(of: .me, .whole).items.map {
            "\($0.title) \($0.awardSummary)"
        }
        lines += try await ana.entries().map(\.summary)
        // What one workout earned has equal times.
        lines += try await ana.inbox().items.map { "\($0.kind) \($0.count)" }.sorted()
        for viewer in [ana, ben, cem] {
            lines += try await viewer.services.achievements(of: ana.reference).map { "\($0.id) \($0.at)" }
            lines += try await viewer.services.feed(FeedQuery(person: ana.reference), .whole).items
                .map { "\($0.content.kindName) \($0.at)" }.sorted()
            lines += try await viewer.training(.xp, .global, .all)
            lines += try await viewer.training(.distance, .global, .week)
            lines.append("\(viewer.username) sees \(String(describing: try await viewer.sees(ana).stats))")
        }
        return lines.joined(separator: "\n")
    }

    /// A person, connected to a process.
    private func member(_ index: Int, of engine: PacelineEngine.Engine) -> Member {
        let person = people[index]
        return Member(
            id: person.id, username: person.username, services: engine.session(for: person.id), token: "",
            clock: clock)
    }
}

extension Session {
    fileprivate func publishRun(
        _ kilometres: Double, minutes: Double, endingMinutesAgo ago: Double,
        _ visibility: ItemVisibility = .public, as id: Workout.ID
    ) async throws {
        // At the clock's start, so that a request that is sent again is the same.
        let end = TestClock.start.addingTimeInterval(-ago * 60)
        _ = try await publish(
            .run(kilometres, minutes: minutes, endingAt: end, visibility), as: id, ifMatch: nil)
    }
}
