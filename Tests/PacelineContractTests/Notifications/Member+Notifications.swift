import Foundation
import Paceline

extension Member {
    func inbox() async throws -> NotificationInbox { try await services.notifications(.whole) }

    /// The inbox in short form, newest first: `kudos ana`, `kudos ana ben` (newest actor first), with `·` before read
    /// ones.
    func notified() async throws -> [String] {
        try await inbox().items.map { notification in
            let people = notification.people.map(\.username)
            let others = notification.count > people.count ? ["+\(notification.count - people.count)"] : []
            return (notification.isRead ? "·" : "")
                + ([notification.kind.rawValue] + people + others).joined(separator: " ")
        }
    }

    func unread() async throws -> Int { try await inbox().unreadCount }

    /// Marks all notifications as read.
    @discardableResult
    func readsAll() async throws -> Int {
        clock.tick()
        return try await services.readNotifications(upTo: clock.now)
    }

    func turns(_ kinds: NotificationKind..., on isOn: Bool = false) async throws {
        clock.tick()
        let changes = Dictionary(uniqueKeysWithValues: kinds.map { ($0, isOn) })
        _ = try await services.update(NotificationSettings(changes))
    }
}
