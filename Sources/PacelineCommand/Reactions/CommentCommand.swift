import ArgumentParser
import Foundation
import Paceline

struct CommentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment", abstract: "Add, list, edit and delete comments.",
        subcommands: [Add.self, List.self, Edit.self, Delete.self, Heart.self, Hearts.self],
        defaultSubcommand: Add.self)

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a comment, or reply to one.")

        @Argument(help: ItemArgument.help) var item: ItemArgument
        @Argument(help: "The text, 1 to 500 characters; @name mentions a person.") var text: String
        @Option(help: ArgumentHelp("The comment to reply to.", valueName: "id")) var replyTo: ShortID?
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let item = try await item.id(in: services)
            let parent = try await replyTo.asyncMap { try await services.commentID($0, on: item) }
            let comment = try await services.comment(CommentDraft(text: text, parent: parent), on: item)
            try output.show(comment, [comment].table(now: Date()))
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List an item's comments, oldest first.")

        @Argument(help: ItemArgument.help) var item: ItemArgument
        @OptionGroup var options: ListOptions

        func run() async throws {
            let item = try await item.id(in: try await options.context.services())
            try await options.show(
                emptyMessage: "There are no comments yet.", { $0.table(now: Date()) }
            ) {
                try await $0.comments(on: item, $1)
            }
        }
    }
}

extension ReactionService {
    func commentID(_ id: ShortID, on item: FeedItem.ID) async throws -> Comment.ID {
        try await id.find("comment", id: \Comment.id) { try await comments(on: item, $0) }
    }
}

extension Optional {
    fileprivate func asyncMap<Other>(_ transform: (Wrapped) async throws -> Other) async rethrows -> Other? {
        if let self { try await transform(self) } else { nil }
    }
}

extension [Comment] {
    func table(now: Date) -> Table {
        var table = Table(
            .left("ID"), .left("WHEN", dropPriority: 2), .left("WHO"), .wrapped("COMMENT"),
            .right("HEARTS", dropPriority: 1))
        for comment in self {
            table.add(
                .init(comment.id.short, .faint), .init(HumanTime.text(for: comment.createdAt, now: now)),
                .init(comment.author.map { "@" + $0.username }, .accent), .init(comment.label),
                .init(comment.heartCount == 0 ? "" : "\(comment.heartCount)\(comment.hasHeart ? " ♥" : "")"))
        }
        return table
    }
}

extension Comment {
    fileprivate var label: String {
        if isDeleted { return "(deleted)" }
        let notes = [editedAt == nil ? nil : "edited", isWaiting == true ? "held" : nil].compactMap(\.self)
        return (parent == nil ? "" : "↳ ") + text
            + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
    }
}
