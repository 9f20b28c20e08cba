import Foundation
import Paceline
import Testing

@Suite("Expiry of requests")
struct RequestExpiryTests {
    private static let lifetime: TimeInterval = 30 * 86_400

    @Test(
        "a request can be accepted until the last millisecond of its 30 days",
        arguments: Implementation.withHybrid)
    func lastMillisecond(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben)
            world.clock.advance(by: Self.lifetime - 0.001)
            #expect(try await ben.requests(.incoming) == [request.id])
            #expect(try await ana.relationship(to: ben) == .requestSentByMe)
            #expect(try await ben.services.accept(request.id).state == .accepted)
        }
    }

    @Test("a request expires after 30 days", arguments: Implementation.withHybrid)
    func expired(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben)
            world.clock.advance(by: Self.lifetime)
            #expect(try await ben.requests(.incoming) == [])
            #expect(try await ana.requests(.outgoing) == [])
            #expect(try await ana.relationship(to: ben) == .notFriends)
            #expect(try await ben.relationship(to: ana) == .notFriends)
            await expectError(.requestNotFound) { try await ben.services.accept(request.id) }
            await expectError(.requestNotFound) { try await ben.services.decline(request.id) }
            await expectError(.requestNotFound) { try await ana.services.cancel(request.id) }
        }
    }

    @Test("a new request can be sent after the old one has expired", arguments: Implementation.withHybrid)
    func askingAgain(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let first = try await ana.asks(ben)
            world.clock.advance(by: Self.lifetime)
            let second = try await ana.services.request(RequestDraft(to: .person(ben.reference)))
            #expect(second.id != first.id)
            #expect(try await ben.requests(.incoming) == [second.id])
            #expect(try await ben.accepts(second).state == .accepted)
        }
    }

    @Test(
        "a crossing request does not accept an expired one",
        arguments: Implementation.withHybrid)
    func crossingTooLate(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let first = try await ana.asks(ben)
            world.clock.advance(by: Self.lifetime)
            let late = try await ben.services.request(RequestDraft(to: .person(ana.reference)))
            #expect(late.id != first.id)
            #expect(late.state == .pending)
            #expect(try await ana.requests(.incoming) == [late.id])
        }
    }
}
