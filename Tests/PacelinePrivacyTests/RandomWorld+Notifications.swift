import Foundation
import Paceline
import PacelineEngine

extension RandomWorld {
    /// Holds the viewer's inbox against the rule: nobody and nothing in it that they may not see, and no more is
    /// counted than is shown.
    func checkNotifications(of viewer: Int) async throws {
        let inbox = try await session(viewer).notifications(all)
        try expect(
            inbox.unreadCount, inbox.items.count { !$0.isRead }, "unread notifications of \(viewer)")
        for notification in inbox.items {
            try check(notification, shownTo: viewer)
            try await checkContent(of: notification, shownTo: viewer)
        }
    }

    private func check(_ notification: SocialNotification, shownTo viewer: Int) throws {
        let place = "\(notification.kind) shown to \(viewer)"
        try expect(
            notification.people.count, min(notification.count, SocialNotification.shownPeople), place)
        for person in notification.people.compactMap({ number(of: $0.id) }) {
            try expect(person == viewer, false, "own \(place)")
            try expect(areApart(viewer, person), false, "\(place) names \(person), who is apart")
            try expect(
                mutes.contains(Pair(from: viewer, to: person)), false,
                "\(place) names \(person), who is muted")
            try checkDeed(notification, of: person, shownTo: viewer)
        }
    }

    /// That what the person is said to have done still holds.
    private func checkDeed(
        _ notification: SocialNotification, of person: Int, shownTo viewer: Int
    ) throws {
        let place = "\(notification.kind) of \(person) shown to \(viewer)"
        switch notification.kind {
        case .newFollower: try expect(follows(person, viewer), true, place)
        case .kudos, .bigKudos:
            let workout = workouts.firstIndex { $0.id.item == notification.item }
            try expect(
                workout.map { kudos.contains(Praise(workout: $0, person: person)) }, true, place)
        case .groupJoined:
            let circle = groups.first { $0.id == notification.group?.id }
            try expect(circle?.members.contains(person), true, place)
            try expect(circle?.members.contains(viewer), true, place)
        case .overtaken: try checkBoard(notification, with: person, shownTo: viewer)
        case .newWorkout, .newScore:
            let item = notification.item
            let owner =
                workouts.first { $0.id.item == item }?.owner ?? scores.first { $0.id == item }?.owner
            try expect(owner, person, place)
            try expect(follows(viewer, person), true, place)
        case .groupInvitation, .requestReceived, .requestAccepted, .comment, .reply, .mention, .heart: break
        }
    }

    /// Whoever is said to have overtaken the viewer is on that board with them.
    private func checkBoard(
        _ notification: SocialNotification, with person: Int, shownTo viewer: Int
    ) throws {
        let place = "overtaking by \(person) shown to \(viewer)"
        let day = notification.standing?.day
        for one in [person, viewer] {
            try expect(
                scores.contains { $0.owner == one && $0.day == day && $0.visibility >= .friends }, true,
                "\(place): scores of \(one)")
        }
        if let group = notification.group {
            let members = groups.first { $0.id == group.id }?.members ?? []
            try expect(Set(members).isSuperset(of: [person, viewer]), true, place)
        } else {
            try expect(areFriends(viewer, person) && people[person].isShown, true, place)
        }
    }

    /// That the viewer can open what the notification is about.
    private func checkContent(
        of notification: SocialNotification, shownTo viewer: Int
    ) async throws {
        let place = "\(notification.kind) shown to \(viewer)"
        if let item = notification.item {
            try await expect(code { try await session(viewer).item(item) }, nil, "item of \(place)")
            let author = notification.comment?.author.flatMap { number(of: $0.id) }
            try expect(author.map { areApart(viewer, $0) } ?? false, false, "comment of \(place)")
        }
        guard let group = notification.group?.id else { return }
        let invitations = try await session(viewer).groupInvitations(all).items.map(\.group)
        let mine = groups.filter { $0.members.contains(viewer) }.map(\.id)
        try expect(
            (notification.kind == .groupInvitation ? invitations : mine).contains(group), true,
            "group of \(place)")
    }

    private func number(of person: Person.ID) -> Int? { people.firstIndex { $0.id == person } }
}
