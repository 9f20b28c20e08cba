import ArgumentParser
import Paceline

extension GroupRole: ExpressibleByArgument {}

extension GroupsCommand {
    struct Members: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List a group's members, in the order they joined.")

        @Argument(help: GroupArgument.help) var group: GroupArgument
        @OptionGroup var options: ListOptions

        func run() async throws {
            let id = try await group.id(in: try await options.context.services())
            try await options.show(emptyMessage: "No visible members.", \.table) {
                try await $0.members(of: id, $1)
            }
        }
    }

    struct Leave: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Leave a group. If you are its last member, the group is deleted.")

        @OptionGroup var options: GroupOptions

        func run() async throws {
            try await options.perform { try await $0.removeMember(.me, from: $1) }
            try options.output.acknowledge(SharedTexts.leftGroup)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a member from a group, and revoke its code.",
            discussion: """
                No code admits the person any more. To let them return, use: paceline groups invite GROUP PERSON
                """)

        @OptionGroup var options: GroupPersonOptions

        func run() async throws {
            try await options.perform { try await $0.removeMember($2, from: $1) }
            let person = options.person.reference
            try options.output.acknowledge(
                person == .me
                    ? SharedTexts.leftGroup : "Removed \(person.label), and revoked the group's code.")
        }
    }

    struct Role: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a member's role.")

        @OptionGroup var options: GroupPersonOptions
        @Argument(help: "The role: administrator or member.") var role: GroupRole

        func validate() throws {
            guard role != .owner else {
                throw ValidationError(
                    "To change the owner, use: paceline groups transfer GROUP PERSON")
            }
        }

        func run() async throws {
            let member = try await options.perform { try await $0.setRole(role, of: $2, in: $1) }
            try options.output.show(member, [member].table)
        }
    }

    struct Transfer: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make another member the owner. You become an administrator.")

        @OptionGroup var options: GroupPersonOptions

        func run() async throws {
            let group = try await options.perform { try await $0.transferGroup($1, to: $2) }
            try options.output.show(group, [group].table)
        }
    }
}
