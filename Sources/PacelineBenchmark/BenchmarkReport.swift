import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import PacelinePostgres

/// The measurements of one run, and the machine's load.
struct BenchmarkReport: Codable {
    var date = Date()
    var processors = ProcessInfo.processInfo.activeProcessorCount
    /// The load average of the last minute before the run.
    var loadBefore = load
    var loadAfter = 0.0
    var measurements: [Measurement] = []

    /// Runs the benchmarks.
    /// - Parameters:
    ///   - database: the large community's database, in the form of `--database`.
    ///   - players: the database of ``LargeCommunity/players``, in the same form.
    ///   - server: the path of the `paceline` executable.
    ///   - names: prefixes of the benchmarks to run; empty for all.
    static func measuring(
        database: String, players: String, server: String, _ community: LargeCommunity,
        names: some Collection<String>
    ) async throws -> BenchmarkReport {
        var report = BenchmarkReport()
        let now = LargeCommunity.start.addingTimeInterval(LargeCommunity.year)
        let environment = BenchmarkKey.environment(now: { now })
        // Boards run first, while their database, the last one copied, is still in the page cache.
        let playersDatabase = try open(players)
        let boards =
            try await BoardBenchmarks(playersDatabase, environment).run(names)
            + TrainingBenchmarks(playersDatabase, environment).run(names)
        try await playersDatabase.close()
        let opened = try open(database)
        let engine = try await Engine(database: opened, environment: environment)
        let benchmarks = EngineBenchmarks(
            engine: engine, community: community, goals: opened.isRemote ? .postgres : .sqlite)
        report.measurements = try await benchmarks.run(names) + boards
        // Last, since they publish workouts.
        report.measurements += try await ExperienceBenchmarks(opened, environment, community, now: now)
            .run(names)
        report.measurements += try await ClientIDBenchmarks(engine: engine, community: community, now: now)
            .run(names)
        report.measurements += try await SyncBenchmarks(engine: engine, community: community).run(names)
        try await opened.close()
        let servers = ServerBenchmarks(
            server: server, database: database, goal: opened.isRemote ? nil : 0.08)
        if names.isEmpty || names.contains("server") { report.measurements += try servers.run() }
        if names.isEmpty || names.contains("sign-ins") {
            report.measurements += try SignInBenchmarks(server: server, database: database).run()
        }
        if names.isEmpty || names.contains("admission") {
            report.measurements += try await AdmissionBenchmarks(server: server, database: database).run()
        }
        if opened.isRemote, names.isEmpty || names.contains("two") {
            report.measurements += try servers.twoServersComparedToOne()
        }
        if names.isEmpty || names.contains("live") {
            report.measurements += try await StreamBenchmarks(server: server).run()
        }
        if names.isEmpty || names.contains("demo") {
            report.measurements += try DemoBenchmarks(executable: server).run()
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
        | Benchmark | Result | Goal | Reached |
        |---|---|---|---|
        \(measurements.map(\.row).joined(separator: "\n"))

        Load average on \(processors) processors: \(loadBefore) before, \(loadAfter) after.
        """
    }
}
