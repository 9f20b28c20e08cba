import ArgumentParser
import Paceline

/// The list of people that the user has blocked or muted.
struct ExclusionList: Sendable {
    /// The message for an empty list.
    let emptyMessage: String
    let list: @Sendable (any SocialServices, PageRequest) async throws -> Page<Person>
    let add: @Sendable (any SocialServices, PersonReference) async throws -> Void
    let remove: @Sendable (any SocialServices, PersonReference) async throws -> Void

    static let blocked = ExclusionList(
        emptyMessage: "You have not blocked anyone.", list: { try await $0.blocks($1) },
        add: { try await $0.block($1) }, remove: { try await $0.unblock($1) })

    static let muted = ExclusionList(
        emptyMessage: "You have not muted anyone.", list: { try await $0.mutes($1) },
        add: { try await $0.mute($1) }, remove: { try await $0.unmute($1) })
}

/// The options of commands that add a person to an ``ExclusionList``, or print it.
struct ExclusionOptions: ParsableArguments {
    @Argument(help: "The person; omit it to list them.") var person: PersonArgument?
    @OptionGroup var list: ListOptions

    /// Adds the person, or prints the list if no person was given.
    /// - Parameter confirmation: the message, given the person's name.
    func addOrList(_ people: ExclusionList, confirmation: (String) -> String) async throws {
        guard let person else {
            return try await list.show(emptyMessage: people.emptyMessage, \.table, people.list)
        }
        try await people.add(try await list.context.services(), person.reference)
        try list.output.acknowledge(confirmation(person.reference.label))
    }
}
