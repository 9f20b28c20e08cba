import ArgumentParser
import Foundation
import Paceline

struct FollowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Follow somebody: at once where the profile is public, else by asking.")

    @Argument(help: "Whom.") var person: PersonArgument
    @Flag(inversion: .prefixedNo, help: "Whether you are told of what they publish.")
    var notifications: Bool?
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        switch try await context.services().follow(person.reference, notifications: notifications) {
        case .following(let person):
            try output.show(person, [person].table)
            Console.say("You follow @\(person.username).")
        case .requested(let request):
            try output.show(request, [request].table(.outgoing, now: Date()))
            Console.say("@\(request.to.username) approves followers: you have asked.")
        }
    }
}

struct UnfollowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unfollow", abstract: "No longer follow somebody, or take back that you asked.")

    @OptionGroup var options: PersonOptions

    func run() async throws {
        try await options.perform(confirmation: { "You do not follow \($0)." }) { try await $0.unfollow($1) }
    }
}
