import Paceline
import Testing

@Suite("Undone actions withdraw their notifications")
struct NotificationWithdrawalTests {
    @Test("kudos and hearts", arguments: Implementation.allCases)
    func reactions(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            let comment = try await ana.comments("Ouch", on: workout)
            try await ben.givesKudos(to: workout)
            try await eva.givesKudos(to: workout)
            try await ben.hearts(comment)
            let before = try await ana.inbox()
            #expect(before.unreadCount == 2)
            _ = try await eva.services.withdrawKudos(from: workout.id.item)
            #expect(try await ana.notified() == ["heart ben", "kudos ben"])
            _ = try await ben.services.withdrawKudos(from: workout.id.item)
            _ = try await ben.services.withdrawHeart(from: comment.id)
            #expect(try await ana.notified() == [])
            #expect(try await ana.unread() == 0)
        }
    }

    @Test("actions undone before the inbox was read", arguments: Implementation.allCases)
    func unseen(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            try await ben.givesKudos(to: workout)
            _ = try await ben.services.withdrawKudos(from: workout.id.item)
            let comment = try await ben.comments("Oh", on: workout)
            try await ben.services.deleteComment(comment.id)
            try await ben.services.cancel(try await ben.asks(ana).id)
            #expect(try await ana.notified() == [])
            try await ben.givesKudos(to: workout, big: true)
            #expect(try await ana.notified() == ["bigKudos ben"])
        }
    }

    @Test("a comment, also where a tombstone stays, and a workout", arguments: Implementation.allCases)
    func comments(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            let comment = try await ben.comments("Well rowed, @eva", on: workout)
            try await eva.comments("Yes", on: workout, answering: comment)
            try await eva.hearts(comment)
            #expect(try await ben.notified() == ["heart eva", "reply eva"])
            try await ben.services.deleteComment(comment.id)
            #expect(try await eva.notified() == [])
            #expect(try await ben.notified() == ["reply eva"])
            #expect(try await ana.notified() == ["comment eva"])
            try await ana.services.deleteWorkout(workout.id)
            #expect(try await ben.notified() == [])
            #expect(try await ana.notified() == [])
        }
    }

    @Test("cancelled, declined and expired requests", arguments: Implementation.allCases)
    func requests(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            let requests = [try await ben.asks(ana), try await eva.asks(ana)]
            _ = try await ivo.asks(ana)
            #expect(try await ana.unread() == 3)
            try await ben.services.cancel(requests[0].id)
            try await ana.declines(requests[1])
            #expect(try await ana.notified() == ["requestReceived ivo"])
            #expect(try await eva.notified() == [], "a rejection is silent")
            // A request after a declined one does not reach the receiver.
            try await eva.services.cancel(requests[1].id)
            try await eva.asks(ana)
            #expect(try await ana.notified() == ["requestReceived ivo"])
            world.clock.advance(days: 31)
            #expect(try await ana.notified() == [])
        }
    }

    @Test("following, and following again", arguments: Implementation.allCases)
    func following(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.follows(ana)
            try await ana.readsAll()
            try await ben.services.unfollow(ana.reference)
            #expect(try await ana.notified() == [])
            try await ben.follows(ana)
            #expect(try await ana.notified() == ["newFollower ben"])
        }
    }

    @Test(
        "withdrawn and declined invitations, and groups that were left",
        arguments: Implementation.allCases)
    func groups(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            let crew = try await ana.createsGroup()
            for other in [ben, eva, ivo] { try await ana.invites(other, to: crew) }
            try await ana.services.removeInvitation(of: ben.reference, to: crew.id)
            try await eva.services.removeInvitation(of: .me, to: crew.id)
            try await ivo.acceptsInvitation(to: crew)
            for other in [ben, eva, ivo] { #expect(try await other.notified() == []) }
            #expect(try await ana.notified() == ["groupJoined ivo"])
            try await ivo.leaves(crew)
            #expect(try await ana.notified() == [])
            try await ana.invites(ben, to: crew)
            #expect(try await ben.notified() == ["groupInvitation ana"])
            try await ana.services.deleteGroup(crew.id)
            #expect(try await ben.notified() == [])
        }
    }
}
