import Paceline
import Testing

@Suite("What an inbox hides")
struct NotificationPrivacyTests {
    @Test(
        "muted people create no notifications, and existing ones are hidden until they are unmuted",
        arguments: Implementation.allCases)
    func muted(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            try await ben.givesKudos(to: workout)
            try await eva.givesKudos(to: workout)
            try await ben.comments("Well rowed", on: workout)
            #expect(try await ana.notified() == ["comment ben", "kudos eva ben"])
            try await ana.mutes(ben)
            #expect(try await ana.notified() == ["kudos eva"])
            #expect(try await ana.unread() == 1)
            try await ben.comments("While muted", on: workout)
            #expect(try await ana.unread() == 1)
            try await ana.unmutes(ben)
            #expect(try await ana.notified() == ["comment ben", "kudos eva ben"])
            #expect(try await ana.inbox().items.first?.comment?.text == "Well rowed")
        }
    }

    @Test(
        "a block hides notifications on both sides and lowers the count", arguments: Implementation.allCases)
    func blocked(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let (mine, theirs) = (try await ana.publishes(), try await ben.publishes())
            try await ben.givesKudos(to: mine)
            try await eva.givesKudos(to: mine)
            try await ana.givesKudos(to: theirs)
            try await eva.comments("@ana, look", on: theirs)
            try await ben.asks(ana)
            #expect(try await ana.unread() == 3)
            #expect(try await ben.unread() == 2)
            try await ana.blocks(ben)
            #expect(try await ana.notified() == ["kudos eva"], "Ben's workout is hidden, too")
            #expect(try await ana.inbox().items.map(\.count) == [1])
            #expect(try await ana.unread() == 1)
            #expect(try await ben.notified() == ["comment eva"])
            #expect(try await ben.unread() == 1)
        }
    }

    @Test(
        "a notification has the time and the place of the newest action that it shows", .world,
        arguments: Implementation.allCases, [true, false])
    func time(_ implementation: Implementation, isBlocked: Bool) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, dan, eva) = try await world.people("ana", "ben", "dan", "eva")
        let workout = try await ana.publishes()
        try await ben.givesKudos(to: workout)
        let bens = world.clock.now
        try await dan.comments("Well rowed", on: workout)
        let dans = world.clock.now
        try await eva.givesKudos(to: workout)
        let evas = world.clock.now
        #expect(try await ana.notified() == ["kudos eva ben", "comment dan"])
        #expect(try await ana.inbox().items.map(\.at) == [evas, dans])
        if isBlocked { try await eva.blocks(ana) } else { try await ana.mutes(eva) }
        #expect(try await ana.notified() == ["comment dan", "kudos ben"])
        #expect(try await ana.inbox().items.map(\.at) == [dans, bens])
        // It is among those up to its time, and no later action keeps it unread.
        _ = try await ana.services.readNotifications(upTo: bens)
        #expect(try await ana.notified() == ["comment dan", "·kudos ben"])
        if isBlocked {
            try await eva.services.unblock(ana.reference)
        } else {
            try await ana.unmutes(eva)
        }
        #expect(try await ana.notified() == ["·kudos eva ben", "comment dan"])
        #expect(try await ana.inbox().items.map(\.at) == [evas, dans])
    }

    @Test(
        "what a visible person withdraws does not date a notification by a hidden one", .world,
        arguments: Implementation.allCases)
    func timeAfterWithdrawal(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, dan, eva) = try await world.people("ana", "ben", "dan", "eva")
        let workout = try await ana.publishes()
        try await ben.givesKudos(to: workout)
        let bens = world.clock.now
        for giver in [eva, dan] { try await giver.givesKudos(to: workout) }
        try await eva.blocks(ana)
        _ = try await dan.services.withdrawKudos(from: workout.id.item)
        #expect(try await ana.notified() == ["kudos ben"])
        #expect(try await ana.inbox().items.map(\.at) == [bens])
    }

    @Test("a mention does not notify people who may not see the item", arguments: Implementation.allCases)
    func unseen(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes("Secret", .friends)
            try await ben.comments("@eva will not know", on: workout)
            #expect(try await eva.notified() == [])
            try await world.befriend(ana, eva)
            #expect(try await eva.notified() == [], "nor later, when the item becomes visible")
        }
    }

    @Test(
        "making an item private hides its notifications, and publishing it again shows them",
        arguments: Implementation.allCases)
    func closed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            try await ben.comments("@eva, look", on: workout)
            #expect(try await eva.unread() == 1)
            try await ana.publishes("2000m", .private, as: workout.id, startedAt: workout.startedAt)
            #expect(try await eva.notified() == [])
            #expect(try await eva.unread() == 0)
            #expect(try await ana.notified() == ["comment ben"], "its owner still sees it")
            try await ana.publishes("2000m", .public, as: workout.id, startedAt: workout.startedAt)
            #expect(try await eva.notified() == ["mention ben"])
        }
    }

    @Test(
        "a kind that is turned off falls back to the next one", arguments: Implementation.allCases)
    func off(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            try await ana.turns(.kudos, .mention)
            try await ben.givesKudos(to: workout)
            try await ben.comments("@ana!", on: workout)
            #expect(try await ana.notified() == ["comment ben"])
            try await ana.turns(.kudos, on: true)
            #expect(
                try await ana.notified() == ["comment ben"],
                "notifications skipped while off do not come back")
            let settings = try await ana.services.notificationSettings()
            #expect(settings == NotificationSettings(without: [.mention]))
            #expect(try await ben.services.notificationSettings() == NotificationSettings(without: []))
        }
    }

    @Test("an unknown kind cannot be turned off", arguments: Implementation.allCases)
    func unknownKind(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            await expectError(.malformed, field: "kinds.challengeWon") {
                try await ana.turns(.mention, .unknown("challengeWon"))
            }
            #expect(try await ana.services.notificationSettings() == NotificationSettings(without: []))
        }
    }

    @Test("a member's own actions do not notify them", arguments: Implementation.allCases)
    func own(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            try await ana.givesKudos(to: workout, big: true)
            let comment = try await ana.comments("@ana", on: workout)
            try await ana.comments("Me again", on: workout, answering: comment)
            try await ana.hearts(comment)
            try await ana.createsGroup()
            try await ana.plays(3)
            #expect(try await ana.notified() == [])
        }
    }
}
