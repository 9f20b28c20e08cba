import Foundation

/// The benchmarks of the server in its own process, over HTTP on this machine.
struct ServerBenchmarks {
    /// The path of the `paceline` executable.
    let server: String
    /// The database, in the form of `--database`.
    let database: String
    /// The goal for the ratio of feed pages to `/health` responses; nil for none.
    let goal: Double?

    private static let connections = 64
    private static let seconds = 8

    func run() throws -> [Measurement] {
        // The first start fills the page cache for the second.
        let firstStart = try Start(executable: server, database: database)
        firstStart.server.stop()
        let start = try Start(executable: server, database: database)
        let server = start.server
        defer { server.stop() }
        let before = try load("/health", of: [server])
        let feed = try load("/v1/feed", of: [server])
        let after = try load("/health", of: [server])
        let health = (before + after) / 2
        return [
            Measurement("First response after start", milliseconds: start.firstResponse, atMost: 300),
            Measurement(
                "First response after start, cold disk cache", milliseconds: firstStart.firstResponse,
                atMost: nil),
            Measurement("Memory of an idle server", megabytes: start.idleMegabytes, below: 60),
            Measurement("/health, \(Self.connections) connections", perSecond: health, atLeast: nil),
            Measurement(
                "Feed pages over HTTP, \(Self.connections) connections", perSecond: feed, atLeast: nil),
            Measurement(
                "Feed pages relative to /health", ratio: feed / health,
                goal: goal.map { "≥ \($0)" } ?? "", isReached: feed / health >= goal ?? 0),
        ] + (try pages(of: server))
    }

    /// The web app's pages, one request after another, and the home page for eight readers at once.
    private func pages(of server: BenchmarkServer) throws -> [Measurement] {
        let feed = try server.get("/v1/feed?kind=workout&limit=1", token: LargeCommunity.token(0))
        guard let workout = feed.firstMatch(of: /"workout":\{[^}]*?"id":"([^"]+)"/)?.1 else {
            throw BenchmarkFailure("The feed has no workout:\n\(feed)")
        }
        let pages = [
            ("The home page of the web app", "/", 3.0, LargeCommunity.signedIn),
            ("A leaderboard's page", "/games", 4, LargeCommunity.signedIn),
            // Only friends of the owner see the workout.
            ("A workout's page", "/workouts/\(workout)", 4, 1),
            ("A profile's page", "/@\(LargeCommunity.username(0))", 4, LargeCommunity.signedIn),
        ]
        let times = try pages.map { name, path, goal, people in
            let time = try LoadTest(
                path, of: server.address, connections: 1, seconds: Self.seconds, people: people
            ).milliseconds()
            return Measurement(name, p50: time.p50, p99: time.p99, atMost: goal)
        }
        let rate = try LoadTest("/", of: server.address, connections: 8, seconds: Self.seconds).perSecond()
        return times + [Measurement("Home pages, 8 connections", perSecond: rate, atLeast: 1_500)]
    }

    /// A started server that has handled one request.
    private struct Start {
        let server: BenchmarkServer
        /// The resident memory before the first request.
        let idleMegabytes: Double
        /// The time from the program's start to the first response, in milliseconds.
        let firstResponse: Double

        init(executable: String, database: String) throws {
            let clock = ContinuousClock()
            let start = clock.now
            server = try BenchmarkServer(executable: executable, database: database)
            idleMegabytes = try server.residentMegabytes()
            try server.get("/v1/feed", token: LargeCommunity.token(0))
            firstResponse = (clock.now - start).milliseconds
        }
    }

    /// Compares two servers on one database with one. Two are faster only if the machine has spare processors.
    func twoServersComparedToOne() throws -> [Measurement] {
        let servers = try (0..<2).map { _ in try BenchmarkServer(executable: server, database: database) }
        defer { for server in servers { server.stop() } }
        // Warms up the page cache.
        _ = try load("/v1/feed", of: servers)
        let one = try load("/v1/feed", of: [servers[0]])
        let two = try load("/v1/feed", of: servers)
        return [
            Measurement("Feed pages from one server", perSecond: one, atLeast: nil),
            Measurement("Feed pages from two servers on one database", perSecond: two, atLeast: nil),
            Measurement(
                "Two servers relative to one", ratio: two / one, goal: "≥ 1.3", isReached: two / one >= 1.3),
        ]
    }

    /// Measures the responses per second of all servers together. The connections are divided among them.
    private func load(_ path: String, of servers: [BenchmarkServer]) throws -> Double {
        let tests = try servers.map {
            try LoadTest(
                path, of: $0.address, connections: Self.connections / servers.count, seconds: Self.seconds)
        }
        return try tests.reduce(0) { try $0 + $1.perSecond() }
    }
}
