import Foundation
import Paceline
import PacelineClient
import Testing

@Suite("Stores: what the viewer may no longer see", .timeLimit(.minutes(5)))
@MainActor struct LostAccessStoreTests {
    @Test(
        "after a block, neither another page nor a verb leaves anything of the person", .world,
        arguments: Implementation.allCases)
    func block(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let item = try await ben.publishes("Row", startedAt: ben.hoursAgo(2), duration: 600).id.item
        try await ben.publishes("Ride", startedAt: ben.hoursAgo(4), duration: 600)
        try await ana.follows(ben)
        try await ana.follows(cem)
        let kept = try await cem.publishes("Run", startedAt: cem.hoursAgo(1), duration: 600).id.item
        try await ben.comments("Early", on: try await ana.services.workout(Workout.ID(item.uuid)))
        let workouts = Workouts(ana.services, of: ben.reference, pageSize: 1)
        let profile = ProfileStore(ana.services, of: ben.reference)
        let comments = Comments(ana.services, on: item)
        let feed = Feed(ana.services, query: FeedQuery(kinds: [.workout]))
        for store in [workouts, profile, comments, feed] as [any ObservableStore] { await store.refresh() }
        try #require(workouts.items.count == 1 && workouts.hasMore && comments.items.count == 1)
        try #require(profile.person != nil && feed.items.count == 3)

        try await ben.blocks(ana)
        await workouts.loadMore()
        #expect(workouts.items.isEmpty && !workouts.hasMore)
        #expect(workouts.problem?.code == .personNotFound)
        await expectRefusal(.personNotFound) { try await profile.addFriend() }
        #expect(profile.person == nil)
        await expectRefusal(.itemNotFound) { try await comments.post("Late") }
        #expect(comments.items.isEmpty)
        for store in [workouts, profile, comments] as [any ObservableStore] {
            #expect(store.problem.map { LoadPhase.failed($0) } == store.phase)
        }
        await expectRefusal(.itemNotFound) { try await feed.giveKudos(to: item) }
        #expect(!feed.items.contains { $0.id == item } && feed.items.contains { $0.id == kept })
    }

    @Test("a group that the viewer has left shows no board", .world, arguments: Implementation.allCases)
    func group(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let group = try await ana.createsGroup("Crew", with: ben)
        try await ana.plays(3)
        try await ben.plays(4)
        let query = LeaderboardQuery(scope: .group(group.id), range: .today, day: try day(2026_03_01))
        let board = Board(ben.services, query, pageSize: 1)
        await board.refresh()
        try #require(board.items.count == 1 && board.hasMore)
        try await ana.removes(ben, from: group)
        await board.loadMore()
        #expect(board.items.isEmpty)
        #expect(board.problem?.code == .groupNotFound)
        #expect(board.problem.map { LoadPhase.failed($0) } == board.phase)
    }

    @Test("a session that has ended leaves nothing on the screen", .world)
    func signedOut() async throws {
        let world = try await World.current(on: .remote)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let item = try await ben.publishes("Row", startedAt: ben.hoursAgo(2), duration: 600).id.item
        try await ben.publishes("Ride", startedAt: ben.hoursAgo(4), duration: 600)
        let feeds = (0..<3).map { _ in Feed(ana.services, query: FeedQuery(kinds: [.workout]), pageSize: 1) }
        for feed in feeds { await feed.refresh() }
        try #require(feeds.allSatisfy { $0.items.count == 1 && $0.hasMore })
        _ = try await ana.services.signOutEverywhere()
        await feeds[0].loadMore()
        await feeds[1].refresh()
        await expectRefusal(.unauthenticated) { try await feeds[2].giveKudos(to: item) }
        for feed in feeds {
            #expect(feed.items.isEmpty && feed.problem?.code == .unauthenticated)
            #expect(feed.problem.map { LoadPhase.failed($0) } == feed.phase)
        }
    }
}
