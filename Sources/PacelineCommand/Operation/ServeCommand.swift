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
        discussion: "Stops by itself on SIGTERM and SIGINT, once the requests in flight are answered.")

    @OptionGroup var options: ServeOptions

    @Flag(help: "Fill the data folder with the demo community first, unless a community is there.")
    var demo = false

    func run() async throws {
        OpenFiles.raiseLimit()
        let folder = DataFolder(options.data)
        let configuration = try await options.configuration()
        try configuration.check()
        let location = try configuration.databaseLocation(in: folder)
        try await prepare(folder, for: location)
        let logger = try Self.logger(configuration.logLevel())
        let serverConfiguration = try configuration.server()
        let database = try location.open(connections: try configuration.databaseConnections())
        let engine = try await Engine(database: database, environment: try configuration.environment())
        let website = try WebApp(engine: engine, version: PacelineCommandLine.version)
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
            print("Paceline answers at \(scheme)://\(serverConfiguration.host):\(port)")
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

    /// Says what is in the folder when this is the first time.
    private func prepare(_ folder: DataFolder, for location: DatabaseLocation) async throws {
        guard location == .sqlite(path: folder.databasePath) else {
            guard demo else { return }
            throw Failure(
                .refused, "The demo community is made in a data folder, not elsewhere.",
                advice: "Leave out either --demo or --database.")
        }
        guard !folder.hasDatabase else { return }
        guard demo else {
            return Console.say(
                "\(folder.path) is a new community. Make the first account with: paceline sign-up USERNAME "
                    + "--birth-date 1990-05-17")
        }
        _ = try await DemoBuilder(folder: folder, record: DemoOptions.parse([]).record).run()
        Console.say(DemoPlan.invitation)
    }

    private static func logger(_ level: Logger.Level) -> Logger {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "paceline")
        logger.logLevel = level
        return logger
    }
}

/// How many files and connections this process may have open at once.
private enum OpenFiles {
    /// Raises the limit as far as the system allows: every stream is a connection, and many systems begin at 1,024.
    static func raiseLimit() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        // Where the system refuses, the server runs with what it has.
        _ = setrlimit(resource, &limit)
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}

/// Memory that was let go of and that the process still holds.
private enum FreedMemory {
    /// Gives it back to the system. Starting needs some two megabytes that serving does not.
    static func returnToSystem() {
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
    }
}
