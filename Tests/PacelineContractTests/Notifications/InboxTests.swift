import Foundation
import Paceline
import Testing

@Suite("The inbox")
struct InboxTests {
    @Test(
        "is marked as read up to an instant, any number of times",
        arguments: Implementation.withOfflineDevices)
    func reading(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let (one, two) = (try await ana.publishes(), try await ana.publishes())
            try await ben.givesKudos(to: one)
            let shown = try await ana.inbox()
            try await ben.givesKudos(to: two)
            let upTo = try #require(shown.items.first?.at)
            #expect(try await ana.services.readNotifications(upTo: upTo) == 1)
            #expect(try await ana.notified() == ["kudos ben", "·kudos ben"])
            #expect(try await ana.services.readNotifications(upTo: upTo) == 1)
            try await eva.givesKudos(to: two)
            let newest = try #require(try await ana.inbox().items.first?.at)
            #expect(try await ana.services.readNotifications(upTo: newest.addingTimeInterval(-1)) == 1)
            #expect(try await ana.services.readNotifications(upTo: newest) == 0)
            #expect(try await ana.services.readNotifications(upTo: newest.addingTimeInterval(9_999)) == 0)
            #expect(try await ana.inbox().items.allSatisfy(\.isRead))
        }
    }

    @Test("some notifications can be marked as read", arguments: Implementation.withOfflineDevices)
    func someRead(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let (one, two) = (try await ana.publishes(), try await ana.publishes())
            try await ben.givesKudos(to: one)
            try await ben.givesKudos(to: two)
            try await ben.follows(ana)
            let shown = try await ana.inbox().items
            let upTo = try #require(shown.first?.at)
            try await eva.givesKudos(to: one)
            let ids = [shown[0].id, shown[2].id, .random()]
            #expect(try await ana.services.readNotifications(upTo: upTo, ids: []) == 3)
            #expect(try await eva.services.readNotifications(upTo: upTo, ids: ids) == 0)
            #expect(try await ana.unread() == 3, "only the receiver can mark them as read")
            #expect(try await ana.services.readNotifications(upTo: upTo, ids: ids) == 2)
            #expect(
                try await ana.notified() == ["kudos eva ben", "·newFollower ben", "kudos ben"],
                "Eva's kudos came later")
            #expect(try await ana.services.readNotifications(upTo: upTo, ids: [shown[1].id]) == 1)
        }
    }

    @Test("at most a page of notifications is marked at once", arguments: Implementation.withOfflineDevices)
    func tooMany(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let ids = (0...PageRequest.limits.upperBound).map { _ in SocialNotification.ID.random() }
            let now = world.clock.now
            await expectError(.invalidValue, field: "ids") {
                try await ana.services.readNotifications(upTo: now, ids: ids)
            }
        }
    }

    @Test(
        "an actor added after the inbox was shown stays unread", arguments: Implementation.withOfflineDevices)
    func joined(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            try await ben.givesKudos(to: workout)
            let shown = try #require(try await ana.inbox().items.first?.at)
            try await eva.givesKudos(to: workout)
            #expect(try await ana.services.readNotifications(upTo: shown) == 1)
            #expect(try await ana.notified() == ["kudos eva ben"])
        }
    }

    @Test(
        "a hundred concurrent kudos are one notification with a count of 100",
        arguments: Implementation.withLateWrites(needsServer: "people who act at once, not in turns"))
    func concurrentKudos(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            let crowd = try await world.crowd(100)
            _ = try await concurrently(
                crowd.map { member in
                    {
                        let tally = try await member.services.giveKudos(to: workout.id.item, big: false)
                        _ = try await ana.services.notifications(PageRequest(limit: 1))
                        return tally
                    }
                }
            ).values()
            let inbox = try await ana.inbox()
            #expect(inbox.items.map(\.count) == [100])
            #expect(inbox.unreadCount == 1)
        }
    }

    @Test("the unread count is capped at 100", arguments: [Implementation.engineInMemory])
    func most(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            for number in 0..<105 { try await ben.comments("\(number)", on: workout) }
            #expect(try await ana.unread() == UnreadCount.limit)
            #expect(try await ana.inbox().items.count == 100)
        }
    }

    @Test("notifications expire after 90 days", arguments: Implementation.withOfflineDevices)
    func kept(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.comments("Well rowed", on: try await ana.publishes())
            #expect(try await ana.unread() == 1)
            world.clock.advance(days: 89)
            #expect(try await ana.unread() == 1)
            world.clock.advance(days: 1)
            #expect(try await ana.inbox() == NotificationInbox(items: [], unreadCount: 0))
        }
    }

    @Test(
        "a page has at most 100 notifications",
        arguments: Implementation.withLateWrites(needsServer: "a person without a username"))
    func limits(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            await expectError(.invalidValue, field: "limit") {
                try await ana.services.notifications(PageRequest(limit: 101))
            }
            await expectError(.invalidCursor, field: "cursor") {
                try await ana.services.notifications(PageRequest(cursor: Cursor("nonsense")))
            }
            let newcomer = try await world.newcomer()
            await expectError(.usernameRequired) { try await newcomer.inbox() }
            #expect(try await newcomer.services.notificationSettings().wants(.kudos))
        }
    }
}
