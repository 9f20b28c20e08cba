import Foundation
import Paceline
import Testing

@Suite("Friend requests")
struct RequestTests {
    @Test("a request is pending until its receiver answers", arguments: Implementation.withHybrid)
    func waits(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben, message: "Rowing on Sunday?")
            #expect(request.state == .pending)
            #expect(request.kind == .friend)
            #expect(request.from.username == "ana")
            #expect(request.to.username == "ben")
            #expect(request.message == "Rowing on Sunday?")
            #expect(request.createdAt == world.clock.now)
            #expect(request.expiresAt == world.clock.now.addingTimeInterval(30 * 86_400))
            #expect(try await ana.requests(.outgoing) == [request.id])
            #expect(try await ben.requests(.incoming) == [request.id])
            #expect(try await ana.requests(.incoming) == [])
            #expect(try await ben.requests(.outgoing) == [])
        }
    }

    @Test("accepting makes both friends", arguments: Implementation.withHybrid)
    func accepting(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let accepted = try await ben.accepts(try await ana.asks(ben))
            #expect(accepted.state == .accepted)
            #expect(try await ana.relationship(to: ben) == .friends)
            #expect(try await ben.relationship(to: ana) == .friends)
            #expect(try await ana.requests(.outgoing) == [])
            #expect(try await ben.requests(.incoming) == [])
        }
    }

    @Test("accepting is idempotent", arguments: Implementation.withHybrid)
    func acceptingTwice(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben)
            try await ben.accepts(request)
            let again = try await ben.accepts(request)
            #expect(again.id == request.id)
            #expect(again.state == .accepted)
            #expect(try await ben.sees(ana).friendCount == 1)
        }
    }

    @Test("a crossing request accepts the first", arguments: Implementation.withHybrid)
    func crossing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let first = try await ana.asks(ben)
            let crossing = try await ben.asks(ana)
            #expect(crossing.id == first.id)
            #expect(crossing.state == .accepted)
            #expect(try await ana.relationship(to: ben) == .friends)
            #expect(try await ana.requests(.outgoing) == [])
            #expect(try await ben.requests(.incoming) == [])
        }
    }

    @Test(
        "a crossing request is accepted even if its receiver accepts no requests",
        arguments: Implementation.withHybrid)
    func crossingWhileClosed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.asks(ben)
            try await ana.sets(SettingsChanges(allowFriendRequests: false))
            #expect(try await ben.asks(ana).state == .accepted)
        }
    }

    @Test("a second request to the same person fails", arguments: Implementation.withHybrid)
    func duplicate(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.asks(ben)
            await expectError(.requestExists) { try await ana.asks(ben) }
            #expect(try await ben.requests(.incoming).count == 1)
        }
    }

    @Test(
        "requests to oneself, a friend or a followee fail",
        arguments: Implementation.withHybrid)
    func pointless(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            try await ana.follows(eva)
            await expectError(.selfNotAllowed) { try await ana.asks(ana) }
            await expectError(.selfNotAllowed) {
                try await ana.services.request(RequestDraft(to: .person(.me)))
            }
            await expectError(.alreadyFriends) { try await ana.asks(ben) }
            await expectError(.alreadyFollowing) { try await ana.asks(eva, kind: .follow) }
        }
    }

    @Test("a request to an unknown person fails", arguments: Implementation.withHybrid)
    func unknownPerson(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let newcomer = try await world.newcomer()
            let unknown: [PersonReference] = [
                .id(.random()), .username("nobody_here"), newcomer.reference,
            ]
            for person in unknown {
                await expectError(.personNotFound) {
                    try await ana.services.request(RequestDraft(to: .person(person)))
                }
            }
        }
    }

    @Test("a person who accepts no requests gets none", arguments: Implementation.withHybrid)
    func closed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.sets(SettingsChanges(allowFriendRequests: false))
            await expectError(.requestsNotAllowed) { try await ana.asks(ben) }
            #expect(try await ana.requests(.outgoing) == [])
            #expect(try await ben.requests(.incoming) == [])
        }
    }

    @Test("a cancelled request disappears for both", arguments: Implementation.withHybrid)
    func cancelling(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben)
            try await ana.services.cancel(request.id)
            try await ana.services.cancel(request.id)
            #expect(try await ana.requests(.outgoing) == [])
            #expect(try await ben.requests(.incoming) == [])
            #expect(try await ana.relationship(to: ben) == .notFriends)
            await expectError(.requestNotFound) { try await ben.services.accept(request.id) }
            await expectError(.requestNotFound) { try await ben.services.decline(request.id) }
            #expect(try await ana.asks(ben).state == .pending)
        }
    }

    @Test("requests of others can be neither decided nor cancelled", arguments: Implementation.withHybrid)
    func notMine(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let request = try await ana.asks(ben)
            await expectError(.requestNotFound) { try await eva.services.accept(request.id) }
            await expectError(.requestNotFound) { try await eva.services.decline(request.id) }
            await expectError(.requestNotFound) { try await eva.services.cancel(request.id) }
            await expectError(.requestNotFound) { try await ana.services.accept(request.id) }
            await expectError(.requestNotFound) { try await ana.services.decline(request.id) }
            await expectError(.requestNotFound) { try await ben.services.cancel(request.id) }
            await expectError(.requestNotFound) { try await ben.services.accept(.random()) }
            await expectError(.requestNotFound) { try await ben.services.decline(.random()) }
            await expectError(.requestNotFound) { try await ana.services.cancel(.random()) }
            #expect(try await ben.requests(.incoming) == [request.id])
        }
    }

    @Test("an accepted request can be neither declined nor cancelled", arguments: Implementation.withHybrid)
    func decided(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben)
            try await ben.accepts(request)
            await expectError(.requestNotFound) { try await ben.services.decline(request.id) }
            await expectError(.requestNotFound) { try await ana.services.cancel(request.id) }
            #expect(try await ana.relationship(to: ben) == .friends)
        }
    }

    @Test(
        "of a request that is cancelled and sent again within a day, two notify, and later ones are only listed",
        .world,
        arguments: Implementation.allCases)
    func sendingAgain(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        var request = try await ana.asks(ben)
        #expect(try await ben.notified() == ["requestReceived ana"])
        for seen in [["requestReceived ana"], [], []] {
            world.clock.tick()
            try await ana.services.cancel(request.id)
            request = try await ana.asks(ben)
            #expect(try await ben.notified() == seen)
            #expect(try await ben.requests(.incoming) == [request.id])
        }
        let others = try await cem.asks(ben)
        #expect(try await ben.notified() == ["requestReceived cem"])
        try await ben.declines(others)
        try await ana.services.cancel(request.id)
        world.clock.advance(days: 1)
        try await ana.asks(ben)
        #expect(try await ben.notified() == ["requestReceived ana"])
    }

    @Test(
        "requests without a code that were cancelled do not silence one with a code", .world,
        arguments: Implementation.allCases)
    func askingWithCode(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        for _ in 0..<2 {
            let request = try await ana.asks(ben)
            world.clock.tick()
            try await ana.services.cancel(request.id)
        }
        _ = try await ana.services.request(RequestDraft(to: .code(try await ben.services.friendCode().code)))
        #expect(try await ben.notified() == ["requestReceived ana"])
    }

    @Test("requests can be filtered by kind", arguments: Implementation.withHybrid)
    func kinds(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.chooses(.friends)
            let follow = try await ana.asks(ben, kind: .follow)
            let friend = try await ana.asks(ben, kind: .friend)
            let incoming = { kind in
                try await ben.services.requests(.incoming, kind: kind, .whole).items.map(\.id)
            }
            #expect(try await incoming(nil) == [friend.id, follow.id])
            #expect(try await incoming(.friend) == [friend.id])
            #expect(try await incoming(.follow) == [follow.id])
        }
    }

    @Test("a message has at most 280 characters", arguments: Implementation.withHybrid)
    func messageLength(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let longest = String(repeating: "é", count: 280)
            await expectError(.invalidValue, field: "message") {
                try await ana.asks(ben, message: longest + "é")
            }
            #expect(try await ana.asks(ben, message: longest).message == longest)
        }
    }

    @Test("an empty message is no message", arguments: Implementation.withHybrid)
    func emptyMessage(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            #expect(try await ana.asks(ben, message: "  ").message == nil)
        }
    }
}
