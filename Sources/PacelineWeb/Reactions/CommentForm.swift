import Foundation
import Paceline

/// The form for a new comment, a reply or an edit.
struct CommentForm: Sendable {
    let view: View

    /// The form below the thread.
    static func newComment(
        of item: FeedItem.ID, returningTo path: String, rejected: RejectedComment?, _ localizer: Localizer
    ) -> CommentForm {
        CommentForm(
            action: action(on: item), of: item, returningTo: path,
            View([
                "rows": "1", "placeholder": .text(localizer("comments.placeholder")), "isSmall": false,
                "label": .text(localizer("comments.label")), "button": .text(localizer("comments.send")),
            ]).merging(rejectedText(rejected, localizer)))
    }

    /// The form below the comment to reply to.
    static func reply(
        to comment: Comment, returningTo path: String, rejected: RejectedComment?, _ localizer: Localizer
    ) -> CommentForm {
        CommentForm(
            action: action(on: comment.item), of: comment.item, returningTo: path,
            View([
                "anchor": .text("reply-\(comment.id)"), "parent": .text("\(comment.id)"),
                "label": .text(localizer("comments.replyLabel")), "button": .text(localizer("comments.send")),
                "cancel": .text("\(path)#comment-\(comment.id)"),
            ]).merging(rejectedText(rejected, localizer)))
    }

    /// The form that replaces the text of a comment.
    static func edit(
        _ comment: Comment, returningTo path: String, rejected: RejectedComment?, _ localizer: Localizer
    ) -> CommentForm {
        CommentForm(
            action: "/comments/\(comment.id)/edit", of: comment.item, returningTo: path,
            View([
                "anchor": .text("edit-\(comment.id)"), "editedItem": .text("\(comment.item)"),
                "label": .text(localizer("comments.editLabel")), "button": .text(localizer("comments.save")),
                "cancel": .text("\(path)#comment-\(comment.id)"),
            ]).merging(rejected.map { rejectedText($0, localizer) } ?? ["text": .text(comment.text)]))
    }

    /// The form that the script copies into a card, and gives its paths.
    static let onCards = CommentForm(action: "/", of: nil, returningTo: "/", ["isOnCard": true]).view

    /// The form in a card that the script shows again.
    static func onCard(
        of item: FeedItem.ID, returningTo path: String, rejected: RejectedComment, _ localizer: Localizer
    ) -> CommentForm {
        CommentForm(
            action: action(on: item), of: item, returningTo: path,
            View(["isOnCard": true]).merging(rejectedText(rejected, localizer)))
    }

    /// The path that a new comment is posted to.
    static func action(on item: FeedItem.ID) -> String { "/items/\(item)/comments" }

    /// - Parameters:
    ///   - item: the item with the comments; nil if the script sets it.
    ///   - path: the path to return to.
    private init(action: String, of item: FeedItem.ID?, returningTo path: String, _ view: View) {
        self.view = Self.plain.merging(view).merging([
            "action": .text(action), "return": .text(path),
            "item": .text(item.map { "\($0)" } ?? ""),
            "mentions": .text(item.map { "/items/\($0)/mentions" } ?? ""),
        ])
    }

    /// The text and the error of a rejected comment.
    private static func rejectedText(_ rejected: RejectedComment?, _ localizer: Localizer) -> View {
        let text = rejected?.text ?? ""
        let field = Field(
            name: "text", label: localizer("comments.label"), length: TextRule.comment.length)
        let written = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return [
            "text": .text(text),
            "error": .text(optional: rejected?.error.map { field.message(for: $0, written, localizer) }),
        ]
    }

    private static let plain: View = [
        "isOnCard": false, "isSmall": true, "rows": "2", "placeholder": .nothing, "text": "",
        "error": .nothing, "anchor": .nothing, "parent": .nothing, "editedItem": .nothing,
        "cancel": .nothing, "maxLength": .text("\(TextRule.comment.length.upperBound)"),
    ]
}

/// A rejected comment, shown again in the form that sent it.
struct RejectedComment: Sendable {
    let text: String
    /// Nil if it was sent after the session had ended.
    let error: SocialError?
    var form = Form.new

    enum Form: Sendable, Equatable {
        case new
        case reply(to: Comment.ID)
        case edit(Comment.ID)

        /// The comment that the form is shown at.
        var comment: Comment.ID? {
            switch self {
            case .new: nil
            case .reply(let comment), .edit(let comment): comment
            }
        }
    }
}
