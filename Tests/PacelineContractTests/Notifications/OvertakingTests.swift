import Paceline
import Testing

@Suite("Being overtaken")
struct OvertakingTests {
    @Test(
        "in a group, once for each board and day, with the receiver's standing",
        arguments: Implementation.allCases)
    func group(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let crew = try await ana.createsGroup("Crew", with: ben, eva)
            try await ana.readsAll()
            try await ana.plays(4)
            try await ben.plays(5)
            #expect(try await ana.unread() == 0)
            try await eva.plays(3)
            #expect(try await ana.notified().first == "overtaken eva")
            #expect(try await ben.notified() == ["overtaken eva"])
            let notification = try #require(try await ben.inbox().items.first)
            #expect(notification.group == NotifiedGroup(id: crew.id, title: "Crew"))
            #expect(notification.boardRank == NotifiedRank(day: try day(2026_03_01), rank: 3, points: 2))
            #expect(
                notification.sentence
                    == "Eva overtook you in Crew: you have rank 3 on that day’s board with 2 points")
            try await ben.plays(1)
            #expect(try await eva.notified() == ["overtaken ben"])
            try await eva.plays(1)
            try await eva.plays(20, in: .mini)
            #expect(try await ben.notified() == ["overtaken eva"])
            #expect(try await ben.unread() == 1)
        }
    }

    @Test("among friends, except by people hidden from boards", arguments: Implementation.allCases)
    func friends(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            try await world.befriend(ana, eva)
            for member in [ana, ben, eva] { try await member.readsAll() }
            try await ana.plays(5)
            try await eva.sets(SettingsChanges(showOnLeaderboards: false))
            try await eva.plays(1)
            #expect(try await ana.notified().allSatisfy { $0.hasPrefix("·") })
            try await ben.plays(4)
            #expect(try await ana.notified().first == "overtaken ben")
            #expect(
                try await ana.inbox().items.first?.sentence
                    == "Ben overtook you among your friends: you have rank 2 on that day’s board with 2 points"
            )
            #expect(try await ana.inbox().items.first?.boardRank?.rank == 2)
            try await ben.services.unfriend(ana.reference)
            #expect(try await ana.notified().allSatisfy { !$0.contains("overtaken") })
        }
    }

    @Test("a person on several shared boards is notified for one of them", arguments: Implementation.allCases)
    func once(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            _ = try await ana.createsGroup("One", with: ben)
            _ = try await ana.createsGroup("Two", with: ben)
            try await ana.readsAll()
            try await ana.plays(5)
            try await ben.plays(3)
            let unread = try await ana.inbox().items.filter { !$0.isRead }
            #expect(unread.map(\.kind) == [.overtaken])
            #expect(unread.first?.group?.title == "One")
        }
    }

    @Test("is withdrawn when the points are lowered or hidden", arguments: Implementation.allCases)
    func withdrawn(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            _ = try await ana.createsGroup("Crew", with: ben)
            try await ana.readsAll()
            let old = try await ana.notified()
            try await ana.plays(4)
            try await ben.plays(3)
            #expect(try await ana.notified() == ["overtaken ben"] + old)
            try await ben.plays(3, .private)
            #expect(try await ana.notified() == old)
            try await ben.plays(3, .public)
            #expect(try await ana.notified() == ["overtaken ben"] + old)
            try await ben.plays(5)
            #expect(try await ana.notified() == old)
            try await ben.plays(1)
            try await ben.services.deleteScore(in: .wordle, on: try day(2026_03_01))
            #expect(try await ana.notified() == old)
        }
    }

    @Test("covers today and yesterday only", arguments: Implementation.allCases)
    func late(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            _ = try await ana.createsGroup("Crew", with: ben)
            try await ana.readsAll()
            let old = try await ana.notified()
            for number in [2026_02_27, 2026_02_28] { try await ana.plays(5, on: number) }
            try await ben.plays(1, on: 2026_02_27)
            #expect(try await ana.notified() == old)
            try await ben.plays(1, on: 2026_02_28)
            #expect(try await ana.notified() == ["overtaken ben"] + old)
            #expect(try await ana.inbox().items.first?.boardRank?.day == (try day(2026_02_28)))
        }
    }

    @Test("is withdrawn when the person leaves the group", arguments: Implementation.allCases)
    func leaving(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let crew = try await ana.createsGroup("Crew", with: ben)
            try await ana.plays(5)
            try await ben.plays(3)
            #expect(try await ana.notified().first == "overtaken ben")
            try await ben.leaves(crew)
            #expect(try await ana.notified() == [])
            #expect(try await ana.unread() == 0)
        }
    }
}
