import ArgumentParser
import Foundation
import Paceline

struct GroupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups", abstract: "Manage groups that share a leaderboard.",
        subcommands: [
            List.self, Create.self, Show.self, Members.self, Rename.self, Supervise.self, Metrics.self,
            Use.self, Share.self,
            Join.self, Leave.self,
            Invite.self, Revoke.self, Invitations.self, Accept.self, Decline.self, Remove.self, Role.self,
            Transfer.self, Delete.self,
        ], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List your groups.")

        @OptionGroup var options: ListOptions

        func run() async throws {
            try await options.show(
                emptyMessage: "You are not in a group. Create one with: paceline groups create TITLE", \.table
            ) { try await $0.groups($1) }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Create a group. You become its owner.")

        @Argument(help: ArgumentHelp.title) var title: String
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let group = try await context.services().createGroup(title: title)
            try output.show(group, [group].table)
            Console.note("Get a code to share with: paceline groups invite \(group.id.short)")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one of your groups.")

        @OptionGroup var options: GroupOptions

        func run() async throws {
            let group = try await options.perform { try await $0.group($1) }
            try options.output.show(group, group.sheet)
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Change a group's title.")

        @OptionGroup var options: GroupOptions
        @Argument(help: "The new title.") var title: String

        func run() async throws {
            let group = try await options.perform { try await $0.renameGroup($1, title: title) }
            try options.output.show(group, [group].table)
        }
    }

    struct Supervise: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let all members of a group see the results of children.",
            discussion:
                "Without this, only a child's friends see their row on the leaderboard and in seasons. Only the owner "
                + "decides.")

        @OptionGroup var options: GroupOptions
        @Flag(name: .customLong("off"), help: "Let only a child's friends see their results again.")
        var isOff = false

        func run() async throws {
            let changes = GroupChanges(isSupervised: !isOff)
            let group = try await options.perform { try await $0.updateGroup($1, changes) }
            try options.output.show(group, group.sheet)
        }
    }

    struct Metrics: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Choose what a group's weeks and months rank by.",
            discussion: """
                paceline groups metrics "Breakfast Club" points xp distance

                Seasons that have ended stay as they are.
                """)

        @OptionGroup var options: GroupOptions
        @Argument(
            help: """
                1 to \(BoardMetric.maxSeasonMetrics) of points, xp, distance, duration, volume, workouts and days; the \
                first one is shown first.
                """)
        var metrics: [BoardMetric]

        func run() async throws {
            let changes = GroupChanges(metrics: metrics)
            let group = try await options.perform { try await $0.updateGroup($1, changes) }
            try options.output.show(group, group.sheet)
        }
    }

    struct Use: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the active group, which apps show first. Without a group: clear it.")

        @Argument(help: GroupArgument.help) var group: GroupArgument?
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            guard let group else {
                try await services.setActiveGroup(nil)
                return try output.acknowledge(SharedTexts.noActiveGroup)
            }
            let id = try await group.id(in: services)
            try await services.setActiveGroup(id)
            let active = try await services.group(id)
            try output.show(active, [active].table)
        }
    }

    struct Share: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Share with a group again, or stop with --off.",
            discussion: """
                You stay a member. While you do not share, you are on none of the group's boards, in no results that \
                are not final, and not in its feed. The other members are not notified.
                """)

        @OptionGroup var options: GroupOptions
        @Flag(name: .customLong("off"), help: "Stop sharing with the group.")
        var isOff = false

        func run() async throws {
            let group = try await options.perform { try await $0.setSharing(!isOff, with: $1) }
            try options.output.show(group, group.sheet)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a group that you own.")

        @OptionGroup var options: GroupOptions

        func run() async throws {
            try await options.perform { try await $0.deleteGroup($1) }
            try options.output.acknowledge("Deleted the group.")
        }
    }
}
