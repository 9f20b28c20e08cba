import ArgumentParser
import Foundation
import Logging
import PacelineDatabase
import PacelineEngine
import PacelineServer
import ServiceLifecycle

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve a community over HTTP.",
        discussion: "Stops by itself on SIGTERM and SIGINT, once the requests in flight are answered.")

    @OptionGroup var serving: ServingOptions

    @Option(help: ArgumentHelp("Another database than the data folder's: sqlite:PATH.", valueName: "url"))
    var database: String?

    @Flag(help: "Fill the data folder with the demo community first, unless a community is there.")
    var demo = false

    func run() async throws {
        let folder = DataFolder(serving.data)
        let configuration = try await serving.configuration()
        try configuration.check()
        try await prepare(folder)
        let logger = try Self.logger(configuration.logLevel())
        let serverConfiguration = try configuration.server()
        let database = try SQLiteDatabase(path: try databasePath(in: folder))
        let engine = try await Engine(database: database, environment: try configuration.environment())
        let server = Server(engine: engine, configuration: serverConfiguration, logger: logger) { port in
            let scheme = serverConfiguration.tls == nil ? "http" : "https"
            print("Paceline answers at \(scheme)://\(serverConfiguration.host):\(port)")
            fflush(nil)
        }
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: server)], gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger))
        try await group.run()
        try await database.close()
    }

    /// Says what is in the folder when this is the first time.
    private func prepare(_ folder: DataFolder) async throws {
        guard database == nil, !folder.hasDatabase else { return }
        guard demo else {
            return Console.say(
                "\(folder.path) is a new community. Make the first account with: paceline sign-up USERNAME "
                    + "--birth-date 1990-05-17")
        }
        _ = try await DemoMaking(folder: folder, record: DemoOptions.parse([]).record).run()
        Console.say(DemoPlan.invitation)
    }

    private func databasePath(in folder: DataFolder) throws -> String {
        guard let database else { return folder.databasePath }
        guard database.hasPrefix("sqlite:"), database.count > 7 else {
            throw Failure(
                .refused, "This build keeps communities in SQLite only; “\(database)” cannot be opened.",
                advice: "Use --database sqlite:PATH, or --data DIR.")
        }
        return String(database.dropFirst(7))
    }

    private static func logger(_ level: Logger.Level) -> Logger {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "paceline")
        logger.logLevel = level
        return logger
    }
}
