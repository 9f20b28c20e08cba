import Paceline
import Testing

@Suite("Muting")
struct MuteTests {
    @Test("a mute affects my feed only", arguments: Implementation.withOfflineDevices)
    func quietens(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let workout = try await ben.publishes("ben's", .friends)
            try await ana.mutes(ben)
            #expect(try await ana.feedTitles() == [])
            #expect(try await ana.feedTitles(FeedQuery(window: .recent)) == [])
            #expect(try await ana.relationship(to: ben) == .friends)
            #expect(try await ana.workoutTitles(of: ben) == ["ben's"])
            #expect(try await ana.services.workout(workout.id).title == "ben's")
            #expect(try await ana.finds("ben") == ["ben"])
            #expect(try await ana.feedTitles(FeedQuery(person: ben.reference)) == ["ben's"])
        }
    }

    @Test("the muted person does not notice", arguments: Implementation.withOfflineDevices)
    func unnoticed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ana.publishes("ana's", .friends)
            let before = try await ben.sees(ana)
            try await ana.mutes(ben)
            #expect(try await ben.sees(ana) == before)
            #expect(try await ben.feedTitles() == ["ana's"])
            #expect(try await ben.services.mutes(.whole).items == [])
        }
    }

    @Test("comments of a muted person remain visible", arguments: Implementation.withOfflineDevices)
    func comments(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            try await ana.mutes(ben)
            try await ben.comments("Well rowed", on: workout)
            #expect(try await ana.commentTexts(on: workout) == ["Well rowed"])
            #expect(try await ana.card(of: workout).commentCount == 1)
        }
    }

    @Test(
        "unmuting brings everything back",
        arguments: Implementation.withLateWrites(needsServer: "the list of mutes, which is only remembered"))
    func unmuting(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.follows(ben)
            try await ana.mutes(ben)
            try await ana.mutes(ben)
            #expect(try await ana.services.mutes(.whole).items.map(\.username) == ["ben"])
            try await ben.publishes("ben's")
            try await ana.services.unmute(ben.reference)
            try await ana.services.unmute(ben.reference)
            #expect(try await ana.services.mutes(.whole).items == [])
            #expect(try await ana.feedTitles() == ["ben's"])
        }
    }

    @Test("muting oneself or an unknown person fails", arguments: Implementation.withOfflineDevices)
    func pointless(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            await expectError(.selfNotAllowed) { try await ana.mutes(ana) }
            await expectError(.personNotFound) { try await ana.services.mute(.username("nobody_here")) }
        }
    }
}
