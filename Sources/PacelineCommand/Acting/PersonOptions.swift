import ArgumentParser
import Paceline

/// What the commands take that do something to one person and have nothing to show for it.
struct PersonOptions: ParsableArguments {
    @Argument(help: "Whom.") var person: PersonArgument
    @OptionGroup var acting: ActingOptions
    @OptionGroup var output: OutputOptions

    /// - Parameter said: what is said of the person when it is done.
    func act(
        said: (String) -> String, _ change: (any SocialServices, PersonReference) async throws -> Void
    ) async throws {
        try await change(try await acting.services(), person.reference)
        try output.acknowledge(said(person.reference.spoken))
    }
}
