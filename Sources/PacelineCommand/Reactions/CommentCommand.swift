import ArgumentParser
import Foundation
import Paceline

struct CommentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment", abstract: "Write under an item, and read what is written.",
        subcommands: [Add.self, List.self, Edit.self, Delete.self, Heart.self], defaultSubcommand: Add.self)

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Write a comment, or answer one.")

        @Argument(help: "An item of your feed: its id, or the id's last digits.") var item: ShortID
        @Argument(help: "1 to 500 characters; @name mentions somebody.") var text: String
        @Option(help: ArgumentHelp("The comment that this answers.", valueName: "id")) var replyTo: ShortID?
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let item = try await services.itemID(item)
            let parent = try await replyTo.asyncMap { try await services.commentID($0, on: item) }
            let comment = try await services.comment(CommentDraft(text: text, parent: parent), on: item)
            try output.show(comment, [comment].table(now: Date()))
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the comments, oldest first.")

        @Argument(help: "The item.") var item: ShortID
        @OptionGroup var page: PageOptions
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let item = try await services.itemID(item)
            let found = try await page.gather { try await services.comments(on: item, $0) }
            try output.show(found, found.items.table(now: Date()))
            found.remark(nothing: "Nobody has written anything yet.")
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
            .left("ID"), .left("WHEN"), .left("WHO"), .flexible("COMMENT"), .right("HEARTS"))
        for comment in self {
            let text = comment.isDeleted ? "(deleted)" : comment.text
            table.add(
                .init(comment.id.short, .faint), .init(HumanTime.text(for: comment.createdAt, now: now)),
                .init(comment.author.map { "@" + $0.username }, .accent),
                .init(
                    (comment.parent == nil ? "" : "↳ ") + text + (comment.editedAt == nil ? "" : " (edited)")),
                .init(comment.heartCount == 0 ? "" : "\(comment.heartCount)\(comment.hasHeart ? " ♥" : "")"))
        }
        return table
    }
}
