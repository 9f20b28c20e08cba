import ArgumentParser
import Foundation
import Paceline

/// A group on the command line: its title, its id, or the id's last digits.
struct GroupArgument: ExpressibleByArgument {
    let text: String

    static let help: ArgumentHelp = "The group, by title or id."

    init?(argument: String) {
        text = argument
    }

    /// Finds one of the user's groups.
    /// - Throws: ``Failure`` if no group matches, or several do.
    func id(in services: any SocialServices) async throws -> LeaderboardGroup.ID {
        if let id = LeaderboardGroup.ID(text) { return id }
        // A person's groups always fit on one page.
        let groups = try await services.groups(PageRequest(limit: 100)).items
        return try only(of: groups.map { ($0.id, $0.title) }, advice: SharedTexts.listGroups)
    }

    /// Finds one of the groups that the user is invited to.
    /// - Throws: ``Failure`` if no group matches, or several do.
    func invitation(in services: any SocialServices) async throws -> LeaderboardGroup.ID {
        if let id = LeaderboardGroup.ID(text) { return id }
        let invitations = try await services.groupInvitations(PageRequest(limit: 100)).items
        return try only(
            of: invitations.map { ($0.group, $0.title) },
            advice: "List your invitations with: paceline groups invitations"
        )
    }

    private func only(
        of groups: [(id: LeaderboardGroup.ID, title: String)], advice: String
    ) throws -> LeaderboardGroup.ID {
        let found = groups.filter { group in
            group.title.foldedForSearch == text.foldedForSearch
                || ShortID(argument: text)?.ends(group.id) == true
        }
        guard let only = found.first, found.count == 1 else {
            throw Failure(
                .rejected, "\(found.isEmpty ? "No group" : "More than one group") matches “\(text)”.",
                advice: found.isEmpty ? advice : "Use the id instead. " + advice)
        }
        return only.id
    }
}

/// The options of commands that work on one group.
struct GroupOptions: ParsableArguments {
    @Argument(help: GroupArgument.help) var group: GroupArgument
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    /// Finds the group and makes the change.
    func perform<Value>(
        _ change: (any SocialServices, LeaderboardGroup.ID) async throws -> Value
    ) async throws -> Value {
        let services = try await context.services()
        return try await change(services, try await group.id(in: services))
    }
}

/// The options of commands that work on one member of a group.
struct GroupPersonOptions: ParsableArguments {
    @Argument(help: GroupArgument.help) var group: GroupArgument
    @Argument(help: "The person.") var person: PersonArgument
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func perform<Value>(
        _ change: (any SocialServices, LeaderboardGroup.ID, PersonReference) async throws -> Value
    ) async throws -> Value {
        let services = try await context.services()
        return try await change(services, try await group.id(in: services), person.reference)
    }
}
