import Paceline

/// The way to the notifications in the bar of every page, with how many are unread.
struct BellView: Sendable {
    let view: View

    init(unread: Int, _ wording: Wording) {
        let label = UnreadCount.label(unread)
        view = [
            "unread": .text("\(unread)"), "count": label.isEmpty ? .nothing : .text(label),
            "label": .text(
                label.isEmpty
                    ? wording("notifications.title")
                    : wording.texts.count("notifications.unread", unread, shown: label)),
        ]
    }
}
