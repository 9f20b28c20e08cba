import Foundation
import Paceline
import Testing

@Suite("The recent window")
struct RecentWindowTests {
    private static let recent = FeedQuery(window: .recent)

    @Test(
        "it contains my last ten items and the last three of each friend, sorted by date",
        arguments: Implementation.withHybrid)
    func lengths(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            try await world.befriend(ana, eva)
            for index in 1...12 { try await ana.publishes("ana \(index)") }
            for index in 1...5 { try await ben.publishes("ben \(index)") }
            for index in 1...2 { try await eva.publishes("eva \(index)") }
            let expected =
                ["eva 2", "eva 1", "ben 5", "ben 4", "ben 3"] + (3...12).reversed().map { "ana \($0)" }
            #expect(try await ana.feedTitles(Self.recent) == expected)
        }
    }

    @Test(
        "it contains nothing of followees who are not friends",
        arguments: Implementation.withHybrid)
    func friendsOnly(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, followed, follower) = try await world.people("ana", "ben", "eva")
            try await ana.follows(followed)
            try await follower.follows(ana)
            try await followed.publishes("followed's")
            try await follower.publishes("follower's")
            #expect(try await ana.feedTitles(Self.recent) == [])
        }
    }

    @Test("the last three are the last three that I may see", arguments: Implementation.withHybrid)
    func visible(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            for index in 1...4 { try await ben.publishes("shown \(index)", .friends) }
            for index in 1...4 { try await ben.publishes("kept \(index)", .private) }
            #expect(try await ana.feedTitles(Self.recent) == ["shown 4", "shown 3", "shown 2"])
        }
    }

    @Test("it supports the same filters as the whole feed", arguments: Implementation.withHybrid)
    func filters(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ana.publishes("my row")
            try await ben.publishes("old row")
            for index in 1...3 { try await ben.publishes("run \(index)", type: .running) }
            let rowing = FeedQuery(window: .recent, type: .rowing)
            #expect(try await ana.feedTitles(rowing) == ["old row", "my row"])
            let bens = FeedQuery(window: .recent, person: ben.reference)
            #expect(try await ana.feedTitles(bens) == ["run 3", "run 2", "run 1"])
            let mine = FeedQuery(window: .recent, person: .me)
            #expect(try await ana.feedTitles(mine) == ["my row"])
        }
    }

    @Test("workouts with the same start time count separately", arguments: Implementation.withHybrid)
    func ties(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            for index in 1...5 { try await ben.publishes("ben \(index)", startedAt: TestClock.start) }
            #expect(try await ana.feedTitles(Self.recent).count == 3)
        }
    }
}
