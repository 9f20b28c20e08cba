import ArgumentParser

struct BlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block",
        abstract: "Block somebody: you no longer exist for each other. Alone: list them.")

    @OptionGroup var options: KeepingOptions

    func run() async throws {
        try await options.keep(.blocked) { "Blocked \($0)." }
    }
}

struct UnblockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unblock", abstract: "End a block.")

    @OptionGroup var options: PersonOptions

    func run() async throws {
        try await options.act(said: { "\($0) is no longer blocked." }, KeptPeople.blocked.remove)
    }
}
