import ArgumentParser
import Foundation
import Paceline

/// A person on the command line: `ana`, `@ana`, an id, or `me`.
struct PersonArgument: ExpressibleByArgument {
    let reference: PersonReference

    init?(argument: String) {
        guard let reference = PersonReference(argument) ?? PersonReference("@" + argument) else { return nil }
        self.reference = reference
    }

    var defaultValueDescription: String { reference.description }

    static let me = PersonArgument(reference: .me)

    private init(reference: PersonReference) {
        self.reference = reference
    }
}

extension PersonReference {
    /// `you` for the user, otherwise the username or id.
    var label: String { self == .me ? "you" : description }
}

/// The options of commands that change the relationship to one person and print no result.
struct PersonOptions: ParsableArguments {
    @Argument(help: "The person.") var person: PersonArgument
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    /// Makes the change and confirms it.
    /// - Parameter confirmation: the message, given the person's name.
    func perform(
        confirmation: (String) -> String, _ change: (any SocialServices, PersonReference) async throws -> Void
    ) async throws {
        try await change(try await context.services(), person.reference)
        try output.acknowledge(confirmation(person.reference.label))
    }
}

extension ItemVisibility: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
    public static var allValueStrings: [String] { allCases.map(\.description) }
}

extension ScoreVisibility: ExpressibleByArgument {}
extension AccountSettings.ContentFilter: ExpressibleByArgument {}

extension WorkoutType: ExpressibleByArgument {
    public init?(argument: String) { self.init(rawValue: argument) }
}

extension ConnectionRequest.Kind: ExpressibleByArgument {}
extension ConnectionRequest.Direction: ExpressibleByArgument {}

/// A calendar day on the command line: `2026-05-03` or `20260503`.
extension Day: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
