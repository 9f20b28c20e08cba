import ArgumentParser
import Foundation
import Paceline

extension CommentCommand {
    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Change a comment of yours.")

        @Argument(help: "The item it stands under.") var item: ShortID
        @Argument(help: "The comment.") var comment: ShortID
        @Argument var text: String
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let id = try await services.commentID(comment, on: try await services.itemID(item))
            let edited = try await services.edit(id, text: text, ifMatch: nil)
            try output.show(edited, [edited].table(now: Date()))
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a comment of yours, or one under what is yours.")

        @Argument(help: "The item it stands under.") var item: ShortID
        @Argument(help: "The comment.") var comment: ShortID
        @OptionGroup var acting: ActingOptions

        func run() async throws {
            let services = try await acting.services()
            let id = try await services.commentID(comment, on: try await services.itemID(item))
            try await services.deleteComment(id)
            Console.say("Deleted \(id).")
        }
    }

    struct Heart: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Give a comment a heart, or take it back.")

        @Argument(help: "The item it stands under.") var item: ShortID
        @Argument(help: "The comment.") var comment: ShortID
        @Flag(help: "Take it back.") var withdraw = false
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let id = try await services.commentID(comment, on: try await services.itemID(item))
            let tally =
                withdraw
                ? try await services.withdrawHeart(from: id) : try await services.giveHeart(to: id)
            var sheet = Sheet()
            sheet.add("Hearts", "\(tally.count)\(tally.mine ? ", yours among them" : "")")
            try output.show(tally, sheet)
        }
    }
}
