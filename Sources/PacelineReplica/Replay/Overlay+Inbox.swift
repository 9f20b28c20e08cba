import Foundation
import Paceline

extension Overlay {
    /// The first page of the inbox, with the viewer's newest marks as read.
    func inbox(_ inbox: NotificationInbox) -> NotificationInbox {
        var inbox = inbox
        inbox.items.removeAll { notification in
            !notification.people.isEmpty && notification.people.allSatisfy { isHidden($0.id) }
        }
        for index in inbox.items.indices where isRead(inbox.items[index]) {
            inbox.items[index].isRead = true
            inbox.unreadCount = max(0, inbox.unreadCount - 1)
        }
        // Notifications on later pages are older, so they are read, too.
        if let readUpTo, inbox.items.allSatisfy({ $0.isRead && $0.at <= readUpTo }) { inbox.unreadCount = 0 }
        return inbox
    }

    /// Whether a queued command marks it as read.
    private func isRead(_ notification: SocialNotification) -> Bool {
        let instant = [readUpTo, readNotifications[notification.id]].compactMap(\.self).max()
        return !notification.isRead && instant.map { notification.at <= $0 } ?? false
    }
}
