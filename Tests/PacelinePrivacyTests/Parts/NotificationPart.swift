import Foundation
import Paceline
import PacelineEngine

/// Inboxes. What a notification says of a feature's things, that feature's part holds against the rule.
struct NotificationPart: WorldPart {
    static let steps: [WorldStep] = [
        WorldStep(1) { world, one, _, _ in try await world.checkNotifications(of: one) },
        WorldStep(1) { world, one, _, _ in
            _ = try await world.session(one)
                .readNotifications(upTo: RandomWorld.now.addingTimeInterval(86_400))
        },
    ]

    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws {
        try await world.checkNotifications(of: viewer)
    }

    /// That the viewer can open what the notification is about.
    static func check(_ notification: SocialNotification, shownTo viewer: Int, in world: RandomWorld)
        async throws
    {
        guard let item = notification.item else { return }
        try await expect(
            world.code { try await world.session(viewer).item(item) }, nil,
            "item of \(notification.kind) shown to \(viewer)")
    }

    static func check(
        _ notification: SocialNotification, of person: Int, shownTo viewer: Int, in world: RandomWorld
    ) throws {
        let place = "\(notification.kind) shown to \(viewer)"
        try expect(person == viewer, false, "own \(place)")
        try expect(world.areApart(viewer, person), false, "\(place) names \(person), who is apart")
        try expect(world.hasMuted(viewer, person), false, "\(place) names \(person), who is muted")
    }
}

extension RandomWorld {
    /// Holds the viewer's inbox against the rule: nobody and nothing in it that they may not see, and no more is
    /// counted than is shown.
    fileprivate func checkNotifications(of viewer: Int) async throws {
        let inbox = try await session(viewer).notifications(all)
        try expect(
            inbox.unreadCount, inbox.items.count { !$0.isRead }, "unread notifications of \(viewer)")
        for notification in inbox.items {
            try expect(
                notification.people.count, min(notification.count, SocialNotification.shownPeople),
                "\(notification.kind) shown to \(viewer)")
            for part in Self.parts {
                for person in notification.people.compactMap({ index(of: $0.id) }) {
                    try part.check(notification, of: person, shownTo: viewer, in: self)
                }
                try await part.check(notification, shownTo: viewer, in: self)
            }
        }
    }
}
