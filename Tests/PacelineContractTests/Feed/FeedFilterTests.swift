import Foundation
import Paceline
import Testing

@Suite("Filters of the feed")
struct FeedFilterTests {
    @Test("by person: a followee, me, and a person I do not follow", arguments: Implementation.withHybrid)
    func person(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            try await ana.publishes("ana's")
            try await ben.publishes("ben's", .friends)
            try await eva.publishes("eva's, open")
            try await eva.publishes("eva's, for friends", .friends)
            #expect(try await ana.feedTitles(FeedQuery(person: ben.reference)) == ["ben's"])
            #expect(try await ana.feedTitles(FeedQuery(person: .me)) == ["ana's"])
            #expect(try await ana.feedTitles(FeedQuery(person: .username("eva"))) == ["eva's, open"])
            await expectError(.personNotFound) {
                try await ana.feedTitles(FeedQuery(person: .username("nobody_here")))
            }
        }
    }

    @Test("by person: nothing of a profile that I may not see", arguments: Implementation.withHybrid)
    func closedProfile(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.publishes("ben's", .public)
            try await ben.chooses(.friends)
            #expect(try await ana.feedTitles(FeedQuery(person: ben.reference)) == [])
        }
    }

    @Test("by group: mine and those of members I follow", arguments: Implementation.withHybrid)
    func group(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cleo) = try await world.people("ana", "ben", "cleo")
            let (dora, eva) = try await world.people("dora", "eva")
            for friend in [ben, cleo, dora] { try await world.befriend(ana, friend) }
            let group = try await ana.createsGroup(with: ben, dora, eva)
            for person in [ana, ben, cleo, dora, eva] { try await person.publishes("\(person.username)'s") }
            try await ben.publishes("ben's secret", .private)
            let query = FeedQuery(group: group.id)
            #expect(try await ana.feedTitles(query) == ["dora's", "ben's", "ana's"])
            #expect(try await ana.feedTitles(FeedQuery(window: .recent, group: group.id)).count == 3)
            #expect(try await ana.feedTitles(FeedQuery(person: ben.reference, group: group.id)) == ["ben's"])
            #expect(try await ana.feedTitles(FeedQuery(person: cleo.reference, group: group.id)) == [])
            #expect(try await ana.feedTitles(FeedQuery(group: group.id, type: .running)) == [])
            try await ana.blocks(dora)
            #expect(try await ana.feedTitles(query) == ["ben's", "ana's"])
            try await ben.leaves(group)
            #expect(try await ana.feedTitles(query) == ["ana's"])
        }
    }

    @Test("by group: not found for people outside it", arguments: Implementation.withHybrid)
    func foreignGroup(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let group = try await ben.createsGroup()
            try await ben.publishes("ben's")
            for query in [
                FeedQuery(group: group.id), FeedQuery(window: .recent, group: group.id),
                FeedQuery(person: ben.reference, group: group.id),
                FeedQuery(group: LeaderboardGroup.ID(UUID())),
            ] {
                await expectError(.groupNotFound) { try await ana.feedTitles(query) }
            }
        }
    }

    @Test("by type and by kind", arguments: Implementation.withHybrid)
    func types(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            try await ana.publishes("row", type: .rowing)
            try await ana.publishes("run", type: .running)
            #expect(try await ana.feedTitles(FeedQuery(type: .running)) == ["run"])
            #expect(try await ana.feedTitles(FeedQuery(type: .yoga)) == [])
            #expect(try await ana.feedTitles(FeedQuery(kinds: [.workout])) == ["run", "row"])
            #expect(try await ana.feedTitles(FeedQuery(kinds: [.score])) == [])
        }
    }

    @Test("by dates: the start is included, the end is not", arguments: Implementation.withHybrid)
    func dates(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let start = TestClock.start.addingTimeInterval(-3_600)
            for second in 0..<4 {
                try await ana.publishes(
                    "\(second)", startedAt: start.addingTimeInterval(TimeInterval(second)))
            }
            let (one, three) = (start.addingTimeInterval(1), start.addingTimeInterval(3))
            #expect(try await ana.feedTitles(FeedQuery(from: one)) == ["3", "2", "1"])
            #expect(try await ana.feedTitles(FeedQuery(to: one)) == ["0"])
            #expect(try await ana.feedTitles(FeedQuery(from: one, to: three)) == ["2", "1"])
            #expect(try await ana.feedTitles(FeedQuery(from: three, to: one)) == [])
        }
    }

    @Test("filters can be combined", arguments: Implementation.withHybrid)
    func together(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.follows(ben)
            try await ana.publishes("my row")
            try await ben.publishes("ben's row")
            let between = world.clock.now.addingTimeInterval(0.5)
            try await ben.publishes("ben's run", type: .running)
            try await ben.publishes("ben's second row")
            let query = FeedQuery(person: ben.reference, kinds: [.workout], type: .rowing, from: between)
            #expect(try await ana.feedTitles(query) == ["ben's second row"])
        }
    }
}
