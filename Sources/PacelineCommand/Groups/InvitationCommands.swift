import ArgumentParser
import Foundation
import Paceline

extension GroupsCommand {
    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Invite a person to a group. Without a person, prints the join code, with which anyone can join."
        )

        @OptionGroup var options: GroupOptions
        @Argument(help: "The person; omit it to get the code.") var person: PersonArgument?

        func run() async throws {
            guard let person else {
                let joinCode = try await options.perform { try await $0.joinCode(of: $1) }
                return try options.output.show(joinCode, joinCode.sheet)
            }
            try await options.perform { try await $0.invite(person.reference, to: $1) }
            try options.output.acknowledge("Invited \(person.reference.label).")
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Withdraw a person's invitation. Without a person, revoke the group's code.")

        @OptionGroup var options: GroupOptions
        @Argument(help: "The person; omit it to revoke the code.") var person: PersonArgument?

        func run() async throws {
            guard let person else {
                try await options.perform { try await $0.revokeJoinCode(of: $1) }
                return try options.output.acknowledge("Revoked the code.")
            }
            try await options.perform { try await $0.removeInvitation(of: person.reference, to: $1) }
            try options.output.acknowledge("\(person.reference.label) is no longer invited.")
        }
    }

    struct Join: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Join a group with a code.")

        @Argument(help: "The code, or the link that contains it.") var code: String
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let group = try await context.services().joinGroup(code: Self.code(in: code))
            try output.show(group, [group].table)
            Console.note(SharedTexts.joined(group))
        }

        /// The code at the end of a link, or the text itself.
        static func code(in text: String) -> String {
            text.contains("/join/") ? String(text.split(separator: "/").last ?? "") : text
        }
    }

    struct Invitations: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List your pending invitations, or those of a group.")

        @Argument(help: "The group; omit it for your own invitations.") var group: GroupArgument?
        @OptionGroup var options: ListOptions

        func run() async throws {
            guard let group else {
                return try await options.show(
                    emptyMessage: "You have no pending invitations.", { $0.table(now: Date()) }
                ) { try await $0.groupInvitations($1) }
            }
            let id = try await group.id(in: try await options.context.services())
            try await options.show(emptyMessage: "The group has no pending invitations.", \.table) {
                try await $0.invitees(of: id, $1)
            }
        }
    }

    struct Accept: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Accept an invitation.")

        @OptionGroup var options: GroupOptions

        func run() async throws {
            let services = try await options.context.services()
            let id = try await options.group.invitation(in: services)
            let group = try await services.acceptInvitation(to: id)
            try options.output.show(group, [group].table)
            Console.note(SharedTexts.joined(group))
        }
    }

    struct Decline: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Decline an invitation.")

        @OptionGroup var options: GroupOptions

        func run() async throws {
            let services = try await options.context.services()
            let id = try await options.group.invitation(in: services)
            try await services.removeInvitation(of: .me, to: id)
            try options.output.acknowledge("Declined the invitation.")
        }
    }
}
