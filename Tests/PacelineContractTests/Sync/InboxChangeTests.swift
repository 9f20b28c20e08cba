import Paceline
import Testing

@Suite("Changes of the inbox")
struct InboxChangeTests {
    @Test(
        "a notification is reported to its receiver only, with the inbox and the unread count", .world,
        arguments: Implementation.allCases)
    func received(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        for other in [ben, eva] { try await world.befriend(ana, other) }
        let workout = try await ana.publishes()
        var (hers, bens, evas) = (
            try await ChangeReader(ana), try await ChangeReader(ben), try await ChangeReader(eva)
        )
        let before = try await ana.unread()
        try await ben.givesKudos(to: workout)
        let change = try #require(try await hers.allChanges().first { $0.kind == .inbox })
        #expect(change.id.uuid == ana.id.uuid)
        #expect(change.inbox?.items.first?.kind == .kudos)
        #expect(change.inbox?.unreadCount == before + 1)
        #expect(try await change.inbox == ana.services.notifications(PageRequest()))
        #expect(try await bens.inbox() == nil)
        #expect(try await evas.inbox() == nil)
        #expect(try await hers.inbox() == nil)
        try await ana.readsAll()
        #expect(try await hers.inbox()?.unreadCount == 0)
    }

    @Test(
        "actions of hidden people report no change of the inbox", .world, arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        try await ana.chooses(.public)
        let workout = try await ana.publishes()
        try await eva.givesKudos(to: workout)
        try await ana.mutes(ben)
        try await ana.blocks(eva)
        var app = try await ChangeReader(ana)
        try await ben.givesKudos(to: workout)
        try await ben.comments("Hello", on: workout)
        try await ben.follows(ana)
        _ = try await ben.services.update(AccountChanges(displayName: "Benjamin"), ifMatch: nil)
        #expect(try await app.inbox()?.items.isEmpty ?? true)
        _ = try await app.allChanges()
        let others = try await eva.publishes("1000m", .public)
        try await eva.publishes("1000m", .private, as: others.id)
        try await eva.sets(SettingsChanges(showOnLeaderboards: false))
        #expect(try await app.inbox() == nil)
    }

    @Test(
        "the inbox is reported again without what a less visible item or the end of a membership hides",
        .world,
        arguments: Implementation.allCases)
    func hiding(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        try await ben.chooses(.public)
        let workout = try await ben.publishes()
        let comment = try await ana.comments("Well rowed", on: workout)
        let group = try await ana.createsGroup("Crew")
        try await eva.joins(try await ana.code(of: group))
        try await ben.hearts(comment)
        #expect(try await ana.notified() == ["heart ben", "groupJoined eva"])
        var app = try await ChangeReader(ana)
        try await ben.publishes("2000m", .private, as: workout.id)
        #expect(try await app.inbox()?.items.map(\.kind) == [.groupJoined])
        try await ben.publishes("2100m", .private, as: workout.id)
        #expect(try await app.inbox() == nil)
        try await eva.leaves(group)
        #expect(try await app.inbox() == NotificationInbox(items: [], unreadCount: 0))
    }

    @Test(
        "the inbox of an overtaken friend is reported again when the other leaves their boards", .world,
        arguments: Implementation.allCases)
    func overtaken(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        try await ana.readsAll()
        try await ana.plays(4)
        try await ben.plays(3)
        #expect(try await ana.notified().first == "overtaken ben")
        var app = try await ChangeReader(ana)
        try await ben.sets(SettingsChanges(pushNotifications: false))
        #expect(try await app.inbox() == nil)
        try await ben.sets(SettingsChanges(showOnLeaderboards: false))
        #expect(try await app.inbox()?.items.map(\.kind).contains(.overtaken) == false)
    }
}
