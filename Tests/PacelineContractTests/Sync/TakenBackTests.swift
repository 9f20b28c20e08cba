import Paceline
import Testing

@Suite("Changes that take back what a reader received")
struct TakenBackTests {
    @Test(
        "people who reacted to an item without following its owner receive its deletion once",
        .world, arguments: Implementation.allCases, [true, false])
    func reactedTo(_ implementation: Implementation, isDeleted: Bool) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        try await ben.chooses(.public)
        let workout = try await ben.publishes()
        var (hers, evas) = (try await ChangeReader(ana), try await ChangeReader(eva))
        try await ana.givesKudos(to: workout)
        _ = try await ana.services.withdrawKudos(from: workout.id.item)
        #expect(try await hers.summaries() == ["item 2000m"])
        try await ben.publishes("2100m", .public, as: workout.id)
        #expect(try await hers.summaries() == [])
        if isDeleted {
            try await ben.services.deleteWorkout(workout.id)
        } else {
            try await ben.publishes("2100m", .followers, as: workout.id)
        }
        #expect(try await hers.summaries() == ["item gone"])
        if !isDeleted { try await ben.publishes("2200m", .private, as: workout.id) }
        #expect(try await hers.summaries() == [])
        #expect(try await evas.summaries() == [])
    }

    @Test(
        "people who reacted to an item receive its deletion when its owner's profile is no longer public",
        .world, arguments: Implementation.allCases)
    func profile(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.chooses(.public)
        let workout = try await ben.publishes()
        var app = try await ChangeReader(ana)
        try await ana.givesKudos(to: workout)
        #expect(try await app.changes().map { $0.item?.workout?.measures.distance } == [2_000])
        try await ben.sets(SettingsChanges(showWorkoutDetails: false))
        #expect(try await app.changes().map { $0.item?.workout?.measures.distance } == [nil])
        try await ben.chooses(.friends)
        #expect(try await app.summaries() == ["item gone"])
        _ = try await ben.services.update(AccountChanges(displayName: "Benjamin"), ifMatch: nil)
        #expect(try await app.summaries() == [])
    }

    @Test(
        "neither a stranger's block nor later changes of their items are reported",
        .world, arguments: Implementation.allCases)
    func strangersBlock(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.chooses(.public)
        let workouts = [try await ben.publishes(), try await ben.publishes()]
        for workout in workouts { try await ana.givesKudos(to: workout) }
        var app = try await ChangeReader(ana)
        try await ben.blocks(ana)
        try await ben.publishes("2000m", .private, as: workouts[0].id)
        try await ben.services.deleteWorkout(workouts[1].id)
        try await ben.sets(SettingsChanges(showWorkoutDetails: false))
        try await ben.chooses(.friends)
        #expect(try await app.allChanges() == [])
    }

    @Test(
        "an invitation that is hidden or ends is reported as deleted, without a reason",
        .world, arguments: Implementation.allCases, InvitationEnd.allCases)
    func invitation(_ implementation: Implementation, _ end: InvitationEnd) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        for one in [ana, ben] { try await world.befriend(one, eva) }
        let group = try await ben.createsGroup("Crew", with: ana)
        try await ben.makes(ana, .administrator, in: group)
        try await ana.invites(eva, to: group)
        var app = try await ChangeReader(eva)
        switch end {
        case .transfer: try await ben.transfers(group, to: ana)
        case .deletion: try await ben.services.deleteGroup(group.id)
        case .departure: try await ana.leaves(group)
        case .removal: try await ben.removes(ana, from: group)
        case .withdrawal: try await ben.services.removeInvitation(of: eva.reference, to: group.id)
        }
        let changes = try await app.allChanges()
        #expect(changes.filter { $0.kind != .inbox }.map(\.summary) == ["invitation gone"])
        #expect(changes.compactMap(\.inbox).last?.items.contains { $0.kind == .groupInvitation } == false)
    }

    enum InvitationEnd: CaseIterable {
        case transfer, deletion, departure, removal, withdrawal
    }

    @Test(
        "an invitation of a stranger who blocks looks as if it had been withdrawn",
        .world, arguments: Implementation.allCases, [true, false])
    func invitationOfBlocker(_ implementation: Implementation, isBlock: Bool) async throws {
        let world = try await World.current(on: implementation)
        let (ben, eva) = try await world.people("ben", "eva")
        let group = try await ben.createsGroup("Crew")
        try await ben.invites(eva, to: group)
        let stream = try await eva.listens()
        var app = try await ChangeReader(eva)
        if isBlock {
            try await ben.blocks(eva)
        } else {
            try await ben.services.removeInvitation(of: eva.reference, to: group.id)
        }
        #expect(try await app.allChanges().map(\.summary).sorted() == ["inbox 0", "invitation gone"])
        #expect(try await eva.receives(on: stream).contains("invitation"))
    }

    @Test(
        "when a person turns out to be a child, their comments are deleted for everyone but friends",
        .world, arguments: Implementation.allCases)
    func child(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        let (kim, zoe) = try await world.people("kim", "zoe")
        for other in [ana, eva, kim, zoe] { try await world.befriend(ben, other) }
        try await world.befriend(eva, kim)
        let workout = try await ben.publishes("2000m", .friends)
        try await zoe.blocks(kim)
        try await kim.comments("Me too", on: workout)
        var (anas, evas, zoes) = (
            try await ChangeReader(ana), try await ChangeReader(eva), try await ChangeReader(zoe)
        )
        try await world.engine.correctBirthDate(of: "kim", to: try day(2016_01_01))
        let changes = try await anas.changes()
        #expect(changes.map(\.summary).sorted() == ["comment gone", "item 2000m"])
        #expect(changes.compactMap(\.item).first?.latestComment == nil)
        #expect(try await evas.summaries().contains("comment Me too"))
        #expect(!(try await zoes.summaries().contains { $0.hasPrefix("comment") }))
    }

    @Test(
        "the end of a friendship with a child takes back the child's comments",
        .world, arguments: Implementation.allCases)
    func formerFriend(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let child = try await world.person("child", born: 2016_01_01)
        for (one, other) in [(ana, ben), (ben, child), (ana, child)] { try await world.befriend(one, other) }
        let workout = try await ben.publishes("2000m", .friends)
        try await child.comments("Me too", on: workout)
        var app = try await ChangeReader(ana)
        try await ana.services.unfriend(child.reference)
        #expect(
            try await app.summaries().sorted() == ["comment gone", "edge child notFriends", "item 2000m"])
    }

    @Test("a workout changes the boards of the player's groups", .world, arguments: Implementation.allCases)
    func boards(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let group = try await ana.createsGroup("Crew", with: ben)
        var app = try await ChangeReader(ana)
        let workout = try await ben.publishes("2000m", .friends)
        #expect(try await app.summaries().contains("board moved"))
        try await ben.publishes("2000m", .private, as: workout.id)
        #expect(try await app.summaries().contains("board moved"))
        try await ben.publishes("2100m", .private, as: workout.id)
        #expect(try await app.summaries() == [])
        try await ben.publishes("2100m", .friends, as: workout.id)
        _ = try await app.changes()
        _ = try await ben.services.setSharing(false, with: group.id)
        #expect(try await app.summaries() == ["board moved"])
    }
}
