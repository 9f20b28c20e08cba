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
        if demo, !folder.hasDatabase {
            _ = try await DemoMaking(folder: folder, record: DemoOptions.parse([]).record).run()
            Console.say("Sign in as \(DemoPlan.username) with the password \(DemoPlan.password)")
        }
        let configuration = try await serving.configuration()
        let logger = try Self.logger(configuration.text("logLevel"))
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

    private func databasePath(in folder: DataFolder) throws -> String {
        guard let database else { return folder.databasePath }
        guard database.hasPrefix("sqlite:"), database.count > 7 else {
            throw Failure(
                .refused, "This build keeps communities in SQLite only; “\(database)” cannot be opened.",
                advice: "Use --database sqlite:PATH, or --data DIR.")
        }
        return String(database.dropFirst(7))
    }

    private static func logger(_ level: String) throws -> Logger {
        guard let level = Logger.Level(rawValue: level) else {
            throw Failure(.refused, "“\(level)” is no log level.", advice: "See: paceline config")
        }
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "paceline")
        logger.logLevel = level
        return logger
    }
}
