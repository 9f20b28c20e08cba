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
        @OptionGroup var page: PageOptions
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        enum Edges: String, EnumerableFlag {
            case friends, followers, following
        }

        func run() async throws {
            let services = try await acting.services()
            let found = try await page.gather { page in
                switch edges {
                case .friends: try await services.friends(of: person.reference, page)
                case .followers: try await services.followers(of: person.reference, page)
                case .following: try await services.following(of: person.reference, page)
                }
            }
            try output.show(found, found.items.table)
            found.remark(nothing: "Nobody is here to be seen.")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "End a friendship, on both sides.")

        @Argument var person: PersonArgument
        @OptionGroup var acting: ActingOptions

        func run() async throws {
            try await acting.services().unfriend(person.reference)
            Console.say("You and \(person.reference.spoken) are no longer friends.")
        }
    }
}
