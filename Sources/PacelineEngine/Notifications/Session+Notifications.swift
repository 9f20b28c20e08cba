import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func notifications(_ page: PageRequest) async throws -> NotificationInbox {
        try await engine.catchUp(NotificationConsumer()) {
            try await read { try $0.notifications(page) }
        }
    }

    public func readNotifications(
        upTo instant: Date, ids: [SocialNotification.ID]?
    ) async throws -> Int {
        guard (ids?.count ?? 0) <= PageRequest.limits.upperBound else {
            throw SocialError(
                .invalidValue, "Mark at most \(PageRequest.limits.upperBound) notifications at once.",
                field: "ids")
        }
        return try await engine.catchUp(NotificationConsumer()) {
            try await write { try $0.readNotifications(upTo: instant, ids: ids) }
        }
    }

    public func notificationSettings() async throws -> NotificationSettings {
        try await read(as: .account) { try $0.notificationSettings() }
    }

    public func update(_ changes: NotificationSettings) async throws -> NotificationSettings {
        try changes.checkKinds()
        return try await write(as: .account) { try $0.update(changes) }
    }
}

extension NotificationSettings {
    /// - Throws: ``SocialError/Code/malformed`` naming a kind that is unknown or always on.
    fileprivate func checkKinds() throws(SocialError) {
        if let wrong = kinds.keys.first(where: { !NotificationKind.switchable.contains($0) }) {
            throw SocialError(
                .malformed, "This kind of notification doesn't exist or can't be turned off.",
                field: "kinds.\(wrong.rawValue)")
        }
    }
}

extension Transaction {
    /// - Returns: the remaining number of unread notifications.
    func readNotifications(upTo instant: Date, ids: [SocialNotification.ID]?) throws -> Int {
        if ids?.isEmpty != true, try markRead(upTo: instant, ids: ids) {
            try log(.readNotifications, viewer.id.uuid)
        }
        return try unreadCount()
    }

    func update(_ changes: NotificationSettings) throws -> NotificationSettings {
        let before = try notificationSettings()
        let changed = changes.kinds.filter { before.wants($0.key) != $0.value }
        guard !changed.isEmpty else { return before }
        for (kind, isOn) in changed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try turn(kind, on: isOn)
        }
        try log(.changedNotificationSettings, viewer.id.uuid)
        return try notificationSettings()
    }

    /// The viewer's notification settings.
    func notificationSettings() throws -> NotificationSettings {
        let off = try connection.fetch("SELECT kind FROM notifications_off WHERE person = \(viewer.id)") {
            $0[0] as NotificationKind
        }
        return NotificationSettings(without: Set(off))
    }

    fileprivate func turn(_ kind: NotificationKind, on isOn: Bool) throws {
        if isOn {
            try connection.send(
                "DELETE FROM notifications_off WHERE person = \(viewer.id) AND kind = \(kind)")
        } else {
            try connection.send(
                """
                INSERT INTO notifications_off (person, kind) VALUES (\(viewer.id), \(kind))
                ON CONFLICT (person, kind) DO NOTHING
                """)
        }
    }
}
