import Paceline
import Testing

@Suite("Changes outside the feed")
struct NonFeedChangeTests {
    @Test(
        "my notification settings are sent to my other devices", arguments: Implementation.allCases)
    func notifications(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.follows(ben)
            var (hers, his) = (try await ChangeReader(ana), try await ChangeReader(ben))
            let heard = try await ana.receives {
                _ = try await ana.services.update(NotificationSettings([.kudos: false]))
            }
            #expect(heard == [])
            let settings = try await hers.changes().first { $0.kind == .notificationSettings }
            #expect(settings?.notificationSettings?.kinds[.kudos] == false)
            let bell = try await ana.receives {
                _ = try await ana.services.follow(ben.reference, notifications: true)
            }
            #expect(bell == ["relationship"])
            let edge = try await hers.changes().first { $0.kind == .edge }
            #expect(edge?.person?.notifications == true)
            _ = try await ana.services.follow(ben.reference, notifications: true)
            #expect(try await hers.summaries() == [])
            #expect(try await his.summaries() == [])
        }
    }

    @Test("hiding stats is sent to people who could see them", arguments: Implementation.allCases)
    func hiddenStats(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            try await ben.publishes()
            var (app, stranger) = (try await ChangeReader(ana), try await ChangeReader(eva))
            try await ben.sets(SettingsChanges(showWorkoutStats: false))
            let changes = try await app.changes()
            #expect(changes.map(\.summary) == ["person Ben"])
            #expect(changes.first?.person == (try await ana.services.person(ben.reference)))
            try await ben.sets(SettingsChanges(pushNotifications: false))
            #expect(try await app.summaries() == [])
            #expect(try await stranger.summaries() == [])
        }
    }

    @Test(
        "my reactions to a stranger's item are sent to my other devices only",
        arguments: Implementation.allCases)
    func strangersItem(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await ben.chooses(.public)
            let workout = try await ben.publishes("2000m", .public)
            var (device, other) = (try await ChangeReader(ana), try await ChangeReader(eva))
            try await ana.givesKudos(to: workout)
            #expect(try await device.summaries() == ["item 2000m"])
            let comment = try await ana.comments("Nice", on: workout)
            #expect(try await device.summaries() == ["comment Nice", "item 2000m"])
            _ = try await ben.services.giveHeart(to: comment.id)
            #expect(try await device.changes().contains { $0.comment?.heartCount == 1 })
            try await ben.comments("Thanks", on: workout)
            #expect(try await device.summaries() == [])
            try await ben.services.deleteComment(comment.id)
            #expect(try await device.summaries() == ["comment gone", "item 2000m"])
            #expect(try await other.summaries() == [])
        }
    }

    @Test("a score changes the boards of the player's groups", arguments: Implementation.allCases)
    func boards(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let group = try await ana.createsGroup("Crew", with: ben)
            try await eva.joins(try await ana.code(of: group))
            let outsider = try await world.person("outsider")
            var (hers, others) = (try await ChangeReader(ana), try await ChangeReader(outsider))
            try await ben.plays(3)
            try await eva.plays(4)
            let changes = try await hers.changes()
            #expect(changes == [Change(.board, Change.ID(group.id.uuid))])
            #expect(try await others.summaries() == [])
            try await ben.blocks(ana)
            _ = try await hers.changes()
            try await ben.plays(2, .public)
            #expect(try await hers.summaries() == [])
            try await eva.plays(2)
            #expect(try await hers.summaries() == ["board moved"])
        }
    }
}
