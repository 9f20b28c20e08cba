import Paceline

/// The comments of an item as a thread, with replies below their comment.
struct ThreadView: Sendable {
    let comments: [Comment]
    let owner: Person.ID
    let viewer: Person.ID
    /// The path of the page with the thread.
    let path: String
    let localizer: Localizer
    /// The comment to edit, and the comment to reply to.
    var editing: Comment.ID?
    var replyingTo: Comment.ID?
    /// The comment to show again in its form.
    var entered: EnteredComment?

    var views: [View] { inOrder.map { view(of: $0.comment, isReply: $0.isReply) } }

    /// Top-level comments, each followed by its replies at any depth, in order of time.
    private var inOrder: [(comment: Comment, isReply: Bool)] {
        let known = Dictionary(uniqueKeysWithValues: comments.map { ($0.id, $0) })
        func beginning(of comment: Comment) -> Comment.ID {
            var comment = comment
            while let parent = comment.parent.flatMap({ known[$0] }) { comment = parent }
            return comment.id
        }
        let threads = Dictionary(grouping: comments, by: beginning)
        return comments.filter { beginning(of: $0) == $0.id }.flatMap { first in
            (threads[first.id] ?? []).map { ($0, $0.id != first.id) }
        }
    }

    private func view(of comment: Comment, isReply: Bool) -> View {
        let isMine = comment.author?.id == viewer
        let edit =
            comment.id == editing && isMine
            ? CommentForm.edit(
                comment, returningTo: path, entered: entered(.edit(comment.id)), localizer) : nil
        let reply =
            comment.id == replyingTo
            ? CommentForm.reply(
                to: comment, returningTo: path, entered: entered(.reply(to: comment.id)), localizer) : nil
        // Browsers focus the field that a fragment names.
        let address = "\(path)?edit=\(comment.id)#edit-\(comment.id)"
        return [
            "id": .text("\(comment.id)"), "isReply": .flag(isReply),
            "isGone": .flag(comment.isDeleted),
            "author": .view(optional: comment.author?.line), "parts": .list(Self.parts(of: comment.text)),
            "time": .view(localizer.time(comment.createdAt)),
            "isEdited": .flag(comment.editedAt != nil), "isWaiting": .flag(comment.isWaiting == true),
            "heart": .view(HeartView(comment, localizer).view),
            "heartsHref": comment.heartCount == 0
                ? .nothing
                : .text(
                    LocalPath("/comments/\(comment.id)/hearts")
                        .with("return", "\(path)#comment-\(comment.id)").description),
            "editHref": isMine ? .text(address) : .nothing,
            "deleteHref": isMine || owner == viewer
                ? .text(LocalPath("/comments/\(comment.id)/delete").with("return", path).description)
                : .nothing,
            "replyHref": .text("\(path)?reply=\(comment.id)#reply-\(comment.id)"),
            "edit": .view(optional: edit?.view),
            "replyForm": .view(optional: reply?.view), "path": .text(path),
        ]
    }

    private func entered(_ form: EnteredComment.Form) -> EnteredComment? {
        entered?.form == form ? entered : nil
    }

    /// Splits the text into plain parts and mentions, which become links.
    static func parts(of text: String) -> [View] {
        let names = Set(Mention.usernames(in: text))
        var parts: [View] = []
        var plain = ""
        var rest = Substring(text)
        while let at = rest.firstIndex(of: "@") {
            let name = rest[rest.index(after: at)...].prefix {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
            }
            plain += rest[..<at]
            if names.contains(name.lowercased()) {
                parts += [
                    Self.part(plain),
                    [
                        "plain": "", "mention": .text(String(name)),
                        "mentionHref": .text("/@" + name.lowercased()),
                    ],
                ]
                plain = ""
            } else {
                plain += "@" + name
            }
            rest = rest[name.endIndex...]
        }
        return parts + [Self.part(plain + rest)]
    }

    private static func part(_ plain: String) -> View { ["plain": .text(plain), "mention": .nothing] }
}

/// The toggle for a heart.
struct HeartView: Sendable {
    let view: View

    init(_ comment: Comment, _ localizer: Localizer) {
        self.init(Tally(count: comment.heartCount, mine: comment.hasHeart), of: comment.id, localizer)
    }

    init(_ tally: Tally, of comment: Comment.ID, _ localizer: Localizer) {
        view = View.pressed(tally.mine).merging([
            "comment": .text("\(comment)"),
            "shown": tally.count == 0 ? .nothing : .text(Measure.grouped(tally.count)),
            "label": .text(localizer.count("hearts.count", tally.count)),
        ])
    }
}
