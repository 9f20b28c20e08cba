import Foundation
import Paceline
import PacelineTestSupport
import Testing

/// Kills real servers repeatedly while clients listen to them.
@Suite("Killing the server while clients listen") struct LiveKillTests {
    private static let rounds = Repetitions.count(3, deep: 15)
    private static let timeout = TimeLimitTrait.Duration.minutes(Repetitions.count(5, deep: 20))
    private static let marker = "The end"

    @Test(
        "A listener receives every event once, however often the server is killed", .timeLimit(timeout))
    func sqlite() async throws {
        try await Self.withFolder { folder in
            try await Self.listenWhileKilling { ports in
                [try await ServerProcess.start(data: folder, port: ports?[0] ?? 0)]
            }
        }
    }

    @Test(
        "A listener to one of two servers receives what is written to both", .timeLimit(timeout),
        .enabled(if: TestPostgres.address != nil, "\(TestPostgres.skipReason)"))
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

    /// - Parameter start: starts the servers on these ports, or on free ports if nil.
    private static func listenWhileKilling(_ start: ([Int]?) async throws -> [ServerProcess]) async throws {
        var servers = try await start(nil)
        let urls = servers.map(\.url)
        let scenario = try await LiveScenario.create(at: urls[0])
        try await withThrowingTaskGroup(of: Void.self) { group in
            let subscriptions = scenario.subscriptions(at: urls)
            for (number, subscription) in subscriptions.enumerated() {
                // Every other subscription reconnects repeatedly, but seldom enough to stay below the limit of streams
                // for one person, even if the server notices lost streams late.
                var random = SeededRandom(seed: UInt64(number))
                let limit = number.isMultiple(of: 2) ? Int.max : Int.random(in: 4...12, using: &random)
                group.addTask { try await subscription.listen(reconnectingAfter: limit) }
            }
            for subscription in subscriptions { await subscription.waitUntilStarted() }
            var written: [Post] = []
            for round in 0..<rounds {
                written += await write(to: scenario, at: servers, round)
                servers = try await start(urls.compactMap(\.port))
            }
            try await scenario.publishMarker(marker, at: urls[0])
            for subscription in subscriptions { await subscription.waitUntilReceived(marker) }
            group.cancelAll()
            for subscription in subscriptions { check(subscription, subscriptions, received: written) }
        }
        for server in servers { server.kill() }
        for server in servers { await server.waitUntilExit() }
    }

    private static func check(
        _ subscription: LiveSubscription, _ subscriptions: [LiveSubscription], received written: [Post]
    ) {
        let (received, name) = (subscription.received, subscription.listener.name)
        #expect(Set(received).count == received.count, "\(name) receives nothing twice")
        let allowed = written.filter(subscription.listener.mayReceive).map(\.title) + [marker]
        #expect(Set(received) == Set(allowed), "\(name) receives exactly what they may see")
        let others = subscriptions.filter { $0.listener.name == name }
        #expect(others.allSatisfy { $0.received == received }, "all streams of \(name) have the same order")
    }

    /// Posts to every server concurrently, and kills each after ten posts.
    private static func write(
        to scenario: LiveScenario, at servers: [ServerProcess], _ round: Int
    ) async -> [Post] {
        await withTaskGroup(of: [Post].self) { group in
            for (number, server) in servers.enumerated() {
                group.addTask {
                    var acknowledged: [Post] = []
                    for count in 0..<10 {
                        let post = Post(title: "\(round).\(number).\(count)", number: count)
                        do {
                            try await scenario.publish(post, at: server.url)
                            acknowledged.append(post)
                        } catch {
                            Issue.record("A running server rejected \(post): \(error)")
                        }
                    }
                    server.kill()
                    await server.waitUntilExit()
                    return acknowledged
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    private static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "paceline-live-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        try await body(folder)
    }
}
