import ArgumentParser
import PacelineEngine

/// The options of ``ServeCommand`` and ``ConfigCommand``, which override every other source of settings.
struct ServeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Address to listen on.", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("Port to listen on; 0 picks a free port.", valueName: "port"))
    var port: Int?

    @Option(help: ArgumentHelp.newDataFolder)
    var data = "paceline-data"

    @Option(
        help: ArgumentHelp(
            "The database, if not in the data folder: sqlite:PATH or postgres://….",
            valueName: "url"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "The configuration file; by default paceline.json in the data folder.", valueName: "file"))
    var config: String?

    func configuration() async throws -> CommunityConfiguration {
        var flags: [String: String] = [:]
        flags["host"] = host
        flags["database"] = database
        flags["port"] = port.map(String.init)
        return try await CommunityConfiguration.load(
            file: config ?? DataFolder(data).configurationPath, isRequired: config != nil, flags: flags)
    }
}

/// The community that an administration command works on. No sign-in is needed.
struct CommunityOptions: ParsableArguments {
    @Option(help: ArgumentHelp.dataFolder)
    var data = "paceline-data"

    @Option(
        help: ArgumentHelp(
            "The database, if other than in the data folder's settings: sqlite:PATH or postgres://….",
            valueName: "url"))
    var database: String?

    func engine(ledgerKey: LedgerKeyUse = .ifPresent) async throws -> Engine {
        try await DataFolder(data).existingEngine(database: database, ledgerKey: ledgerKey)
    }

    /// Opens the community for commands that act on accounts, and logs their security events as the server does.
    /// - Parameter publicURL: overrides the public address in the settings.
    func accountEngine(publicURL: String?) async throws -> Engine {
        try await DataFolder(data).existingEngine(
            database: database, publicURL: publicURL, logsSecurity: true)
    }
}
