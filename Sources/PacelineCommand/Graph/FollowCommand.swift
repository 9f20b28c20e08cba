import ArgumentParser
import Foundation
import Paceline

struct FollowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Follow a person. Unless their profile is public, this sends a request.")

    @Argument(help: "The person.") var person: PersonArgument
    @Flag(inversion: .prefixedNo, help: "Whether you are notified when they publish.")
    var notifications: Bool?
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        switch try await context.services().follow(person.reference, notifications: notifications) {
        case .following(let person):
            try output.show(person, [person].table)
            Console.note("You now follow @\(person.username).")
        case .requested(let request):
            try output.show(request, [request].table(.outgoing, now: Date()))
            Console.note("@\(request.to.username) approves followers. Your request was sent.")
        }
    }
}

struct UnfollowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unfollow", abstract: "Unfollow a person, or cancel your request to follow them.")

    @OptionGroup var options: PersonOptions

    func run() async throws {
        try await options.perform(confirmation: { "You do not follow \($0)." }) { try await $0.unfollow($1) }
    }
}
