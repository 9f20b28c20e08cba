import ArgumentParser
import Foundation
import Paceline

/// The options of commands that change one comment.
struct CommentOptions: ParsableArguments {
    @Argument(help: ItemArgument.help) var item: ItemArgument
    @Argument(help: ArgumentHelp.comment) var comment: ShortID
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    /// Finds the comment and makes the change.
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
        static let configuration = CommandConfiguration(abstract: "Edit one of your comments.")

        @OptionGroup var options: CommentOptions
        @Argument(help: "The new text.") var text: String

        func run() async throws {
            let edited = try await options.perform { try await $0.edit($1, text: text, ifMatch: nil) }
            try options.output.show(edited, [edited].table(now: Date()))
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete one of your comments, or a comment on one of your items.")

        @OptionGroup var options: CommentOptions

        func run() async throws {
            try await options.perform { try await $0.deleteComment($1) }
            try options.output.acknowledge("Deleted the comment.")
        }
    }

    struct Heart: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Give a comment a heart, or withdraw it.")

        @OptionGroup var options: CommentOptions
        @Flag(help: "Withdraw your heart.") var withdraw = false

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
            abstract: "List the people who gave a comment a heart, newest first.")

        @Argument(help: ItemArgument.help) var item: ItemArgument
        @Argument(help: ArgumentHelp.comment) var comment: ShortID
        @OptionGroup var options: ListOptions

        func run() async throws {
            let services = try await options.context.services()
            let comment = try await services.commentID(comment, on: try await item.id(in: services))
            try await options.show(emptyMessage: "There are no hearts yet.", { $0.table }) {
                try await $0.hearts(of: comment, $1)
            }
        }
    }
}
