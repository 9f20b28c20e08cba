import ArgumentParser
import Foundation
import Logging
import PacelineDemo
import PacelineEngine
import PacelineServer
import PacelineWeb
import ServiceLifecycle

#if canImport(Glibc)
    import CMalloc
#endif

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve a community over HTTP.",
        discussion: "On SIGTERM or SIGINT the server finishes the requests in flight, then stops.")

    @OptionGroup var options: ServeOptions

    @Flag(help: "Fill the data folder with the demo community if it is empty.")
    var demo = false

    func run() async throws {
        OpenFiles.raiseLimit()
        let folder = DataFolder(options.data)
        let configuration = try await options.configuration()
        try configuration.check()
        let location = try configuration.databaseLocation(in: folder)
        try await prepare(folder, for: location)
        let logger = Self.logger(try configuration.logLevel(), try configuration.logFormat())
        if configuration.lacksMinimumAge {
            logger.warning(
                "No minimum age is set; set minimumAge to the age that your laws require, or to 0 for none.")
        }
        let serverConfiguration = try configuration.server()
        let database = try location.open(connections: try configuration.databaseConnections())
        var environment = try configuration.environment()
        environment.rewards = try configuration.rewards(in: folder)
        environment.logSecurity(to: logger)
        let engine = try await environment.engine(
            on: database, ledgerKey: try configuration.ledgerKeyFile(in: folder), .required)
        let website = try WebApp(
            engine: engine, version: PacelineCommandLine.version,
            serverOperator: try configuration.serverOperator())
        let metrics = MetricsRegistry(help: MetricsRegistry.serverHelp)
        let server = Server(
            engine: engine, configuration: serverConfiguration, logger: logger, metrics: metrics,
            website: website
        ) { port in
            if let address = configuration.publicURL(listeningOn: "\(port)") {
                engine.environment.publicAddress.move(to: address)
            }
            FreedMemory.returnToSystem()
            let scheme = serverConfiguration.tls == nil ? "http" : "https"
            print("Paceline is listening on \(scheme)://\(serverConfiguration.host):\(port)")
            fflush(nil)
        }
        let clock = ContinuousClock()
        let jobs = PeriodicJob.all.map {
            PeriodicJobRunner($0, on: engine, clock: clock, logger: logger, metrics: metrics)
        }
        let services: [any Service] = jobs + [server]
        let group = ServiceGroup(
            configuration: .init(
                services: services.map { .init(service: $0) },
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger))
        try await group.run()
        try await database.close()
    }

    /// Creates the demo community on request, or explains how to start in a new folder.
    private func prepare(_ folder: DataFolder, for location: DatabaseLocation) async throws {
        guard location == .sqlite(path: folder.databasePath) else {
            guard demo else { return }
            throw Failure(
                .rejected, "The demo community can only be created in a data folder.",
                advice: "Remove --demo or --database.")
        }
        guard !folder.hasDatabase else { return }
        guard demo else {
            return Console.note(
                "\(folder.path) is a new community. Create the first account with: paceline sign-up USERNAME "
                    + "--birth-date 1990-05-17")
        }
        let size = try DemoOptions.parse([])
        let end = size.end
        _ = try await DemoBuilder(folder: folder, record: size.record(endingAt: end), end: end).run()
        Console.note(DemoPlan.signInHint)
    }

    private static func logger(_ level: Logger.Level, _ format: LogFormat) -> Logger {
        LoggingSystem.bootstrap { label in format.handler(label) }
        var logger = Logger(label: "paceline")
        logger.logLevel = level
        return logger
    }
}

/// The process's limit on open files and connections.
private enum OpenFiles {
    /// Raises the soft limit to the hard limit. Every stream needs a connection, and many systems default to 1,024.
    static func raiseLimit() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        // If the system refuses, the current limit applies.
        _ = setrlimit(resource, &limit)
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}

/// Memory that has been freed but not yet returned to the system.
private enum FreedMemory {
    /// Returns freed memory, about 2 MB that only startup needs.
    static func returnToSystem() {
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
    }
}
