import Foundation
import Paceline
import Testing

@Suite("Kinds of notifications")
struct NotificationKindTests {
    @Test(
        "requests, their acceptance and new followers",
        arguments: Implementation.withHybrid(needsServer: "notifications, which the server writes"))
    func connecting(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let request = try await ben.asks(ana, message: "Row with me?")
            try await eva.follows(ana)
            #expect(try await ana.notified() == ["newFollower eva", "requestReceived ben"])
            #expect(try await ana.inbox().items.last?.request == request)
            try await ana.accepts(request)
            #expect(try await ana.notified() == ["newFollower eva"])
            #expect(try await ben.notified() == ["requestAccepted ana"])
            #expect(try await ben.inbox().items.first?.request?.state == .accepted)
            #expect(try await ben.inbox().items.first?.sentence == "Ana accepted your friend request")
        }
    }

    @Test(
        "changing the notification setting of a follow notifies no one",
        arguments: Implementation.withHybrid(needsServer: "notifications, which the server writes"))
    func bell(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.follows(ana)
            try await ana.readsAll()
            world.clock.tick()
            _ = try await ben.services.follow(ana.reference, notifications: false)
            #expect(try await ana.notified() == ["·newFollower ben"])
        }
    }

    @Test(
        "unread kudos are grouped, big kudos separately",
        arguments: Implementation.withHybrid(needsServer: "notifications, which the server writes"))
    func kudos(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            let workout = try await ana.publishes()
            try await ben.givesKudos(to: workout)
            try await eva.givesKudos(to: workout)
            try await ivo.givesKudos(to: workout, big: true)
            try await ana.givesKudos(to: workout)
            #expect(try await ana.notified() == ["bigKudos ivo", "kudos eva ben"])
            #expect(try await ana.inbox().items.map(\.item?.id) == [workout.id.item, workout.id.item])
            #expect(
                try await ana.inbox().items.last?.sentence == "Eva and Ben gave kudos to your 2k")
            try await ben.givesKudos(to: workout, big: true)
            #expect(try await ana.notified() == ["bigKudos ben ivo", "kudos eva"])
            #expect(try await ana.readsAll() == 0)
            let late = try await world.person("late")
            try await late.givesKudos(to: workout)
            #expect(try await ana.notified() == ["kudos late", "·bigKudos ben ivo", "·kudos eva"])
            #expect(try await ana.unread() == 1)
        }
    }

    @Test(
        "three of many people are named, and all are counted",
        arguments: Implementation.withHybrid(needsServer: "notifications, which the server writes"))
    func many(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            for member in try await world.crowd(5) { try await member.givesKudos(to: workout) }
            #expect(try await ana.notified() == ["kudos crowd_4 crowd_3 crowd_2 +2"])
            #expect(
                try await ana.inbox().items.first?.sentence
                    == "Crowd_4, Crowd_3 and 3 others gave kudos to your 2k")
        }
    }

    @Test(
        "a mention takes precedence over a reply, and a reply over a comment",
        arguments: Implementation.withHybrid(needsServer: "notifications, which the server writes"))
    func comments(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            let first = try await ben.comments("Well rowed", on: workout)
            #expect(try await ana.notified() == ["comment ben"])
            #expect(try await ana.inbox().items.first?.comment?.text == "Well rowed")
            try await eva.comments("Yes", on: workout, answering: first)
            #expect(try await ana.notified() == ["comment eva", "comment ben"])
            #expect(try await ben.notified() == ["reply eva"])
            try await eva.comments("@ana and @ben and @eva, see", on: workout, answering: first)
            #expect(try await ana.notified() == ["mention eva", "comment eva", "comment ben"])
            #expect(try await ben.notified() == ["mention eva", "reply eva"])
            #expect(try await eva.notified() == [])
        }
    }

    @Test(
        "an edit notifies newly mentioned people once, and withdraws removed mentions",
        arguments: Implementation.withHybrid(needsServer: "notifications, which the server writes"))
    func edits(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            let comment = try await ben.comments("Well rowed", on: workout)
            for text in ["Well rowed, @eva", "Well rowed, dear @eva"] {
                world.clock.tick()
                _ = try await ben.services.edit(comment.id, text: text, ifMatch: nil)
            }
            #expect(try await eva.notified() == ["mention ben"])
            #expect(try await ana.notified() == ["comment ben"])
            world.clock.tick()
            _ = try await ben.services.edit(comment.id, text: "Well rowed", ifMatch: nil)
            #expect(try await eva.notified() == [])
        }
    }

    @Test(
        "hearts on the receiver's comment",
        arguments: Implementation.withHybrid(needsServer: "notifications, which the server writes"))
    func hearts(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let comment = try await ben.comments("Well rowed", on: try await ana.publishes())
            try await ana.hearts(comment)
            try await eva.hearts(comment)
            try await ben.hearts(comment)
            #expect(try await ben.notified() == ["heart eva ana"])
            #expect(try await ben.inbox().items.first?.comment?.id == comment.id)
        }
    }

    @Test(
        "group invitations, and people who join the receiver's group",
        arguments: Implementation.withHybrid(needsServer: "notifications, which the server writes"))
    func groups(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let crew = try await ana.createsGroup()
            try await ana.invites(ben, to: crew)
            #expect(try await ben.notified() == ["groupInvitation ana"])
            #expect(try await ben.inbox().items.first?.sentence == "Ana invited you to Crew")
            try await ben.acceptsInvitation(to: crew)
            try await eva.joins(try await ana.code(of: crew))
            #expect(try await ben.notified() == [])
            #expect(try await ana.notified() == ["groupJoined eva ben"])
            #expect(try await ana.inbox().items.first?.group == NotifiedGroup(id: crew.id, title: "Crew"))
        }
    }
}
