import Foundation
import Paceline
import PacelineAPI

extension RemoteSession {
    public func notifications(_ page: PageRequest) async throws -> NotificationInbox {
        try await client.call(API.notifications, query: PageQuery(page))
    }

    public func readNotifications(
        upTo instant: Date, ids: [SocialNotification.ID]?
    ) async throws -> Int {
        try await client.call(API.readNotifications, body: ReadNotifications(upTo: instant, ids: ids))
            .unreadCount
    }

    public func notificationSettings() async throws -> NotificationSettings {
        try await client.call(API.notificationSettings)
    }

    public func update(_ changes: NotificationSettings) async throws -> NotificationSettings {
        try await client.call(API.updateNotificationSettings, body: changes)
    }
}
