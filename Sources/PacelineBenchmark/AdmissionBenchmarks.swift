import Foundation

/// Measures a server with more callers than it can serve. It should refuse some of them at once, and serve the others
/// as fast as it can.
struct AdmissionBenchmarks {
    /// The path of the `paceline` executable.
    let server: String
    /// The database, in the form of `--database`.
    let database: String

    private static let path = "/v1/feed"
    /// The numbers of callers, none of whom should be refused, that are tried for the most responses per second.
    private static let few = [32, 64, 128]
    private static let many = 2_000
    /// Fewer than the ports and files that a machine usually allows one process.
    private static let most = 16_000
    private static let seconds = 10

    func run() async throws -> [Measurement] {
        try StreamClients.raiseFileLimit()
        let server = try BenchmarkServer(executable: server, database: database)
        defer { server.stop() }
        let alone = try await call(server, callers: 1)
        var best = 0.0
        for count in Self.few { best = max(best, try await call(server, callers: count).servedPerSecond) }
        var measurements = [
            Measurement("Feed page for a single caller", alone.served, p99: nil),
            Measurement("Feed pages for the best number of callers", perSecond: best, atLeast: nil),
        ]
        // At first, refused callers call again after a second: the second number is four times what can be served.
        for count in [Self.many, min(Int(4 * best), Self.most)] {
            measurements += Self.measurements(
                of: try await call(server, callers: count), callers: count, alone: alone, best: best)
        }
        return measurements
    }

    private func call(_ server: BenchmarkServer, callers count: Int) async throws -> CallResults {
        // The server finds out how many requests it can run at once, and how long refused callers should wait.
        try await Callers(path: Self.path, address: server.address, count: count)
            .call(warmUp: 8, seconds: Self.seconds)
    }

    /// - Parameters:
    ///   - results: what the callers received.
    ///   - alone: what a single caller received.
    ///   - best: the most responses per second.
    static func measurements(
        of results: CallResults, callers: Int, alone: CallResults, best: Double
    ) -> [Measurement] {
        let name = "\(callers) callers"
        let relative = results.servedPerSecond / best
        var measurements = [
            Measurement(
                "\(name): requests relative to the peak",
                ratio: results.requestsPerSecond / best, goal: "", isReached: true),
            Measurement("\(name): share refused", ratio: results.refusedShare, goal: "", isReached: true),
            Measurement("\(name): pages served", perSecond: results.servedPerSecond, atLeast: nil),
            Measurement(
                "\(name): pages served relative to the peak", ratio: relative, goal: "≥ 0.9",
                isReached: relative >= 0.9),
        ]
        if !results.served.isEmpty, !alone.served.isEmpty {
            let most = alone.served.quantiles.p99 + Self.longestWait
            measurements.append(
                Measurement("\(name): time to serve", results.served, p99: most.rounded()))
        }
        if !results.refused.isEmpty {
            measurements.append(
                Measurement("\(name): time to refuse", results.refused, p99: Self.longestRefusal))
        }
        return measurements
    }

    /// How much longer than alone a response may take, in milliseconds.
    private static let longestWait = 150.0
    /// How long a refusal may take, in milliseconds.
    private static let longestRefusal = 200.0
}
