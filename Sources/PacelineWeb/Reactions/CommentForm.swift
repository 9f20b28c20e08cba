import Foundation
import Paceline

/// The form for a new comment, a reply or an edit.
struct CommentForm: Sendable {
    let view: View

    /// The form below the thread.
    static func newComment(
        of item: FeedItem.ID, returningTo path: String, entered: EnteredComment?, _ localizer: Localizer
    ) -> CommentForm {
        CommentForm(
            action: action(on: item), of: item, returningTo: path,
            View([
                "rows": "1", "placeholder": .text(localizer("comments.placeholder")), "isSmall": false,
                "label": .text(localizer("comments.label")), "button": .text(localizer("comments.send")),
            ]).merging(enteredText(entered, localizer)))
    }

    /// The form below the comment to reply to.
    static func reply(
        to comment: Comment, returningTo path: String, entered: EnteredComment?, _ localizer: Localizer
    ) -> CommentForm {
        CommentForm(
            action: action(on: comment.item), of: comment.item, returningTo: path,
            View([
                "anchor": .text("reply-\(comment.id)"), "parent": .text("\(comment.id)"),
                "label": .text(localizer("comments.replyLabel")), "button": .text(localizer("comments.send")),
                "cancel": .text("\(path)#comment-\(comment.id)"),
            ]).merging(enteredText(entered, localizer)))
    }

    /// The form that replaces the text of a comment.
    static func edit(
        _ comment: Comment, returningTo path: String, entered: EnteredComment?, _ localizer: Localizer
    ) -> CommentForm {
        CommentForm(
            action: "/comments/\(comment.id)/edit", of: comment.item, returningTo: path,
            View([
                "anchor": .text("edit-\(comment.id)"), "editedItem": .text("\(comment.item)"),
                "label": .text(localizer("comments.editLabel")), "button": .text(localizer("comments.save")),
                "cancel": .text("\(path)#comment-\(comment.id)"),
            ]).merging(entered.map { enteredText($0, localizer) } ?? ["text": .text(comment.text)]))
    }

    /// The form that the script copies into a card, and gives its paths.
    static let onCards = CommentForm(action: "/", of: nil, returningTo: "/", ["isOnCard": true]).view

    /// The form in a card that the script shows again.
    static func onCard(
        of item: FeedItem.ID, returningTo path: String, entered: EnteredComment, _ localizer: Localizer
    ) -> CommentForm {
        CommentForm(
            action: action(on: item), of: item, returningTo: path,
            View(["isOnCard": true]).merging(enteredText(entered, localizer)))
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

    /// The text and the error of a comment that is shown again.
    private static func enteredText(_ entered: EnteredComment?, _ localizer: Localizer) -> View {
        let text = entered?.text ?? ""
        let field = Field(
            name: "text", label: localizer("comments.label"), length: TextRule.comment.length)
        let written = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return [
            "text": .text(text),
            "error": .text(optional: entered?.error.map { field.message(for: $0, written, localizer) }),
        ]
    }

    private static let plain: View = [
        "isOnCard": false, "isSmall": true, "rows": "2", "placeholder": .nothing, "text": "",
        "error": .nothing, "anchor": .nothing, "parent": .nothing, "editedItem": .nothing,
        "cancel": .nothing, "maxLength": .text("\(TextRule.comment.length.upperBound)"),
    ]
}

/// A comment as it was sent, shown again in its form: after an error, or after signing in again.
struct EnteredComment: Sendable {
    let text: String
    /// Nil if only the session had ended.
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
