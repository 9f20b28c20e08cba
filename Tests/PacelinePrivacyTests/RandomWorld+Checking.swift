import Foundation
import Paceline
import PacelineEngine

extension RandomWorld {
    /// Holds everything that the viewer is shown against what the rule allows.
    func check(asSeenBy viewer: Int) async throws {
        for workout in workouts.indices { try await checkWorkout(workout, asSeenBy: viewer) }
        for person in people.indices { try await checkPerson(person, asSeenBy: viewer) }
        try await checkScores(asSeenBy: viewer)
        try await checkBoards(of: viewer)
        try await checkKept(for: viewer)
        try await checkFeed(of: viewer)
        try await checkSearch(by: viewer)
        try await checkGroups(asSeenBy: viewer)
        try await checkNotifications(of: viewer)
        try await checkChanges(of: viewer)
        try await checkStream(of: viewer)
    }

    private func checkWorkout(_ index: Int, asSeenBy viewer: Int) async throws {
        let (workout, session) = (workouts[index], session(viewer))
        let isSeen = sees(viewer, workout)
        let place = "workout \(index) of \(workout.owner) seen by \(viewer)"
        try await expect(
            code { try await session.workout(workout.id) }, isSeen ? nil : .workoutNotFound, place)
        try await expect(
            code { try await session.photo(of: workout.id) },
            isSeen ? (workout.hasPhoto ? nil : .photoNotFound) : .workoutNotFound, "photo of \(place)")
        try await expect(
            code { try await session.item(workout.id.item) }, isSeen ? nil : .itemNotFound, "item of \(place)"
        )
        try await expect(
            code { try await session.kudos(of: workout.id.item, all) }, isSeen ? nil : .itemNotFound,
            "kudos of \(place)")
        try await expect(
            code { try await session.comments(on: workout.id.item, all) }, isSeen ? nil : .itemNotFound,
            "comments on \(place)")
        guard isSeen else { return }
        try expect(
            try await session.kudos(of: workout.id.item, all).items.map(\.person.id).sorted(),
            givers(index, viewer).sorted(), "who gave kudos to \(place)")
        try expect(
            try await session.comments(on: workout.id.item, all).items.map(\.id).sorted(),
            remarks(index, viewer).map(\.id).sorted(), "comments shown on \(place)")
        try check(card: try await session.item(workout.id.item), of: index, asSeenBy: viewer)
    }

    func check(card: FeedItem, of index: Int, asSeenBy viewer: Int) throws {
        let remarks = remarks(index, viewer)
        try expect(
            card.kudosCount, givers(index, viewer).count, "kudos count on workout \(index) for \(viewer)")
        try expect(card.commentCount, remarks.count, "comment count on workout \(index) for \(viewer)")
        try expect(
            card.latestComment?.id, remarks.last?.id, "latest comment on workout \(index) for \(viewer)")
        try expect(card.hasKudos, kudos.contains(Praise(workout: index, person: viewer)), "own kudos")
        try expect(
            card.author.friendCount, friendCount(workouts[index].owner, viewer), "friend count on a card")
    }

    private func checkPerson(_ index: Int, asSeenBy viewer: Int) async throws {
        let (person, session) = (people[index], session(viewer))
        let place = "person \(index) seen by \(viewer)"
        let isBlockedByViewer = blocks.contains(Pair(from: viewer, to: index))
        guard !areApart(viewer, index) else {
            try await expect(
                code { try await session.person(.id(person.id)) }, isBlockedByViewer ? nil : .personNotFound,
                place)
            try await expect(
                code { try await session.workouts(of: .id(person.id), all) },
                isBlockedByViewer ? .blockedByMe : .personNotFound, "workouts of \(place)")
            return
        }
        let shown = try await session.person(.id(person.id))
        try expect(shown.friendCount, friendCount(index, viewer), "friend count of \(place)")
        try expect(shown.joinedAt != nil, seesProfile(viewer, index), "whole profile of \(place)")
        let seen = workouts.filter { $0.owner == index && sees(viewer, $0) }
        if seesProfile(viewer, index) {
            try expect(shown.stats?.workouts, seen.count, "workout count of \(place)")
            try expect(shown.stats?.distance, seen.map(\.distance).reduce(0, +), "distance of \(place)")
            try expect(
                shown.followerCount, count(index, viewer) { follows($0, index) }, "followers of \(place)")
            try expect(
                shown.followingCount, count(index, viewer) { follows(index, $0) }, "following of \(place)")
        } else {
            try expect(shown.stats, nil, "stats of \(place)")
            try expect(shown.followerCount, nil, "followers of \(place)")
        }
        try expect(
            try await session.workouts(of: .id(person.id), all).items.map(\.id).sorted(),
            seen.map(\.id).sorted(),
            "workouts of \(place)")
        let friends = people.indices.filter { areFriends($0, index) && !areApart($0, viewer) }.map {
            people[$0].id
        }
        try expect(
            try await session.friends(of: .id(person.id), all).items.map(\.id).sorted(),
            seesProfile(viewer, index) ? friends.sorted() : [], "friends of \(place)")
    }

