import Foundation

/// What the server is measured by, in a process of its own and over HTTP on this machine.
struct ServerBenchmarks {
    /// The `paceline` that serves.
    let server: String
    /// What is served, as `--database` takes it.
    let database: String
    /// The rate of feed pages against that of `/health`; nil when it is measured for comparison.
    let goal: Double?

    private static let connections = 64
    private static let seconds = 8

    func run() throws -> [Measurement] {
        // What the first one reads from the disk, the system holds for the second.
        let firstStart = try Start(executable: server, database: database)
        firstStart.server.stop()
        let start = try Start(executable: server, database: database)
        let server = start.server
        defer { server.stop() }
        let before = try load("/health", of: [server])
        let feed = try load("/v1/feed", of: [server])
        let after = try load("/health", of: [server])
        let home = try LoadTest("/", of: server.address, connections: 1, seconds: Self.seconds).milliseconds()
        let health = (before + after) / 2
        return [
            Measurement("First answer after starting", milliseconds: start.firstAnswer, atMost: 300),
            Measurement(
                "First answer after starting, with what the disk adds", milliseconds: firstStart.firstAnswer,
                atMost: nil),
            Measurement("Memory of an idle server", megabytes: start.idleMegabytes, below: 60),
            Measurement("/health, \(Self.connections) connections", perSecond: health, atLeast: nil),
            Measurement(
                "Feed pages over HTTP, \(Self.connections) connections", perSecond: feed, atLeast: nil),
            Measurement(
                "Feed pages against /health", ratio: feed / health,
                goal: goal.map { "≥ \($0)" } ?? "", isReached: feed / health >= goal ?? 0),
            Measurement("The home page of the web app", p50: home.p50, p99: home.p99, atMost: 5),
        ]
    }

    /// A server that was started and has answered once.
    private struct Start {
        let server: BenchmarkServer
        /// What it held in memory before.
        let idleMegabytes: Double
        /// In milliseconds, from starting the program.
        let firstAnswer: Double

        init(executable: String, database: String) throws {
            let clock = ContinuousClock()
            let start = clock.now
            server = try BenchmarkServer(executable: executable, database: database)
            idleMegabytes = try server.residentMegabytes()
            try server.get("/v1/feed", token: LargeCommunity.token(0))
            firstAnswer = (clock.now - start).milliseconds
        }
    }

    /// What two servers on the database answer, against one: more only where processors are left for the second.
    func twoServersComparedToOne() throws -> [Measurement] {
        let servers = try (0..<2).map { _ in try BenchmarkServer(executable: server, database: database) }
        defer { for server in servers { server.stop() } }
        // What is read first is read from the disk.
        _ = try load("/v1/feed", of: servers)
        let one = try load("/v1/feed", of: [servers[0]])
        let two = try load("/v1/feed", of: servers)
        return [
            Measurement("Feed pages of one server", perSecond: one, atLeast: nil),
            Measurement("Feed pages of two servers on one database", perSecond: two, atLeast: nil),
            Measurement(
                "Two servers against one", ratio: two / one, goal: "≥ 1.3", isReached: two / one >= 1.3),
        ]
    }

    /// Answers a second of all the servers, between which the connections are divided.
    private func load(_ path: String, of servers: [BenchmarkServer]) throws -> Double {
        let tests = try servers.map {
            try LoadTest(
                path, of: $0.address, connections: Self.connections / servers.count, seconds: Self.seconds)
        }
        return try tests.reduce(0) { try $0 + $1.perSecond() }
    }
}
