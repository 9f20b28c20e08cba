import ArgumentParser
import Foundation
import Paceline

/// A comment as the commands take it that do something to one.
struct CommentOptions: ParsableArguments {
    @Argument(help: ItemArgument.help) var item: ItemArgument
    @Argument(help: "The comment under it: its id, or the id's last digits.") var comment: ShortID
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    /// Finds the comment, and does something with it.
    func perform<Value>(
        _ change: (any SocialServices, Comment.ID) async throws -> Value
    ) async throws -> Value {
        let services = try await context.services()
        let item = try await item.id(in: services)
        return try await change(services, try await services.commentID(comment, on: item))
    }
}

extension CommentCommand {
    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Change a comment of yours.")

        @OptionGroup var options: CommentOptions
        @Argument(help: "What it says from now on.") var text: String

        func run() async throws {
            let edited = try await options.perform { try await $0.edit($1, text: text, ifMatch: nil) }
            try options.output.show(edited, [edited].table(now: Date()))
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a comment of yours, or one under what is yours.")

        @OptionGroup var options: CommentOptions

        func run() async throws {
            try await options.perform { try await $0.deleteComment($1) }
            try options.output.acknowledge("Deleted the comment.")
        }
    }

    struct Heart: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Give a comment a heart, or take it back.")

        @OptionGroup var options: CommentOptions
        @Flag(help: "Take it back.") var withdraw = false

        func run() async throws {
            let tally = try await options.perform { services, comment in
                withdraw
                    ? try await services.withdrawHeart(from: comment)
                    : try await services.giveHeart(to: comment)
            }
            try options.output.show(tally, tally.sheet("Hearts"))
        }
    }

    struct Hearts: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List who gave a comment a heart, newest first.")

        @Argument(help: ItemArgument.help) var item: ItemArgument
        @Argument(help: "The comment under it: its id, or the id's last digits.") var comment: ShortID
        @OptionGroup var options: ListOptions

        func run() async throws {
            let services = try await options.context.services()
            let comment = try await services.commentID(comment, on: try await item.id(in: services))
            try await options.show(emptyMessage: "Nobody has given a heart yet.", { $0.table }) {
                try await $0.hearts(of: comment, $1)
            }
        }
    }
}
