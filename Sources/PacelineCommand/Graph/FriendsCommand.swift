import ArgumentParser
import Foundation
import Paceline

struct FriendsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "friends", abstract: "List somebody's friends, or end a friendship.",
        subcommands: [List.self, Remove.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List friends, followers or following.")

        @Argument(help: "Whose.") var person = PersonArgument.me
        @Flag(exclusivity: .exclusive, help: "Which people.") var edges = Edges.friends
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
            guard person.reference == .me else { return "Nobody is here to be seen." }
            return switch edges {
            case .friends: "You have no friends here yet. Look for some with: paceline people suggested"
            case .followers: "Nobody follows you yet."
            case .following: "You follow nobody yet. Look for somebody with: paceline people suggested"
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "End a friendship, on both sides.")

        @OptionGroup var options: PersonOptions

        func run() async throws {
            try await options.perform(confirmation: { "You and \($0) are no longer friends." }) {
                try await $0.unfriend($1)
            }
        }
    }
}
