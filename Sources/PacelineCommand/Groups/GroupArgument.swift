import ArgumentParser
import Foundation
import Paceline

/// A group as somebody types it: its title, its id, or the id's last digits.
struct GroupArgument: ExpressibleByArgument {
    let text: String

    static let help: ArgumentHelp = "Its title, or its id."

    init?(argument: String) {
        text = argument
    }

    /// One of the groups that one is in.
    func id(in services: any SocialServices) async throws -> LeaderboardGroup.ID {
        if let id = LeaderboardGroup.ID(text) { return id }
        // Nobody is in more groups than a page holds.
        let groups = try await services.groups(PageRequest(limit: 100)).items
        return try only(of: groups.map { ($0.id, $0.title) }, advice: "See them with: paceline groups")
    }

    /// One of the groups that one is invited to.
    func invitation(in services: any SocialServices) async throws -> LeaderboardGroup.ID {
        if let id = LeaderboardGroup.ID(text) { return id }
        let invitations = try await services.groupInvitations(PageRequest(limit: 100)).items
        return try only(
            of: invitations.map { ($0.group, $0.title) }, advice: "See them with: paceline groups invitations"
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
                .refused, "\(found.isEmpty ? "None" : "More than one") of your groups is called “\(text)”.",
                advice: found.isEmpty ? advice : "Give the id instead. " + advice)
        }
        return only.id
    }
}

/// What the commands take that do something to one group.
struct GroupOptions: ParsableArguments {
    @Argument(help: GroupArgument.help) var group: GroupArgument
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    /// Finds the group among one's own, and does something with it.
    func perform<Value>(
        _ change: (any SocialServices, LeaderboardGroup.ID) async throws -> Value
    ) async throws -> Value {
        let services = try await context.services()
        return try await change(services, try await group.id(in: services))
    }
}

/// What the commands take that do something to one person of a group.
struct GroupPersonOptions: ParsableArguments {
    @Argument(help: GroupArgument.help) var group: GroupArgument
    @Argument(help: "Whom.") var person: PersonArgument
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func perform<Value>(
        _ change: (any SocialServices, LeaderboardGroup.ID, PersonReference) async throws -> Value
    ) async throws -> Value {
        let services = try await context.services()
        return try await change(services, try await group.id(in: services), person.reference)
    }
}
