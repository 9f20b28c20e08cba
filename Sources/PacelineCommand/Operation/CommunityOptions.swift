import ArgumentParser
import PacelineEngine

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
