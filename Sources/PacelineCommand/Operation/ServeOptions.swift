import ArgumentParser
import PacelineEngine

/// What the command line itself says about serving a community; flags count before everything else.
struct ServeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Address to listen on.", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("Port to listen on; 0 takes any free one.", valueName: "port"))
    var port: Int?

    @Option(help: ArgumentHelp("The data folder; made when missing.", valueName: "dir"))
    var data = "paceline-data"

    @Option(
        help: ArgumentHelp(
            "Where the community is kept, if not in the data folder: sqlite:PATH or postgres://….",
            valueName: "url"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "The configuration file; paceline.json in the data folder when left out.", valueName: "file"))
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

/// Which community a command works on that needs no one to be signed in.
struct CommunityOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The data folder.", valueName: "dir"))
    var data = "paceline-data"

    @Option(
        help: ArgumentHelp(
            "Where the community is kept, if not as the data folder's settings say: sqlite:PATH or postgres://….",
            valueName: "url"))
    var database: String?

    func engine() async throws -> Engine {
        try await DataFolder(data).existingEngine(database: database)
    }
}
