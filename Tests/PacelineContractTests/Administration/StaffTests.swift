import Foundation
import Paceline
import PacelineEngine
import Synchronization
import Testing

@Suite("The staff")
struct StaffTests {
    @Test(
        "the operator makes the first administrator, whose sessions and trusted clients end",
        .world, arguments: Implementation.allCases)
    func first(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        #expect(try await world.engine.staff().isEmpty)
        #expect(try await ana.services.me().role == nil)
        await expectError(.personNotFound) {
            try await world.engine.setRole(of: "no_one_here", to: .administrator)
        }
        try await world.grants(.administrator, to: ana)
        await expectError(.unauthenticated) { try await world.community.services(token: ana.token) }
        let again = try await world.signsInAgain(ana)
        #expect(try await again.services.me().role == .administrator)
        _ = try await again.services.createRecoveryCodes()
        #expect(
            try await again.staffServices.staff() == [
                StaffMember(id: ana.id, username: "ana", displayName: "Ana", role: .administrator)
            ])
        let granted = try await again.services.securityEvents(.whole).items.filter { $0.kind == .roleChanged }
        #expect(granted.map(\.sentence) == ["Role on this server changed to administrator"])
        #expect(try await again.inbox().items.compactMap(\.security?.kind).contains(.roleChanged))
        // The same role changes nothing.
        #expect(try await !world.engine.setRole(of: "ANA", to: .administrator))
        #expect(try await again.services.me().role == .administrator)
        let trusted = try await world.rows(of: "accounts WHERE role IS NOT NULL AND clients_revoked_at > 0")
        #expect(trusted == 1)
    }

    @Test(
        "what the staff do needs recovery codes or a passkey", .world, arguments: Implementation.allCases)
    func regainable(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let authenticator = try await ana.createsPasskey()
        #expect(try await world.engine.setRole(of: "ana", to: .administrator))
        let strong = try await world.member(signingIn: try await world.signIn(with: authenticator))
        #expect(try await strong.staffServices.staff().map(\.username) == ["ana"])
        #expect(try await world.engine.setRole(of: "ben", to: .administrator))
        let again = try await world.signsInAgain(ben)
        await expectError(.notAllowed) { try await again.staffServices.staff() }
        _ = try await again.services.createRecoveryCodes()
        #expect(try await again.staffServices.staff().map(\.username) == ["ana", "ben"])
    }

    @Test(
        "the only administrator stays, unless the operator insists", .world,
        arguments: Implementation.allCases)
    func last(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        _ = try await world.staffMember("ana")
        for role in [StaffRole.moderator, nil] {
            await expectError(.notAllowed) { try await world.engine.setRole(of: "ana", to: role) }
        }
        let ben = try await world.staffMember("ben")
        #expect(try await world.engine.setRole(of: "ana", to: nil))
        #expect(try await ben.staffServices.staff().map(\.username) == ["ben"])
        #expect(try await world.engine.setRole(of: "ben", to: nil, leavingNoAdministrator: true))
        #expect(try await world.engine.staff().isEmpty)
    }

    @Test(
        "administrators change the roles of others, but not their own or those of administrators",
        .world, arguments: Implementation.allCases)
    func changing(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ben = try await world.person("ben")
        let ana = try await world.staffMember("ana")
        // Blocks make no difference.
        try await ben.blocks(ana)
        try await ana.changesRole(of: ben, to: .moderator)
        await expectError(.unauthenticated) { try await world.community.services(token: ben.token) }
        let moderator = try await world.signsInAgain(ben)
        #expect(try await moderator.services.me().role == .moderator)
        #expect(try await ana.staffServices.staff().map(\.role) == [.administrator, .moderator])
        await expectError(.staffOnly) { try await moderator.staffServices.staff() }
        for reference in [ana.reference, .me, .username("ana")] {
            await expectError(.selfNotAllowed) {
                try await ana.staffServices.setRole(of: reference, to: nil)
            }
        }
        await expectError(.personNotFound) {
            try await ana.staffServices.setRole(of: .username("no_one_here"), to: .moderator)
        }
        try await ana.changesRole(of: ben, to: .administrator)
        await expectError(.notAllowed) { try await ana.changesRole(of: ben, to: nil) }
        #expect(try await world.engine.setRole(of: "ben", to: nil))
        #expect(try await world.signsInAgain(ben).services.me().role == nil)
    }

    @Test(
        "all administrators learn who gave a role to whom, and the log names both",
        arguments: Implementation.allCases)
    func traced(_ implementation: Implementation) async throws {
        let log = Mutex<[String]>([])
        try await implementation.run(configuring: { environment in
            environment.roleLog = { person, role, actor in
                log.withLock {
                    $0.append("\(person) \(role?.rawValue ?? "member") \(actor?.description ?? "operator")")
                }
            }
        }) { world in
            let nora = try await world.person("nora")
            let (ana, ben) = (try await world.staffMember("ana"), try await world.staffMember("ben"))
            let mo = try await world.staffMember("moe", .moderator)
            try await ana.changesRole(of: nora, to: .administrator)
            let sentence = "Role of @nora on this server changed to administrator by @ana"
            for administrator in [ana, ben] {
                let events = try await administrator.services.securityEvents(.whole).items
                #expect(events.first?.sentence == sentence)
                #expect(try await administrator.inbox().items.first?.security?.sentence == sentence)
            }
            let others = try await mo.services.securityEvents(.whole).items
            #expect(!others.contains { $0.kind == .staffChanged })
            #expect(log.withLock { $0.last } == "\(nora.id) administrator \(ana.id)")
            // The operator is no person. Of those who are erased, no name stays.
            world.clock.tick()
            try await world.engine.setRole(of: "nora", to: nil)
            let taken = try await ben.services.securityEvents(.whole).items.first?.sentence
            #expect(taken == "Role of @nora on this server changed to member")
            #expect(log.withLock { $0.last } == "\(nora.id) member operator")
            #expect(try await world.rows(of: "security_events WHERE detail LIKE '%nora%'") == 0)
        }
    }

    @Test("changing a role needs a recent sign-in", .world, arguments: Implementation.allCases)
    func confirming(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ben = try await world.person("ben")
        let ana = try await world.staffMember("ana")
        world.clock.advance(by: 601)
        await expectError(.reauthenticationRequired) { try await ana.changesRole(of: ben, to: .moderator) }
        #expect(try await ana.staffServices.staff().count == 1)
        let confirmed = try await ana.services.reauthenticate(
            with: .password(username: "ana", password: World.password))
        try await world.member(signingIn: confirmed).changesRole(of: ben, to: .moderator)
        #expect(try await world.engine.staff().count == 2)
    }

    @Test(
        "what only the staff may do is refused, listed, notified and logged",
        arguments: Implementation.allCases)
    func refused(_ implementation: Implementation) async throws {
        let log = Mutex<[SecurityEventKind]>([])
        try await implementation.run(configuring: { environment in
            environment.securityLog = { kind, _ in log.withLock { $0.append(kind) } }
        }) { world in
            let ben = try await world.person("ben")
            world.clock.tick()
            await expectError(.staffOnly) { try await ben.staffServices.staff() }
            await expectError(.staffOnly) { try await ben.changesRole(of: ben, to: .administrator) }
            #expect(try await ben.services.me().role == nil)
            let events = try await ben.services.securityEvents(.whole).items
            #expect(events.map(\.kind) == [.staffCallRefused, .staffCallRefused, .signedUp])
            let noticed = try await ben.inbox().items.compactMap(\.security?.kind)
            #expect(noticed.contains(.staffCallRefused))
        }
        #expect(log.withLock { $0 } == [.signedUp, .staffCallRefused, .staffCallRefused])
    }

    @Test("a role changes nothing that others see", .world, arguments: Implementation.allCases)
    func unseen(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        _ = try await ben.inbox()
        let (before, start) = (try await ben.sees(ana), try await ben.services.changes(since: nil).next)
        let own = try await ana.services.changes(since: nil).next
        try await world.engine.setRole(of: "ana", to: .administrator)
        #expect(try await ben.sees(ana) == before)
        #expect(try await ben.services.changes(since: start).changes.isEmpty)
        let again = try await world.signsInAgain(ana)
        let learned = try await again.services.changes(since: own).changes
        #expect(!learned.isEmpty, "the person's own devices learn of it")
    }
}
