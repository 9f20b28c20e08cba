import ArgumentParser

struct BlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block",
        abstract: "Block somebody: you no longer exist for each other. Alone: list them.")

    @OptionGroup var options: ExclusionOptions

    func run() async throws {
        try await options.addOrList(.blocked) { "Blocked \($0)." }
    }
}

struct UnblockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unblock", abstract: "End a block.")

    @OptionGroup var options: PersonOptions

    func run() async throws {
        try await options.perform(
            confirmation: { "\($0) is no longer blocked." }, ExclusionList.blocked.remove)
    }
}
