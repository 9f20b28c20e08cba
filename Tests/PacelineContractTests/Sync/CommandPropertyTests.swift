import Foundation
import Paceline
import PacelineAPI
import PacelineTestSupport
import Testing

@Suite("Random commands", .timeLimit(.minutes(60)))
struct CommandPropertyTests {
    @Test(
        "batches with lost answers have the effect of the same requests sent once",
        arguments: Implementation.allCases)
    func equivalence(_ implementation: Implementation) async throws {
        for seed in 1...Repetitions.count(4 as UInt64, deep: 200) {
            let plan = try CommandPlan(seed: seed)
            let once = try await Self.outcome(on: implementation, of: plan) { turn, world, members in
                defer { world.clock.tick() }
                return try await Self.request(turn, as: members[turn.person])
            }
            let queues = Queues()
            let synced = try await Self.outcome(on: implementation, of: plan) { turn, world, members in
                defer { world.clock.tick() }
                return try await queues.send(turn, of: members[turn.person], seed: seed)
            }
            #expect(once == synced, "seed \(seed)")
            #expect(once.contains { $0.contains("comment") }, "seed \(seed) does something")
        }
    }

    /// Runs the plan in a community of its own.
    /// - Returns: what each command was answered with, and what the members see at the end.
    private static func outcome(
        on implementation: Implementation, of plan: CommandPlan,
        _ take: @escaping @Sendable (CommandPlan.Turn, World, [Member]) async throws -> [String]
    ) async throws -> [String] {
        let collected = Collected()
        try await implementation.run { world in
            var members: [Member] = []
            for name in CommandPlan.names { members.append(try await world.person(name)) }
            for turn in plan.turns { await collected.add(try await take(turn, world, members)) }
            await collected.add(try await plan.state(seenBy: members))
        }
        return await collected.lines
    }

    /// Sends each command of the turn as a request to its endpoint.
    private static func request(_ turn: CommandPlan.Turn, as member: Member) async throws -> [String] {
        var lines: [String] = []
        for command in turn.commands {
            do {
                let operation = try EndpointCommands().operation(for: command)
                let outcome = try operation.outcome(of: try await operation.run(as: member.services))
                lines.append("\(outcome?.status ?? 0)")
            } catch let error as SocialError {
                lines.append(error.code.rawValue)
            }
        }
        return lines
    }
}

private actor Collected {
    private(set) var lines: [String] = []

    func add(_ more: [String]) { lines += more }
}

/// The queue of each member.
private actor Queues {
    private var queues: [Person.ID: CommandQueue] = [:]
    private var random: SeededRandom?

    /// Queues the commands of a turn, and sends them until all are answered, though answers get lost.
    func send(_ turn: CommandPlan.Turn, of member: Member, seed: UInt64) async throws -> [String] {
        var random = random ?? SeededRandom(seed: seed &+ 1_000)
        var queue = queues[member.id] ?? CommandQueue(of: member)
        for command in turn.commands {
            queue.add { number in
                var numbered = command
                numbered.number = number
                return numbered
            }
        }
        let all = queue.commands
        var answers: [Int: String] = [:]
        repeat {
            // A part arrives, or all of it, and the answer may not come back.
            var sent = queue
            sent.commands = Array(all.prefix(Int.random(in: 1...all.count, using: &random)))
            let answer = try await sent.send()
            for result in answer.results {
                let line = result.problem?.code.rawValue ?? "\(result.status)"
                if let before = answers[result.number] { #expect(line == before) }
                answers[result.number] = line
            }
        } while answers.count < all.count
        // Acknowledged now or after later commands.
        if Bool.random(using: &random) { try await queue.sync() }
        queues[member.id] = queue
        self.random = random
        return all.suffix(turn.commands.count).map { answers[$0.number] ?? "" }
    }
}
