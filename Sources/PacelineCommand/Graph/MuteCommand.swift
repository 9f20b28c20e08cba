import ArgumentParser

struct MuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Hide a person from your feed without notifying them. Without a person: list your mutes.")

    @OptionGroup var options: ExclusionOptions

    func run() async throws {
        try await options.addOrList(.muted) { "Muted \($0)." }
    }
}

struct UnmuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmute", abstract: "Unmute a person.")

    @OptionGroup var options: PersonOptions

    func run() async throws {
        try await options.perform(confirmation: { "\($0) is no longer muted." }, ExclusionList.muted.remove)
    }
}
