import Foundation
import Paceline
import PacelineClient
import PacelineTestSupport
import Synchronization
import Testing

/// Ends real servers without warning, again and again, while people listen to them.
@Suite("Killing the server under its listeners") struct LiveKillTests {
    private static let rounds = 5
    private static let end = "The end"

    @Test(
        "Whoever listens hears everything once, however often the server is killed", .timeLimit(.minutes(5)))
    func sqlite() async throws {
        try await Self.withFolder { folder in
            try await Self.listenWhileKilling { ports in
                [try await ServerProcess.start(data: folder, port: ports?[0] ?? 0)]
            }
        }
    }

    @Test(
        "Whoever listens to one of two servers hears what is written to both", .timeLimit(.minutes(5)),
        .enabled(if: TestPostgres.address != nil, "\(TestPostgres.absence)"))
    func postgres() async throws {
        try await Self.withFolder { folder in
            try await TestPostgres.withDatabase { address in
                try await Self.listenWhileKilling { ports in
                    [
                        try await ServerProcess.start(data: folder, port: ports?[0] ?? 0, database: address),
                        try await ServerProcess.start(data: folder, port: ports?[1] ?? 0, database: address),
                    ]
                }
            }
        }
    }

    /// - Parameter start: starts the servers on the ports, or on free ones.
    private static func listenWhileKilling(_ start: ([Int]?) async throws -> [ServerProcess]) async throws {
        var servers = try await start(nil)
        let urls = servers.map(\.url)
        let (ana, ben) = try await friends(at: urls[0])
        // Whoever begins while the server is away tries until it is back.
        let patient = RetryPolicy(retries: 100)
        let ears = urls.flatMap { url in
            (0..<2).map { _ in Ear(RemoteServer(url: url, retry: patient).session(token: ben)) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, ear) in ears.enumerated() {
                // Every other one drops its stream again and again, and not so often that it might ever have as many as
                // one person may, however late the server notices.
                group.addTask { try await ear.listen(droppingAfter: number.isMultiple(of: 2) ? .max : 8) }
            }
            for ear in ears { await ear.hasBegun() }
            var written: [String] = []
            for round in 0..<rounds {
                written += await write(as: ana, to: servers, round)
                servers = try await start(urls.compactMap(\.port))
            }
            try await publish(end, as: ana, at: urls[0])
            for ear in ears { await ear.hasHeard(end) }
            group.cancelAll()
            for ear in ears {
                let heard = ear.heard
                #expect(Set(heard).count == heard.count, "nothing is heard twice")
                #expect(Set(written).subtracting(heard) == [], "nothing is missed")
                #expect(heard == ears[0].heard, "all hear the same, in the same order")
            }
        }
        for server in servers { server.kill() }
        for server in servers { await server.ended() }
    }

    /// Publishes at every server at once until each has acknowledged enough, and kills it then.
    private static func write(as token: String, to servers: [ServerProcess], _ round: Int) async -> [String] {
        await withTaskGroup(of: [String].self) { group in
            for (number, server) in servers.enumerated() {
                group.addTask {
                    var acknowledged: [String] = []
                    for count in 0..<8 {
                        let title = "\(round).\(number).\(count)"
                        do {
                            try await publish(title, as: token, at: server.url)
                            acknowledged.append(title)
                        } catch {
                            Issue.record("A server that nobody has killed refused a workout: \(error)")
                        }
                    }
                    server.kill()
                    await server.ended()
                    return acknowledged
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    private static func publish(_ title: String, as token: String, at url: URL) async throws {
        let draft = WorkoutDraft(
            type: .rowing, title: title, startedAt: Date(timeIntervalSince1970: 1_700_000_000), duration: 60)
        _ = try await RemoteServer(url: url).session(token: token)
            .publish(draft, as: Workout.ID(UUID()), ifMatch: nil)
    }

    private static func friends(at url: URL) async throws -> (String, String) {
        let server = RemoteServer(url: url)
        var signedIn: [SignedIn] = []
        for name in ["ana_live", "ben_live"] {
            let birthDate = try #require(Day(number: 1990_01_01))
            signedIn.append(
                try await server.signUp(
                    SignUp(username: name, password: "correct horse battery", birthDate: birthDate)))
        }
        let request = try await server.session(token: signedIn[0].token)
            .request(RequestDraft(to: .person(.id(signedIn[1].person.id))))
        _ = try await server.session(token: signedIn[1].token).accept(request.id)
        return (signedIn[0].token, signedIn[1].token)
    }

    private static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "paceline-live-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        try await body(folder)
    }
}

/// One listener, and the titles of the workouts that it has heard of.
private final class Ear: Sendable {
    private struct State {
        var heard: [String] = []
        var hasBegun = false
        var waiting: [(isMet: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let session: RemoteSession
    private let state = Mutex(State())

    init(_ session: RemoteSession) {
        self.session = session
    }

    var heard: [String] { state.withLock(\.heard) }

    /// Listens until it is cancelled, and drops the stream after every so many events.
    func listen(droppingAfter most: Int) async throws {
        var position: LogPosition?
        while !Task.isCancelled {
            var count = 0
            for try await event in session.events(after: position, watching: []) {
                position = event.position
                note(event.content)
                count += 1
                if count >= most { break }
            }
        }
    }

    func hasBegun() async { await wait { $0.hasBegun } }

    func hasHeard(_ title: String) async { await wait { $0.heard.contains(title) } }

    private func note(_ content: LiveEvent.Content) {
        let met = state.withLock { state in
            state.hasBegun = true
            if case .item(let item) = content, let title = item.workout?.title { state.heard.append(title) }
            let current = state
            let met = state.waiting.filter { $0.isMet(current) }
            state.waiting.removeAll { $0.isMet(current) }
            return met
        }
        for waiting in met { waiting.continuation.resume() }
    }

    private func wait(until isMet: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMetAlready = state.withLock { state in
                if isMet(state) { return true }
                state.waiting.append((isMet, continuation))
                return false
            }
            if isMetAlready { continuation.resume() }
        }
    }
}
