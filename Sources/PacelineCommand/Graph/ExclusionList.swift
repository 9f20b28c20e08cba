import ArgumentParser
import Paceline

/// People whom somebody keeps away: those they block, and those they mute.
struct ExclusionList: Sendable {
    /// What is said of an empty list.
    let emptyMessage: String
    let list: @Sendable (any SocialServices, PageRequest) async throws -> Page<Person>
    let add: @Sendable (any SocialServices, PersonReference) async throws -> Void
    let remove: @Sendable (any SocialServices, PersonReference) async throws -> Void

    static let blocked = ExclusionList(
        emptyMessage: "You have blocked nobody.", list: { try await $0.blocks($1) },
        add: { try await $0.block($1) }, remove: { try await $0.unblock($1) })

    static let muted = ExclusionList(
        emptyMessage: "You have muted nobody.", list: { try await $0.mutes($1) },
        add: { try await $0.mute($1) }, remove: { try await $0.unmute($1) })
}

/// What the commands take that add somebody to a list of people, or show it.
struct ExclusionOptions: ParsableArguments {
    @Argument(help: "Whom; nobody to list them.") var person: PersonArgument?
    @OptionGroup var list: ListOptions

    /// - Parameter confirmation: what is said of whoever was added.
    func addOrList(_ people: ExclusionList, confirmation: (String) -> String) async throws {
        guard let person else {
            return try await list.show(emptyMessage: people.emptyMessage, \.table, people.list)
        }
        try await people.add(try await list.context.services(), person.reference)
        try list.output.acknowledge(confirmation(person.reference.label))
    }
}
