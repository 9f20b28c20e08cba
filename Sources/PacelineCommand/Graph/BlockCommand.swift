import ArgumentParser

struct BlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block",
        abstract: "Block a person, so that you cannot see each other. Without a person: list your blocks.")

    @OptionGroup var options: ExclusionOptions

    func run() async throws {
        try await options.addOrList(.blocked) { "Blocked \($0)." }
    }
}

struct UnblockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unblock", abstract: "Unblock a person.")

    @OptionGroup var options: PersonOptions

    func run() async throws {
        try await options.perform(
            confirmation: { "\($0) is no longer blocked." }, ExclusionList.blocked.remove)
    }
}
