import Foundation
import Paceline
import Testing

@Suite("The global leaderboard")
struct GlobalBoardTests {
    @Test(
        "it shows scores for friends or more of public profiles that have turned it on",
        arguments: Implementation.allCases
    )
    func who(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ida) = try await world.people("ana", "ben", "eva", "ida")
            let teenager = try await world.person("tom", born: 2010_01_01)
            for member in [ben, eva, ida, teenager] { try await member.plays(3) }
            try await ana.plays(3, .friends)
            try await ben.sets(SettingsChanges(showOnLeaderboards: false))
            try await eva.chooses(.friends)
            try await ida.plays(2, .groups)
            #expect(try await ana.standings(.global) == ["1 ana 4"])
            for member in [ben, eva, ida, teenager] {
                #expect(try await member.standings(.global) == ["1 ana 4"])
                #expect(try await member.board(.global).me == nil)
            }
        }
    }

    @Test(
        "turning it on again restores all scores under the current name",
        arguments: Implementation.allCases)
    func comeBack(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.plays(3)
            try await ben.sets(SettingsChanges(showOnLeaderboards: false))
            try await ben.plays(3)
            try await ben.plays(3, on: 2026_02_28)
            #expect(try await ana.standings(.global, .all) == ["1 ana 4"])
            try await ben.sets(SettingsChanges(showOnLeaderboards: true))
            #expect(try await ana.standings(.global, .all) == ["1 ben 8", "2 ana 4"])
            #expect(try await ana.standings(.global) == ["1 ana 4", "1 ben 4"])
            _ = try await ben.services.update(AccountChanges(displayName: "Aaron"), ifMatch: nil)
            #expect(try await ana.standings(.global) == ["1 ben 4", "1 ana 4"])
            try await ben.chooses(.private)
            #expect(try await ana.standings(.global, .all) == ["1 ana 4"])
            try await ben.chooses(.public)
            #expect(try await ana.standings(.global, .all) == ["1 ben 8", "2 ana 4"])
        }
    }

    @Test("turning it off hides a person from friends' boards too", arguments: Implementation.allCases)
    func optedOutAmongFriends(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ben.sets(SettingsChanges(showOnLeaderboards: false))
            try await ben.plays(3)
            #expect(try await ana.standings() == [])
            #expect(try await ben.standings() == ["1 ben 4"])
        }
    }

    @Test("blocked people are left out of the board and its ranks", arguments: Implementation.allCases)
    func blocked(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await ben.plays(1)
            try await ana.plays(3)
            try await eva.plays(4)
            try await ben.blocks(ana)
            for range in [LeaderboardRange.today, .sevenDays, .all] {
                #expect(try await ana.standings(.global, range) == ["1 ana 4", "2 eva 3"])
                #expect(try await ben.standings(.global, range) == ["1 ben 6", "2 eva 3"])
                #expect(try await eva.standings(.global, range) == ["1 ben 6", "2 ana 4", "3 eva 3"])
            }
            try await ben.services.unblock(ana.reference)
            #expect(try await ana.standings(.global) == ["1 ben 6", "2 ana 4", "3 eva 3"])
        }
    }
}
