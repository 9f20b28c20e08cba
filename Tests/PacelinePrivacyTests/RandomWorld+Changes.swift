import Foundation
import Paceline
import PacelineEngine

extension RandomWorld {
    /// Everybody begins to follow changes.
    mutating func beginFollowing() async throws {
        for person in people.indices {
            tokens.append(try await session(person).changes(since: nil, limit: 1).next)
        }
    }

    /// Holds all that the viewer is told of changes against what the rule allows.
    func checkChanges(of viewer: Int) async throws {
        var (token, hasMore) = (tokens[viewer], true)
        while hasMore {
            let page = try await session(viewer).changes(since: token, limit: 7)
            for change in page.changes { try await check(change, toldTo: viewer) }
            (token, hasMore) = (page.next, page.hasMore)
        }
        let rest = try await session(viewer).changes(since: token, limit: 100)
        try expect(rest.changes, [], "changes told to \(viewer) when there are no more")
    }

    private func check(_ change: Change, toldTo viewer: Int) async throws {
        let place = "\(change.kind) told to \(viewer)"
        switch change.kind {
        case .account, .settings, .notificationSettings:
            try expect(change.id.uuid, people[viewer].id.uuid, place)
        case .person: try check(person: change, toldTo: viewer, place)
        case .edge: try check(edge: change, toldTo: viewer, place)
        case .mute: try check(mute: change, toldTo: viewer, place)
        case .item: try await check(item: change, toldTo: viewer, place)
        case .comment: try check(comment: change, toldTo: viewer, place)
        case .group, .season, .board: try check(group: change, toldTo: viewer, place)
        case .request, .invitation: break
        }
    }

    private func check(person change: Change, toldTo viewer: Int, _ place: String) throws {
        let person = index(of: Person.ID(change.id.uuid))
        try expect(person.map { follows(viewer, $0) && !areApart(viewer, $0) }, true, place)
    }

    /// Somebody whom another has blocked is told at most that nothing lies between them any more.
    private func check(edge change: Change, toldTo viewer: Int, _ place: String) throws {
        guard let other = index(of: Person.ID(change.id.uuid)) else { throw Disagreement(description: place) }
        let isBlocker = blocks.contains(Pair(from: viewer, to: other))
        try expect(change.isDeleted, areApart(viewer, other) && !isBlocker, "end of \(place)")
        if isBlocker { try expect(change.relationship, .blockedByMe, place) }
        if areFriends(viewer, other) { try expect(change.relationship, .friends, place) }
    }

    private func check(mute change: Change, toldTo viewer: Int, _ place: String) throws {
        guard let other = index(of: Person.ID(change.id.uuid)) else { throw Disagreement(description: place) }
        try expect(change.isDeleted, !mutes.contains(Pair(from: viewer, to: other)), place)
        try expect(areApart(viewer, other), false, place)
    }

    private func check(item change: Change, toldTo viewer: Int, _ place: String) async throws {
        if let index = workouts.firstIndex(where: { $0.id.uuid == change.id.uuid }) {
            let workout = workouts[index]
            try expect(change.isDeleted, !sees(viewer, workout), place)
            let hears = workout.owner == viewer || follows(viewer, workout.owner)
            try expect(
                hears || reactions.contains(Praise(workout: index, person: viewer)), true,
                "source of \(place)")
        }
        guard let item = change.item else { return }
        try expect(item, try await session(viewer).item(item.id), place)
    }

    private func check(comment change: Change, toldTo viewer: Int, _ place: String) throws {
        guard let remark = comments.first(where: { $0.id.uuid == change.id.uuid }) else { return }
        try expect(areApart(viewer, remark.author), false, "author of \(place)")
        try expect(change.isDeleted, !sees(viewer, workouts[remark.workout]), place)
    }

    private func check(group change: Change, toldTo viewer: Int, _ place: String) throws {
        let board = change.kind == .board ? LeaderboardGroup.ID(change.id.uuid) : nil
        guard let id = change.group?.id ?? change.season?.group ?? board else { return }
        let isMember = groups.first { $0.id == id }?.members.contains(viewer)
        try expect(isMember, true, place)
    }

    private func index(of person: Person.ID) -> Int? { people.firstIndex { $0.id == person } }
}
