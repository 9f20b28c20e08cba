import Foundation
import Paceline
import Testing

@Suite("The home feed")
struct HomeFeedTests {
    @Test(
        "it contains my items and those of people I follow, newest first",
        arguments: Implementation.withOfflineDevices)
    func sources(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, friend, followed, other) = try await world.people("ana", "ben", "eva", "ivo")
            try await world.befriend(ana, friend)
            try await ana.follows(followed)
            try await other.follows(ana)
            try await friend.publishes("friend's", .friends)
            try await followed.publishes("followed's", .followers)
            try await other.publishes("follower's", .public)
            try await ana.publishes("mine", .private)
            #expect(try await ana.feedTitles() == ["mine", "followed's", "friend's"])
            #expect(try await other.feedTitles() == ["follower's"])
        }
    }

    @Test("it contains only what I may see", arguments: Implementation.withOfflineDevices)
    func visibility(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, friend, follower) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, friend)
            try await follower.follows(ana)
            for visibility in ItemVisibility.allCases { try await ana.publishes("\(visibility)", visibility) }
            #expect(try await ana.feedTitles() == ["public", "followers", "friends", "private"])
            #expect(try await friend.feedTitles() == ["public", "followers", "friends"])
            #expect(try await follower.feedTitles() == ["public", "followers"])
        }
    }

    @Test(
        "it is sorted by the time of the activity, not of its publication",
        arguments: Implementation.withOfflineDevices)
    func order(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.follows(ben)
            let noon = world.clock.now
            try await ana.publishes("today", startedAt: noon)
            try await ben.publishes("last week", startedAt: noon.addingTimeInterval(-7 * 86_400))
            try await ben.publishes("yesterday", startedAt: noon.addingTimeInterval(-86_400))
            #expect(try await ana.feedTitles() == ["today", "yesterday", "last week"])
        }
    }

    @Test(
        "a new follower sees what was published before",
        arguments: Implementation.withLateWrites(needsServer: "what a newly followed person has published"))
    func before(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.publishes("before")
            #expect(try await ana.feedTitles() == [])
            try await ana.follows(ben)
            #expect(try await ana.feedTitles() == ["before"])
            try await ana.services.unfollow(ben.reference)
            #expect(try await ana.feedTitles() == [])
        }
    }

    @Test("a busy friend does not crowd out the others", arguments: Implementation.withOfflineDevices)
    func busyFriend(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, busy, calm) = try await world.people("ana", "ben", "eva")
            try await ana.follows(busy)
            try await ana.follows(calm)
            var published: [String] = []
            for index in 0..<24 {
                let author = index % 8 == 0 ? calm : busy
                try await author.publishes("\(index)")
                published.insert("\(index)", at: 0)
            }
            #expect(try await ana.feedTitles() == published)
            let walked = try await walk(inPagesOf: 5) { try await ana.services.feed(FeedQuery(), $0) }
            #expect(walked.compactMap(\.workout?.title) == published)
        }
    }

    @Test("a new person has an empty feed", arguments: Implementation.withOfflineDevices)
    func emptyFeed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let page = try await ana.services.feed(FeedQuery(), PageRequest())
            #expect(page.items == [])
            #expect(page.next == nil)
        }
    }
}

extension Member {
    /// The titles of the home feed, newest first.
    func feedTitles(_ query: FeedQuery = FeedQuery()) async throws -> [String] {
        try await services.feed(query, .whole).items.compactMap(\.workout?.title)
    }

    func card(of workout: Workout) async throws -> FeedItem { try await services.item(workout.id.item) }
}
