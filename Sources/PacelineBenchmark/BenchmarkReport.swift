import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import PacelinePostgres

/// Everything that one run measured, and how busy the machine was.
struct BenchmarkReport: Codable {
    var date = Date()
    var processors = ProcessInfo.processInfo.activeProcessorCount
    /// How many processes wanted to run, on average of the last minute.
    var loadBefore = load
    var loadAfter = 0.0
    var measurements: [Measurement] = []

    /// - Parameters:
    ///   - database: as `--database` takes it.
    ///   - players: where ``LargeCommunity/players`` are, likewise.
    ///   - server: the `paceline` to serve it with.
    ///   - names: beginnings of the names of what is wanted; all when there are none.
    static func measuring(
        database: String, players: String, server: String, _ community: LargeCommunity,
        names: some Collection<String>
    ) async throws -> BenchmarkReport {
        var report = BenchmarkReport()
        let now = LargeCommunity.start.addingTimeInterval(LargeCommunity.year)
        // These first, while the system's cache holds all of the copy that was made last.
        let playersDatabase = try open(players)
        let boards = try await BoardBenchmarks(playersDatabase, EngineEnvironment(now: { now })).run(names)
        try await playersDatabase.close()
        let opened = try open(database)
        let engine = try await Engine(database: opened, environment: EngineEnvironment(now: { now }))
        let benchmarks = EngineBenchmarks(
            engine: engine, community: community, goals: opened.isRemote ? .postgres : .sqlite)
        report.measurements = try await benchmarks.run(names) + boards
        try await opened.close()
        let servers = ServerBenchmarks(
            server: server, database: database, goal: opened.isRemote ? nil : 0.08)
        if names.isEmpty || names.contains("server") { report.measurements += try servers.run() }
        if opened.isRemote, names.isEmpty || names.contains("two") {
            report.measurements += try servers.twoServersComparedToOne()
        }
        if names.isEmpty || names.contains("live") {
            report.measurements += try await StreamBenchmarks(server: server).run()
        }
        report.loadAfter = load
        return report
    }

    private static func open(_ database: String) throws -> any Database {
        database.hasPrefix("sqlite:")
            ? try SQLiteDatabase(path: String(database.dropFirst("sqlite:".count)))
            : try PostgresDatabase(address: database)
    }

    private static var load: Double {
        var averages = [0.0]
        return getloadavg(&averages, 1) == 1 ? averages[0] : .nan
    }

    var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            return try encoder.encode(self)
        }
    }

    var markdown: String {
        """
        | what | measured | goal | reached |
        |---|---|---|---|
        \(measurements.map(\.row).joined(separator: "\n"))

        Load of the machine's \(processors) processors: \(loadBefore) before, \(loadAfter) after.
        """
    }
}
