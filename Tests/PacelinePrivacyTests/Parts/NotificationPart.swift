import Foundation
import Paceline
import PacelineEngine

/// Inboxes. Each feature's part checks the notifications about that feature.
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

    /// Checks that the viewer can open the notification's item.
    static func check(_ notification: SocialNotification, shownTo viewer: Int, in world: RandomWorld)
        async throws
    {
        guard let item = notification.item else { return }
        let place = "item of \(notification.kind) shown to \(viewer)"
        try await expect(world.code { try await world.session(viewer).item(item.id) }, nil, place)
        let found = try await world.session(viewer).item(item.id)
        try expect(
            item.owner?.id, world.index(of: found.author.id) == viewer ? nil : found.author.id,
            "owner of \(place)")
        let owner = world.index(of: found.author.id)
        if !world.people[viewer].isAdult, ![.newWorkout, .newScore].contains(notification.kind) {
            try expect(
                owner.map { $0 == viewer || world.areFriends(viewer, $0) }, true, "stranger's \(place)")
        }
        if let workout = found.workout { try expect(item.title, workout.title, "title of \(place)") }
    }

    static func check(
        _ notification: SocialNotification, of person: Int, shownTo viewer: Int, in world: RandomWorld
    ) throws {
        let place = "\(notification.kind) shown to \(viewer)"
        try expect(person == viewer, false, "own \(place)")
        try expect(world.areBlocked(viewer, person), false, "\(place) names \(person), who is blocked")
        try expect(world.hasMuted(viewer, person), false, "\(place) names \(person), who is muted")
        guard namesFriendsOnly(notification.kind, of: person, to: viewer, in: world) else { return }
        try expect(world.areFriends(viewer, person), true, "\(place) names \(person), who is a stranger")
    }

    /// Whether notifications of the kind name the person to the viewer only if they are friends.
    private static func namesFriendsOnly(
        _ kind: NotificationKind, of person: Int, to viewer: Int, in world: RandomWorld
    ) -> Bool {
        switch kind {
        case .comment, .reply, .mention, .kudos, .bigKudos, .heart:
            !world.people[viewer].isAdult || world.people[person].isChild
        case .overtaken, .groupJoined: !world.people[viewer].isAdult
        case .newFollower: world.people[viewer].isChild || world.people[person].isChild
        case .requestReceived, .newWorkout, .newScore: false
        default: world.people[viewer].isChild
        }
    }
}

extension RandomWorld {
    /// Checks that the viewer's inbox shows only people and items they may see, and that its count matches.
    fileprivate func checkNotifications(of viewer: Int) async throws {
        let inbox = try await session(viewer).notifications(all)
        try expect(
            inbox.unreadCount, inbox.items.count { !$0.isRead }, "unread notifications of \(viewer)")
        for notification in inbox.items {
            try expect(
                notification.kind == .security, notification.people.isEmpty,
                "\(notification.kind) shown to \(viewer) names people")
            try expect(
                notification.people.count, min(notification.count, SocialNotification.peopleLimit),
                "\(notification.kind) shown to \(viewer)")
            let parts = [NotificationPart.self, notification.kind.part].compactMap(\.self)
            for person in notification.people.compactMap({ index(of: $0.id) }) {
                for part in parts { try part.check(notification, of: person, shownTo: viewer, in: self) }
            }
            for part in Self.parts { try await part.check(notification, shownTo: viewer, in: self) }
        }
    }
}

extension NotificationKind {
    /// The part that checks notifications of the kind. Add a new kind here.
    fileprivate var part: (any WorldPart.Type)? {
        switch self {
        case .newFollower: GraphPart.self
        case .kudos, .bigKudos: ReactionPart.self
        case .groupJoined: GroupPart.self
        case .newWorkout: WorkoutPart.self
        case .newScore, .overtaken: ScorePart.self
        case .groupInvitation, .requestReceived, .requestAccepted, .comment, .reply, .mention, .heart,
            .levelUp, .achievement, .workoutHeld, .workoutDecided, .rewardFulfilled, .age, .security,
            .unknown:
            nil
        }
    }
}
