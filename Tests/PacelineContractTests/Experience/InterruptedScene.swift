import Foundation
import Paceline
import PacelineDatabase
import PacelineTestSupport
import Testing

@testable import PacelineEngine

/// A community whose process is killed while it does the steps of a script.
struct InterruptedScene {
    private let script: InterruptedScript
    private let database: any Database
    private let clock = TestClock()
    private let environment: EngineEnvironment
    private let people: [Member]

    /// - Parameter database: an empty one.
    init(_ script: InterruptedScript, on database: any Database) async throws {
        self.script = script
        self.database = database
        let clock = clock
        var environment = EngineEnvironment(
            now: { clock.now }, passwordCost: .fast, logTimeout: .seconds(30))
        environment.ledgerKey = LedgerKey(bytes: Array(repeating: 3, count: LedgerKey.length))
        environment.rewards = try RewardCatalogue(script.rewards)
        self.environment = environment
        let engine = try await PacelineEngine.Engine(database: database, environment: environment)
        let world = World(clock: clock, community: engine, engine: engine, database: database)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        try await world.befriend(ana, ben)
        people = [ana, ben, cem]
        try await script.prepare(world, people)
        try await engine.followLog()
    }

    /// What people see before the first step, and after each; and how many statements the steps have.
    func states() async throws -> (states: [String], statements: Int) {
        let counted = InterruptedDatabase(database)
        let engine = try await PacelineEngine.Engine(database: counted, environment: environment)
        let start = counted.statements
        var states = [try await state(of: engine)]
        for step in script.steps {
            clock.advance(by: step.wait)
            try await perform(step, with: engine)
            states.append(try await state(of: engine))
        }
        return (states, counted.statements - start)
    }

    /// Kills the process after some statements, starts it again, and does the interrupted step again, and the others.
    /// - Returns: whether the process was killed before the last step was done.
    func isKilled(after statement: Int, _ expected: [String]) async throws -> Bool {
        let interrupted = InterruptedDatabase(database)
        var engine = try await PacelineEngine.Engine(database: interrupted, environment: environment)
        interrupted.kill(after: statement)
        for (number, step) in script.steps.enumerated() {
            clock.advance(by: step.wait)
            let place: Testing.Comment = "killed at statement \(statement), in step \(number)"
            do {
                try await perform(step, with: engine)
            } catch {
                guard interrupted.isKilled else { throw error }
                engine = try await start()
                try await engine.followLog()
                if step.isAtomic {
                    let found = try await state(of: engine)
                    #expect(expected[number...number + 1].contains(found), place)
                }
                try await checkInvariants(of: engine, place)
                try await performAgain(step, with: engine)
                try await checkInvariants(of: engine, place)
            }
            if interrupted.isKilled {
                #expect(try await state(of: engine) == expected[number + 1], place)
            }
        }
        return interrupted.isKilled
    }

    /// Every balance is the sum of its entries, and every counter and board equals a recount.
    private func checkInvariants(of engine: PacelineEngine.Engine, _ place: Testing.Comment) async throws {
        #expect(try await engine.check() == [], place)
        #expect(try await engine.verifyLedger().faults == [], place)
    }

    private func perform(_ step: InterruptedScript.Step, with engine: PacelineEngine.Engine) async throws {
        try await step.run(engine, engine.session(for: people[0].id))
        try await engine.followLog()
    }

    private func performAgain(
        _ step: InterruptedScript.Step, with engine: PacelineEngine.Engine
    ) async throws {
        do {
            try await perform(step, with: engine)
        } catch let error as SocialError
            where [.workoutNotFound, .preconditionFailed, .notRefundable].contains(error.code)
        {
            // It was done, and not answered.
            try await engine.followLog()
        }
    }

    private func start() async throws -> PacelineEngine.Engine {
        try await PacelineEngine.Engine(database: database, environment: environment)
    }

    /// Everything that XP leads to, as its owners, a friend and a stranger see it.
    private func state(of engine: PacelineEngine.Engine) async throws -> String {
        let members = people.map { person in
            Member(
                id: person.id, username: person.username, services: engine.session(for: person.id), token: "",
                clock: clock)
        }
        var lines: [String] = []
        for owner in members.prefix(script.owners) {
            lines.append("\(owner.username): \(try await owner.services.experience())")
            lines += try await owner.services.workouts(of: .me, .whole).items.map {
                "\($0.title) \($0.awardSummary)"
            }
            lines += try await owner.entries().map(\.summary)
            lines += try await owner.services.redemptions(.whole).items.map {
                "\($0.title) \($0.state) \($0.code ?? "")"
            }
            // What one workout earned has equal times.
            lines += try await owner.inbox().items.map { "\($0.kind) \($0.count)" }.sorted()
            for viewer in members { lines += try await viewer.sight(of: owner) }
        }
        for viewer in members {
            lines.append("\(viewer.username) sees")
            lines += try await viewer.training(.xp, .global, .all)
            lines += try await viewer.training(.distance, .global, .week)
            lines += try await viewer.seasonResults()
        }
        return lines.joined(separator: "\n")
    }
}

extension Member {
    /// What the owner has earned and posted, as the member sees it.
    fileprivate func sight(of owner: Member) async throws -> [String] {
        let feed = try await services.feed(FeedQuery(person: owner.reference), .whole).items
        return try await ["\(username) sees \(String(describing: sees(owner).stats))"]
            + services.achievements(of: owner.reference).map { "\($0.id) \($0.at)" }
            + feed.map { "\($0.content.kindName) \($0.at)" }.sorted()
    }

    /// The seasons that the member sees, with their states and results.
    fileprivate func seasonResults() async throws -> [String] {
        let groups = try await services.groups(.whole).items.map(\.id)
        var seasons = try await services.seasons(of: nil, kind: nil, .whole).items
        for group in groups { seasons += try await services.seasons(of: group, kind: nil, .whole).items }
        var lines: [String] = []
        for season in seasons {
            let results = try await results(of: season)
            lines.append("\(season.kind) \(season.metric) \(season.firstDay) \(season.state): \(results)")
        }
        return lines.sorted()
    }
}
