import ArgumentParser

struct MuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Keep somebody out of your feed; they are not told. Alone: list them.")

    @OptionGroup var options: ExclusionOptions

    func run() async throws {
        try await options.addOrList(.muted) { "Muted \($0)." }
    }
}

struct UnmuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmute", abstract: "Let somebody into your feed again.")

    @OptionGroup var options: PersonOptions

    func run() async throws {
        try await options.perform(confirmation: { "\($0) is no longer muted." }, ExclusionList.muted.remove)
    }
}