    /// The engine keeps what feeds and boards are made of in memory; one that has just begun reads everything.
    private func checkKept(for viewer: Int) async throws {
        let person = people[viewer].id
        for page in [PageRequest(limit: 3), PageRequest(limit: 100)] {
            let fresh = try await Engine(database: database, environment: engine.environment)
            try expect(
                try await session(viewer).feed(FeedQuery(), page),
                try await fresh.session(for: person).feed(FeedQuery(), page), "feed kept for \(viewer)")
        }
        for range in [LeaderboardRange.today, .all] {
            let query = LeaderboardQuery(scope: .global, range: range)
            let fresh = try await Engine(database: database, environment: engine.environment)
            try expect(
                try await session(viewer).leaderboard(query, PageRequest()),
                try await fresh.session(for: person).leaderboard(query, PageRequest()),
                "board kept for \(viewer)")
        }
    }

    /// Has the engine keep what it shows.
    func look(as viewer: Int) async throws {
        _ = try await session(viewer).feed(FeedQuery(), PageRequest())
        for range in [LeaderboardRange.today, .all] {
            _ = try await session(viewer).leaderboard(
                LeaderboardQuery(scope: .global, range: range), PageRequest())
        }
    }

    private func checkFeed(of viewer: Int) async throws {
        let items = items(seenBy: viewer)
        let expected = items.filter { item in
            item.owner == viewer
                || follows(viewer, item.owner) && !mutes.contains(Pair(from: viewer, to: item.owner))
        }
        .sorted { ($0.at, $0.id) > ($1.at, $1.id) }.map(\.id)
        for limit in [1, 3, 100] {
            try expect(try await walk(viewer, FeedQuery(), limit), expected, "feed of \(viewer) by \(limit)")
        }
        for person in people.indices where !areApart(viewer, person) {
            let theirs = items.filter { $0.owner == person }.map(\.id).sorted()
            try expect(
                try await walk(viewer, FeedQuery(person: .id(people[person].id)), 2).sorted(), theirs,
                "feed of \(person) for \(viewer)")
        }
        let recent = try await walk(viewer, FeedQuery(window: .recent), 3)
        for item in recent where !expected.contains(item) {
            throw Disagreement(description: "recent feed of \(viewer) shows \(item)")
        }
    }

    private func checkSearch(by viewer: Int) async throws {
        let expected = people.indices.filter {
            $0 != viewer && people[$0].privacyLevel != .private && !areApart($0, viewer)
        }.map { people[$0].id }.sorted()
        for query in ["ru", "runner", "nner"] {
            let found = try await session(viewer).people(matching: query, PageRequest()).items.map(\.id)
                .sorted()
            try expect(found, expected, "search of \(viewer) for \(query)")
        }
        let suggested = try await session(viewer).suggestions(codes: [], all).items.map(\.id)
        for person in suggested where !expected.contains(person) {
            throw Disagreement(description: "\(person) is suggested to \(viewer)")
        }
    }
}

extension RandomWorld {
    /// What a feed of everybody would show the viewer.
    private func items(seenBy viewer: Int) -> [(id: FeedItem.ID, owner: Int, at: Date)] {
        workouts.filter { sees(viewer, $0) }.map { ($0.id.item, $0.owner, $0.startedAt) }
            + scores.filter { sees(viewer, $0) }.map { ($0.id, $0.owner, $0.at) }
    }

    var all: PageRequest { PageRequest(limit: 100) }

    func givers(_ workout: Int, _ viewer: Int) -> [Person.ID] {
        kudos.filter { $0.workout == workout && !areApart($0.person, viewer) }.map { people[$0.person].id }
    }

    func remarks(_ workout: Int, _ viewer: Int) -> [Remark] {
        comments.filter { $0.workout == workout && !areApart($0.author, viewer) }
    }

    private func friendCount(_ person: Int, _ viewer: Int) -> Int {
        count(person, viewer) { areFriends($0, person) }
    }

    private func count(_ person: Int, _ viewer: Int, _ isCounted: (Int) -> Bool) -> Int {
        people.indices.filter { isCounted($0) && !areApart($0, viewer) }.count
    }

    private func walk(_ viewer: Int, _ query: FeedQuery, _ limit: Int) async throws -> [FeedItem.ID] {
        var items: [FeedItem.ID] = []
        var cursor: Cursor?
        repeat {
            let page = try await session(viewer).feed(query, PageRequest(limit: limit, cursor: cursor))
            items += page.items.map(\.id)
            cursor = page.next
        } while cursor != nil
        return items
    }

    /// The code of the error that the call throws, if it does.
    func code(_ call: () async throws -> some Any) async throws -> SocialError.Code? {
        do {
            _ = try await call()
            return nil
        } catch let error as SocialError {
            return error.code
        }
    }

    /// The smallest picture that there is: one grey pixel as PNG.
    static let photo: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00,
        0x00,
        0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00, 0x00,
        0x00,
        0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81, 0x77, 0xCD,
        0x72,
        0xB6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}
