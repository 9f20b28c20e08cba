import ArgumentParser
import Foundation
import Paceline

struct FriendsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "friends", abstract: "List friends, followers and following, or unfriend a person.",
        subcommands: [List.self, Remove.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List your friends, followers or following, or another person's.")

        @Argument(help: "The person.") var person = PersonArgument.me
        @Flag(exclusivity: .exclusive, help: "The list to show.") var edges = Edges.friends
        @OptionGroup var options: ListOptions

        enum Edges: String, EnumerableFlag {
            case friends, followers, following
        }

        func run() async throws {
            try await options.show(emptyMessage: emptyMessage, \.table) { services, page in
                switch edges {
                case .friends: try await services.friends(of: person.reference, page)
                case .followers: try await services.followers(of: person.reference, page)
                case .following: try await services.following(of: person.reference, page)
                }
            }
        }

        private var emptyMessage: String {
            guard person.reference == .me else { return "No one to show." }
            return switch edges {
            case .friends: "You have no friends yet. Find people with: paceline people suggested"
            case .followers: "You have no followers yet."
            case .following: "You do not follow anyone yet. Find people with: paceline people suggested"
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Unfriend a person.")

        @OptionGroup var options: PersonOptions

        func run() async throws {
            try await options.perform(confirmation: { "You and \($0) are no longer friends." }) {
                try await $0.unfriend($1)
            }
        }
    }
}
