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
        try expect(world.areBlocked(viewer, person), false, "\(place) names \(person), who is blocked")
        try expect(world.hasMuted(viewer, person), false, "\(place) names \(person), who is muted")
    }
}

extension RandomWorld {
    /// Holds the viewer's inbox against the rule: it holds no one and nothing that they may not see, and its
    /// count is of what is shown.
    fileprivate func checkNotifications(of viewer: Int) async throws {
        let inbox = try await session(viewer).notifications(all)
        try expect(
            inbox.unreadCount, inbox.items.count { !$0.isRead }, "unread notifications of \(viewer)")
        for notification in inbox.items {
            try expect(
                notification.people.count, min(notification.count, SocialNotification.shownPeople),
                "\(notification.kind) shown to \(viewer)")
            let deedParts = [NotificationPart.self, notification.kind.part].compactMap(\.self)
            for person in notification.people.compactMap({ index(of: $0.id) }) {
                for part in deedParts { try part.check(notification, of: person, shownTo: viewer, in: self) }
            }
            for part in Self.parts { try await part.check(notification, shownTo: viewer, in: self) }
        }
    }
}

extension NotificationKind {
    /// The part that knows whether what is told of a person still holds: a new kind says here which one does.
    fileprivate var part: (any WorldPart.Type)? {
        switch self {
        case .newFollower: GraphPart.self
        case .kudos, .bigKudos: ReactionPart.self
        case .groupJoined: GroupPart.self
        case .newWorkout: WorkoutPart.self
        case .newScore, .overtaken: ScorePart.self
        case .groupInvitation, .requestReceived, .requestAccepted, .comment, .reply, .mention, .heart,
            .unknown:
            nil
        }
    }
}
