import Foundation
import Paceline
import PacelineClient
import PacelineDatabase
import PacelineEngine
import PacelinePostgres
import PacelineTestSupport
import Synchronization
import Testing

/// Kills real servers repeatedly while clients write to them.
@Suite("Killing the server", .timeLimit(.minutes(10))) struct KillTests {
    private static let rounds = Repetitions.count(8, deep: 40)

    @Test("A killed server loses no acknowledged write, and every counter and the ledger are correct")
    func nothingAcknowledgedIsLost() async throws {
        try await withFolder { folder in
            let written = try await Self.killRepeatedly {
                [try await ServerProcess.start(data: folder)]
            }
            try await written.expectAll(
                in: SQLiteDatabase(path: folder.appending(path: "paceline.sqlite").path), folder)
        }
    }

    @Test(
        "Two killed servers on PostgreSQL lose no acknowledged write",
        .enabled(if: TestPostgres.address != nil, "\(TestPostgres.skipReason)"))
    func nothingAcknowledgedIsLostOnPostgres() async throws {
        try await withFolder { folder in
            try await TestPostgres.withDatabase { address in
                let written = try await Self.killRepeatedly {
                    [
                        try await ServerProcess.start(data: folder, database: address),
                        try await ServerProcess.start(data: folder, database: address),
                    ]
                }
                let database = try PostgresDatabase(address: address)
                try await written.expectAll(in: database, folder)
                try await database.close()
            }
        }
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "paceline-kill-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            try await body(folder)
        } catch {
            try FileManager.default.removeItem(at: folder)
            throw error
        }
        try FileManager.default.removeItem(at: folder)
    }

    /// The acknowledged writes, and tokens of sessions that can see them.
    private struct KillResult {
        let acknowledged: [AcknowledgedWrites.Write]
        let tokens: [String]

        /// - Parameter folder: the servers' data folder, with the key of the ledger.
        func expectAll(in database: any Database, _ folder: URL) async throws {
            let engine = try await LedgerKeyFile(folder.appending(path: "ledger.key").path).withKey { key in
                var environment = EngineEnvironment()
                environment.ledgerKey = key
                return try await Engine(database: database, environment: environment)
            }
            try await KillTests.expectAll(acknowledged, tokens, in: engine)
            // What the last server had not processed.
            try await engine.followLog()
            #expect(try await engine.check() == [])
            let ledger = try await engine.verifyLedger()
            #expect(ledger.faults == [] && ledger.entries > 0)
        }
    }

    private static func killRepeatedly(
        _ start: () async throws -> [ServerProcess]
    ) async throws -> KillResult {
        let acknowledged = AcknowledgedWrites()
        var tokens: [String] = []
        for round in 0..<rounds {
            let servers = try await start()
            if tokens.isEmpty { tokens = try await signUp(at: servers[0].url) }
            await write(tokens, at: servers, round: round, acknowledged)
        }
        return KillResult(acknowledged: acknowledged.all, tokens: tokens)
    }

    /// Signs up three people who are all friends.
    private static func signUp(at url: URL) async throws -> [String] {
        let server = RemoteServer(url: url)
        var signedIn: [SignedIn] = []
        for name in ["ana_kill", "ben_kill", "eva_kill"] {
            signedIn.append(
                try await server.signUp(
                    SignUp(
                        username: name, password: "correct horse battery", birthDate: Day(number: 1990_01_01)!
                    )))
        }
        for one in signedIn.indices {
            for other in signedIn.indices where other > one {
                let request = try await server.session(token: signedIn[one].token)
                    .request(RequestDraft(to: .person(.id(signedIn[other].person.id))))
                _ = try await server.session(token: signedIn[other].token).accept(request.id)
            }
        }
        return signedIn.map(\.token)
    }

    /// Everyone publishes, gives kudos and comments on every server. The servers are killed one after the other, once
    /// enough writes were acknowledged.
    private static func write(
        _ tokens: [String], at servers: [ServerProcess], round: Int, _ acknowledged: AcknowledgedWrites
    ) async {
        let goal = acknowledged.all.count + 5 + round * 3
        await withTaskGroup { group in
            for (number, server) in servers.enumerated() {
                for (writer, token) in (tokens + tokens).enumerated() {
                    let name = "\(round).\(number).\(writer)"
                    group.addTask { await writeUntilKilled(token, server.url, name, acknowledged) }
                }
            }
            group.addTask {
                for (number, server) in servers.enumerated() {
                    await acknowledged.wait(until: goal + number * 10)
                    server.kill()
                }
            }
        }
        for server in servers { await server.waitUntilExit() }
    }

    private static func writeUntilKilled(
        _ token: String, _ url: URL, _ name: String, _ acknowledged: AcknowledgedWrites
    ) async {
        do {
            let session = RemoteServer(url: url).session(token: token)
            for number in 0... {
                let id = Workout.ID(UUID())
                let draft = WorkoutDraft(
                    type: .rowing, title: "\(name).\(number)",
                    // Recent enough to earn XP, which some lose again to others that overlap them; and on many days,
                    // since a day has a limited number of workouts.
                    startedAt: Date(timeIntervalSinceNow: -.random(in: 3_600...13 * 86_400)),
                    duration: 600, measures: WorkoutMeasures(distance: Double(number + 1)))
                _ = try await session.publish(draft, as: id, ifMatch: nil)
                acknowledged.add(.workout(id, title: draft.title))
                _ = try await session.giveKudos(to: id.item, big: false)
                acknowledged.add(.kudos(id))
                let comment = try await session.comment(CommentDraft(text: "Round \(name)"), on: id.item)
                acknowledged.add(.comment(comment.id, on: id))
            }
        } catch {
            // The server was killed. Writes without acknowledgement may or may not have happened.
            return
        }
    }

    private static func expectAll(_ writes: [AcknowledgedWrites.Write], _ tokens: [String], in engine: Engine)
        async throws
    {
        let session = try await engine.services(token: tokens[0])
        for write in writes {
            switch write {
            case .workout(let id, let title): #expect(try await session.workout(id).title == title)
            case .kudos(let id): #expect(try await session.item(id.item).kudosCount == 1)
            case .comment(let id, let workout):
                let comments = try await session.comments(on: workout.item, PageRequest(limit: 100)).items
                #expect(comments.contains { $0.id == id })
            }
        }
        #expect(writes.count > rounds * 5)
    }
}

/// The writes that servers have acknowledged.
final class AcknowledgedWrites: Sendable {
    enum Write: Sendable {
        case workout(Workout.ID, title: String)
        case kudos(Workout.ID)
        case comment(Paceline.Comment.ID, on: Workout.ID)
    }

    private struct State {
        var writes: [Write] = []
        var waiting: (goal: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    var all: [Write] { state.withLock { $0.writes } }

    func add(_ write: Write) {
        let reached = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.writes.append(write)
            guard let waiting = state.waiting, state.writes.count >= waiting.goal else { return nil }
            state.waiting = nil
            return waiting.continuation
        }
        reached?.resume()
    }

    func wait(until goal: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.writes.count >= goal { return true }
                state.waiting = (goal, continuation)
                return false
            }
            if isReached { continuation.resume() }
        }
    }
}
