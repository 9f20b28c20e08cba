import Foundation
import Paceline
import PacelineTestSupport
import Testing

/// Ends real servers without warning, again and again, while people listen to them.
@Suite("Killing the server under its listeners") struct LiveKillTests {
    private static let rounds = Repetitions.count(3, deep: 15)
    private static let patience = TimeLimitTrait.Duration.minutes(Repetitions.count(5, deep: 20))
    private static let end = "The end"

    @Test(
        "A listener hears everything once, however often the server is killed", .timeLimit(patience))
    func sqlite() async throws {
        try await Self.withFolder { folder in
            try await Self.listenWhileKilling { ports in
                [try await ServerProcess.start(data: folder, port: ports?[0] ?? 0)]
            }
        }
    }

    @Test(
        "A listener to one of two servers hears what is written to both", .timeLimit(patience),
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
        let audience = try await ListeningAudience.gather(at: urls[0])
        try await withThrowingTaskGroup(of: Void.self) { group in
            let ears = audience.ears(at: urls)
            for (number, ear) in ears.enumerated() {
                // Every other one drops its stream again and again, and not so often that it might ever have as many as
                // one person may, however late the server notices.
                var random = SeededRandom(seed: UInt64(number))
                let most = number.isMultiple(of: 2) ? Int.max : Int.random(in: 4...12, using: &random)
                group.addTask { try await ear.listen(droppingAfter: most) }
            }
            for ear in ears { await ear.hasBegun() }
            var written: [Deed] = []
            for round in 0..<rounds {
                written += await write(to: audience, at: servers, round)
                servers = try await start(urls.compactMap(\.port))
            }
            try await audience.say(end, at: urls[0])
            for ear in ears { await ear.hasHeard(end) }
            group.cancelAll()
            for ear in ears { check(ear, ears, heard: written) }
        }
        for server in servers { server.kill() }
        for server in servers { await server.ended() }
    }

    private static func check(_ ear: Ear, _ ears: [Ear], heard written: [Deed]) {
        let (heard, name) = (ear.heard, ear.listener.name)
        #expect(Set(heard).count == heard.count, "\(name) hears nothing twice")
        let allowed = written.filter(ear.listener.mayHear).map(\.title) + [end]
        #expect(Set(heard) == Set(allowed), "\(name) hears what is theirs to hear, and nothing else")
        let others = ears.filter { $0.listener.name == name }
        #expect(others.allSatisfy { $0.heard == heard }, "all of \(name)'s hear it in the same order")
    }

    /// Does things at every server at once until each has acknowledged enough, and kills it then.
    private static func write(
        to audience: ListeningAudience, at servers: [ServerProcess], _ round: Int
    ) async -> [Deed] {
        await withTaskGroup(of: [Deed].self) { group in
            for (number, server) in servers.enumerated() {
                group.addTask {
                    var acknowledged: [Deed] = []
                    for count in 0..<10 {
                        let deed = Deed(title: "\(round).\(number).\(count)", number: count)
                        do {
                            try await audience.performs(deed, at: server.url)
                            acknowledged.append(deed)
                        } catch {
                            Issue.record("A server that nobody has killed refused \(deed): \(error)")
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

    private static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "paceline-live-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        try await body(folder)
    }
}
