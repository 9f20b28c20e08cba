import Paceline

/// The form for a new comment, a reply or an edit.
struct CommentForm: Sendable {
    let view: View

    /// The form below the thread.
    static func newComment(
        of item: FeedItem.ID, returningTo path: String, rejected: ItemPages.RejectedComment?,
        _ localizer: Localizer
    ) -> CommentForm {
        CommentForm(
            action: action(on: item), path: path,
            View([
                "rows": "1", "placeholder": .text(localizer("comments.placeholder")), "isSmall": false,
                "label": .text(localizer("comments.label")), "button": .text(localizer("comments.send")),
            ]).merging(rejectedText(rejected, localizer)))
    }

    /// The form below the comment to reply to.
    static func reply(
        to comment: Comment, returningTo path: String, rejected: ItemPages.RejectedComment?,
        _ localizer: Localizer
    ) -> CommentForm {
        CommentForm(
            action: action(on: comment.item), path: path,
            View([
                "anchor": .text("reply-\(comment.id)"), "parent": .text("\(comment.id)"),
                "label": .text(localizer("comments.replyLabel")), "button": .text(localizer("comments.send")),
            ]).merging(rejectedText(rejected, localizer)))
    }

    /// The form that replaces the text of a comment.
    static func edit(_ comment: Comment, returningTo path: String, _ localizer: Localizer) -> CommentForm {
        CommentForm(
            action: "/comments/\(comment.id)/edit", path: path,
            [
                "label": .text(localizer("comments.editLabel")), "button": .text(localizer("comments.save")),
                "text": .text(comment.text), "cancel": .text("\(path)#comment-\(comment.id)"),
            ])
    }

    /// The form that the script copies into a card, and gives its path.
    static let onCards: View = ["isOnCard": true, "action": "/", "return": "/"]

    /// The path that a new comment is posted to.
    static func action(on item: FeedItem.ID) -> String { "/items/\(item)/comments" }

    /// - Parameter path: the path to return to.
    private init(action: String, path: String, _ view: View) {
        self.view = Self.plain.merging(view).merging(["action": .text(action), "return": .text(path)])
    }

    /// The text and the error of a rejected comment.
    private static func rejectedText(_ rejected: ItemPages.RejectedComment?, _ localizer: Localizer) -> View {
        [
            "text": .text(rejected?.text ?? ""),
            "error": .text(optional: rejected.map { localizer.message(for: $0.error) }),
        ]
    }

    private static let plain: View = [
        "isOnCard": false, "isSmall": true, "rows": "2", "placeholder": .nothing, "text": "",
        "error": .nothing, "anchor": .nothing, "parent": .nothing, "cancel": .nothing,
    ]
}
