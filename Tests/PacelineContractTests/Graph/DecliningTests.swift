import Foundation
import Paceline
import Testing

@Suite("Declined requests")
struct DecliningTests {
    @Test("the sender does not notice that a request was declined", arguments: Implementation.withHybrid)
    func silent(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben, message: "Hello")
            let before = try await ana.services.requests(.outgoing, kind: nil, .whole).items
            try await ben.declines(request)
            #expect(try await ana.services.requests(.outgoing, kind: nil, .whole).items == before)
            #expect(try await ana.relationship(to: ben) == .requestSentByMe)
            await expectError(.requestExists) { try await ana.asks(ben) }
        }
    }

    @Test(
        "nor does a block afterwards tell a declined request from a pending one",
        arguments: Implementation.withHybrid)
    func block(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await ana.asks(ben)
            try await ben.declines(try await eva.asks(ben))
            for sender in [ana, eva] {
                let stream = try await sender.listens()
                var app = try await ChangeReader(sender)
                try await ben.blocks(sender)
                #expect(try await app.summaries() == ["edge gone", "request gone"], "\(sender.username)")
                #expect(try await sender.receives(on: stream) == ["request removed"], "\(sender.username)")
            }
        }
    }

    @Test("a declined request leaves the receiver's list", arguments: Implementation.withHybrid)
    func leavesTheList(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben)
            try await ben.declines(request)
            #expect(try await ben.requests(.incoming) == [])
            #expect(try await ben.relationship(to: ana) == .notFriends)
            await expectError(.requestNotFound) { try await ben.services.accept(request.id) }
        }
    }

    @Test("declining is idempotent", arguments: Implementation.withHybrid)
    func twice(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben)
            try await ben.declines(request)
            try await ben.declines(request)
            #expect(try await ana.requests(.outgoing) == [request.id])
        }
    }

    @Test(
        "a request to a sender who was declined accepts the sender's request",
        arguments: Implementation.withHybrid)
    func thinkingBetter(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben)
            try await ben.declines(request)
            let crossing = try await ben.asks(ana)
            #expect(crossing.id == request.id)
            #expect(crossing.state == .accepted)
            #expect(try await ana.relationship(to: ben) == .friends)
            #expect(try await ana.requests(.outgoing) == [])
        }
    }

    @Test("cancelling and sending again does not evade declining", arguments: Implementation.withHybrid)
    func noWayRound(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let declined = try await ana.asks(ben)
            try await ben.declines(declined)
            try await ana.services.cancel(declined.id)
            #expect(try await ana.requests(.outgoing) == [])
            world.clock.advance(days: 10)
            let again = try await ana.asks(ben)
            #expect(again.state == .pending)
            #expect(try await ana.requests(.outgoing) == [again.id])
            #expect(try await ben.requests(.incoming) == [])
            #expect(try await ben.relationship(to: ana) == .notFriends)
        }
    }

    @Test("30 days after declining, a new request arrives again", arguments: Implementation.withHybrid)
    func afterThirtyDays(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.declines(try await ana.asks(ben))
            world.clock.advance(days: 30)
            #expect(try await ana.requests(.outgoing) == [])
            let again = try await ana.asks(ben)
            #expect(try await ben.requests(.incoming) == [again.id])
        }
    }

    @Test("the sender does not notice a declined follow request either", arguments: Implementation.withHybrid)
    func following(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.chooses(.friends)
            let request = try await ana.asks(ben, kind: .follow)
            try await ben.declines(request)
            #expect(try await ana.requests(.outgoing) == [request.id])
            #expect(try await ben.requests(.incoming) == [])
            #expect(try await ben.followers(of: ben) == [])
            await expectError(.requestExists) { try await ana.asks(ben, kind: .follow) }
        }
    }

    @Test(
        "following again after being declined returns the same pending request",
        arguments: Implementation.withHybrid
    )
    func followingAgain(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.chooses(.friends)
            let first = try await ana.follows(ben)
            try await ben.declines(try await ben.services.requests(.incoming, kind: .follow, .whole).items[0])
            #expect(try await ana.follows(ben) == first)
            #expect(try await ben.requests(.incoming) == [])
        }
    }

    @Test("a friendship forgets that a request was declined", arguments: Implementation.withHybrid)
    func madeUp(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let declined = try await ana.asks(ben)
            try await ben.declines(declined)
            try await ana.services.cancel(declined.id)
            try await world.befriend(ben, ana)
            try await ana.services.unfriend(ben.reference)
            let again = try await ana.asks(ben)
            #expect(try await ben.requests(.incoming) == [again.id])
        }
    }
}
