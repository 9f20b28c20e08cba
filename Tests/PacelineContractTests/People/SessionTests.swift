import Foundation
import Paceline
import PacelineTestSupport
import Testing

@Suite("Sessions", .timeLimit(.minutes(10)))
struct SessionTests {
    @Test("the list marks the current session", arguments: Implementation.allCases)
    func list(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let first = try await world.person("ana")
            let second = try await world.signsInAgain(first)
            let seenByFirst = try await first.services.sessions(.whole).items
            let seenBySecond = try await second.services.sessions(.whole).items
            #expect(seenByFirst.map(\.isCurrent) == [false, true])
            #expect(seenBySecond.map(\.isCurrent) == [true, false])
            #expect(seenByFirst.map(\.id) == seenBySecond.map(\.id))
            #expect(seenByFirst.map(\.provider) == [.password, .password])
        }
    }

    @Test("a revoked session no longer works", arguments: Implementation.allCases)
    func revoking(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let first = try await world.person("ana")
            let second = try await world.signsInAgain(first)
            let other = try await first.services.sessions(.whole).items[0]
            try await first.services.revokeSession(other.id)
            await expectError(.unauthenticated) { try await world.community.services(token: second.token) }
            #expect(try await first.services.sessions(.whole).items.map(\.isCurrent) == [true])
        }
    }

    @Test("signing out ends this session and no other", arguments: Implementation.allCases)
    func signingOut(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let first = try await world.person("ana")
            let second = try await world.signsInAgain(first)
            try await second.services.signOut()
            await expectError(.unauthenticated) { try await world.community.services(token: second.token) }
            #expect(try await first.services.sessions(.whole).items.count == 1)
        }
    }

    @Test(
        "sessions of others cannot be revoked or distinguished from unknown ones",
        arguments: Implementation.allCases
    )
    func others(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let bens = try await ben.services.sessions(.whole).items[0]
            await expectError(.notFound) { try await ana.services.revokeSession(bens.id) }
            await expectError(.notFound) { try await ana.services.revokeSession(.random()) }
            #expect(try await ben.services.sessions(.whole).items.count == 1)
        }
    }

    @Test("an unknown token does not sign in", arguments: Implementation.allCases)
    func unknown(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for token in ["nonsense", String(ana.token.dropLast()), ana.token + "A", ana.token.lowercased()] {
                await expectError(.unauthenticated) { try await world.community.services(token: token) }
            }
        }
    }

    @Test(
        "a read that records the use of a session does not wait for a write",
        arguments: Implementation.allCases.filter { $0 == .engineOnFile || $0 == .engineOnPostgres })
    func readDoesNotWaitForWrite(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            world.clock.advance(days: 1)
            let gate = Gate()
            let writing = Task {
                try await world.database.write { connection in
                    try connection.execute("UPDATE sessions SET provider = provider")
                    gate.pass()
                }
            }
            await gate.whenEntered()
            let services = try await world.community.services(token: ana.token)
            let session = try await services.sessions(.whole).items[0]
            #expect(session.lastUsedAt == world.clock.now)
            gate.open()
            try await writing.value
            #expect(try await services.sessions(.whole).items[0].lastUsedAt == world.clock.now)
        }
    }

    @Test("a session expires 90 days after its last use", arguments: Implementation.allCases)
    func sliding(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for _ in 0..<3 {
                world.clock.advance(days: 89)
                let services = try await world.community.services(token: ana.token)
                let session = try await services.sessions(.whole).items[0]
                #expect(session.lastUsedAt == world.clock.now)
                #expect(session.expiresAt == world.clock.now.addingTimeInterval(90 * 86_400))
            }
            world.clock.advance(days: 90)
            await expectError(.unauthenticated) { try await world.community.services(token: ana.token) }
        }
    }

    @Test("an unused session is valid until its last millisecond", arguments: Implementation.allCases)
    func edge(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let signedIn = try await world.community.signIn(
                with: .device(secret: Credential.newDeviceSecret()))
            let lifetime = signedIn.expiresAt.timeIntervalSince(world.clock.now)
            #expect(lifetime == 90 * 86_400)
            world.clock.advance(by: lifetime - 0.001)
            #expect(try await world.community.services(token: signedIn.token).me().id == signedIn.person.id)
        }
    }
}

extension World {
    /// The same person on another device.
    func signsInAgain(_ member: Member) async throws -> Member {
        clock.tick()
        return try await self.member(
            signingIn: try await community.signIn(
                with: .password(username: member.username, password: World.password)))
    }
}
