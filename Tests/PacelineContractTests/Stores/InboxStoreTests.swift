import Foundation
import Paceline
import PacelineClient
import Testing

@Suite("Stores: inbox, boards and workouts", .timeLimit(.minutes(5)))
@MainActor struct InboxStoreTests {
    @Test("notifications are marked as read, some or all", .world, arguments: Implementation.allCases)
    func reading(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ana.publishes()
        try await ben.givesKudos(to: workout)
        try await ben.comments("Well rowed!", on: workout)
        try await ben.asks(ana)
        try await world.settle()
        let inbox = Inbox(ana.services)
        await inbox.refresh()
        let unread = inbox.unreadCount
        try #require(unread >= 3 && inbox.items.count >= 3)
        #expect(inbox.badge == "\(unread)")
        #expect(try await inbox.markRead([inbox.items[1].id]) == unread - 1)
        #expect(inbox.items.indices.filter { inbox.items[$0].isRead } == [1])
        #expect(try await inbox.markRead([inbox.items[1].id]) == unread - 1, "it was read already")
        #expect(try await inbox.markAllRead() == 0)
        #expect(inbox.unreadCount == 0 && inbox.badge == "" && inbox.items.allSatisfy(\.isRead))
        #expect(try await ana.inbox().items == inbox.items)
    }

    @Test(
        "live events bring notifications, and what is read elsewhere", .world,
        arguments: Implementation.allCases)
    func live(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ana.publishes()
        try await world.settle()
        let inbox = Inbox(ana.services)
        try await following([inbox], as: ana) {
            try await ben.givesKudos(to: workout)
            // The engine alone, without a server, makes notifications when an inbox is read.
            _ = try await ana.inbox()
            await eventually { inbox.items.contains { $0.kind == .kudos && !$0.isRead } }
            #expect(inbox.unreadCount > 0)
            try await ana.readsAll()
            await eventually { inbox.unreadCount == 0 }
            #expect(inbox.items.allSatisfy { $0.isRead })
        }
    }

    @Test("a board shows scores as they come", .world, arguments: Implementation.allCases)
    func board(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let today = try day(2026_03_01)
        let board = Board(ana.services, LeaderboardQuery(scope: .friends, day: today, game: .wordle))
        try await following([board], as: ana) {
            #expect(board.phase == .empty && board.me == nil && board.range?.from == today)
            try await ben.plays(4)
            await eventually { board.items.map(\.person.username) == ["ben"] }
            world.clock.tick()
            try await board.publish(ScoreDraft(score: 3, isCompleted: true), in: .wordle, on: today)
            #expect(board.items.map(\.person.username) == ["ana", "ben"])
            #expect(board.me?.rank == 1)
        }
        await expectRefusal(.gameNotFound) {
            try await board.publish(
                ScoreDraft(score: 3, isCompleted: true), in: Game.ID(trusted: "unknown"), on: today)
        }
        #expect(board.problem?.code == .gameNotFound)
    }

    @Test("workouts are published, replaced and deleted", .world, arguments: Implementation.allCases)
    func workouts(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let workouts = Workouts(ana.services)
        await workouts.refresh()
        #expect(workouts.phase == .empty)
        let id = Workout.ID.random()
        let start = ana.hoursAgo(2)
        let published = try await workouts.publish(.sample("2000m", startedAt: start), as: id)
        #expect(published.status == .created && workouts.items.map(\.id) == [id])
        #expect(!workouts.isPublishing(id))
        world.clock.tick()
        try await workouts.publish(.sample("2k", startedAt: start), as: id)
        #expect(workouts.items.map(\.title) == ["2k"])
        await expectRefusal(.invalidValue, field: "title") {
            try await workouts.publish(.sample("", startedAt: start), as: id)
        }
        #expect(workouts.items.map(\.title) == ["2k"])
        #expect(try await ana.services.workouts(of: .me, .whole).items.map(\.id) == workouts.items.map(\.id))
        try await workouts.delete(id)
        #expect(workouts.phase == .empty)
    }

    @Test("live events bring another person’s workouts", .world, arguments: Implementation.allCases)
    func liveWorkouts(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let workouts = Workouts(ana.services, of: ben.reference)
        try await following([workouts], as: ana) {
            let first = try await ben.publishes("1", startedAt: ben.hoursAgo(3))
            try await ana.publishes("not his", startedAt: ana.hoursAgo(3))
            let second = try await ben.publishes("2", startedAt: ben.hoursAgo(5))
            await eventually { workouts.items.map(\.title) == ["1", "2"] }
            try await ben.services.deleteWorkout(first.id)
            await eventually { workouts.items.map(\.id) == [second.id] }
        }
    }
}
