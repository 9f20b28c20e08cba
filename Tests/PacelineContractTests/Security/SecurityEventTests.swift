import Foundation
import Paceline
import Synchronization
import Testing

@Suite("Security events")
struct SecurityEventTests {
    @Test(
        "transferring and deleting a group are events of its former owner", .world,
        arguments: Implementation.allCases)
    func groups(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let given = try await ana.createsGroup(with: ben)
        let deleted = try await ana.createsGroup()
        let left = try await ana.createsGroup()
        world.clock.tick()
        for _ in 0..<2 { _ = try await ana.transfers(given, to: ben) }
        world.clock.tick()
        try await ana.services.deleteGroup(deleted.id)
        let events = try await ana.services.securityEvents(.whole).items
        #expect(events.map(\.kind) == [.groupDeleted, .groupTransferred, .signedUp])
        #expect(events.map(\.count) == [1, 1, 1])
        #expect(events.map(\.detail) == [deleted.title, given.title, nil])
        #expect(events[0].sentence == "You deleted the group “\(deleted.title)”")
        #expect(events[1].sentence == "You transferred the group “\(given.title)” to another member")
        #expect(try await ben.services.securityEvents(.whole).items.map(\.kind) == [.signedUp])
        // The last member deletes a group by leaving it. Others do not.
        world.clock.tick()
        try await ana.leaves(given)
        try await ana.leaves(left)
        let later = try await ana.services.securityEvents(.whole).items
        #expect(later.filter { $0.kind == .groupDeleted }.reduce(0) { $0 + $1.count } == 2)
        #expect(later.allSatisfy { [.groupDeleted, .groupTransferred, .signedUp].contains($0.kind) })
    }

    @Test(
        "an access token neither ends a group with others unnoticed, nor hides it among many", .world,
        arguments: StoredTableTests.implementations)
    func groupsByToken(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let crew = try await ana.createsGroup("Crew", with: ben)
        let given = try await ana.createsGroup("Given", with: ben)
        let secret = try await ana.services.createAccessToken(
            AccessTokenDraft(name: "Script", scopes: [.social])
        ).secret
        let token = try await world.engine.session(token: secret, for: .social)
        try await ana.readsAll()
        for number in 0..<SecurityEvent.distinctDailyLimit {
            world.clock.tick()
            try await token.deleteGroup(try await token.createGroup(title: "Own \(number)").id)
        }
        #expect(try await ana.unread() == 0, "they concern no one else")
        world.clock.tick()
        try await token.deleteGroup(crew.id)
        world.clock.tick()
        _ = try await token.transferGroup(given.id, to: ben.reference)
        let events = try await ana.services.securityEvents(.whole).items
        #expect(events.first { $0.kind == .groupDeleted }?.detail == "Crew")
        let notified = try await ana.inbox().items.compactMap(\.security).map(\.kind).prefix(2)
        #expect(Array(notified) == [.groupTransferred, .groupDeleted])
        #expect(try await ana.unread() == 2)
    }

    @Test(
        "what changes how a person signs in is listed, newest first, for them alone",
        arguments: Implementation.allCases)
    func list(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            world.clock.advance(by: 1)
            let identity = try await ana.services.link(.device(secret: Credential.newDeviceSecret()))
            world.clock.advance(by: 1)
            try await ana.services.unlink(identity.id)
            world.clock.advance(by: 1)
            let draft = AccessTokenDraft(name: "Script", scopes: [.read])
            let token = try await ana.services.createAccessToken(draft).token
            world.clock.advance(by: 1)
            try await ana.services.revokeAccessToken(token.id)
            world.clock.advance(by: 1)
            let code = try await ana.services.createRecoveryCodes().items[0]
            world.clock.advance(by: 1)
            let recovered = try await world.community.recover(
                Recovery(code: code, newPassword: "another horse battery"))
            let other = try await world.community.services(token: recovered.token)
            world.clock.advance(by: 1)
            _ = try await other.setUsername("ana_novak")
            world.clock.advance(by: 1)
            _ = try await other.signOutEverywhere()
            world.clock.advance(by: 1)
            let password = Credential.password(username: "ana_novak", password: "another horse battery")
            let signedIn = try await world.community.signIn(with: password)
            world.clock.advance(by: 1)
            let again = try await world.community.signIn(with: password)
            let services = try await world.community.services(token: again.token)
            world.clock.advance(by: 1)
            try await services.revokeSession(signedIn.id)
            let events = try await services.securityEvents(.whole).items
            #expect(
                events.map(\.kind) == [
                    .sessionEnded, .signedIn, .signedIn, .signedOutEverywhere, .usernameChanged, .recovered,
                    .recoveryCodesCreated, .tokenRevoked, .tokenCreated, .identityUnlinked, .identityLinked,
                    .signedUp,
                ])
            #expect(
                events.map(\.detail).dropFirst() == [
                    "password", "password", nil, "ana_novak", nil, nil, "Script", "Script", "device",
                    "device",
                    nil,
                ])
            #expect(
                try await world.person("ben").services.securityEvents(.whole).items.map(\.kind) == [.signedUp]
            )
            let first = try await services.securityEvents(PageRequest(limit: 2))
            let rest = try await services.securityEvents(PageRequest(limit: 100, cursor: first.next))
            #expect(first.items + rest.items == events)
        }
    }

    @Test(
        "another email address is listed without the address, and notifies", .world,
        arguments: Implementation.allCases)
    func email(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        for address in ["ana@example.com", "ana@example.com", ""] {
            world.clock.tick()
            let changes = AccountChanges(bio: "Rows.", email: address)
            _ = try await ana.services.update(changes, ifMatch: nil)
        }
        let events = try await ana.services.securityEvents(.whole).items
        #expect(events.map(\.kind) == [.emailChanged, .emailChanged, .signedUp])
        #expect(events.allSatisfy { $0.detail == nil })
        #expect(try await ana.inbox().items.map(\.security?.kind).contains(.emailChanged))
    }

    @Test("wrong passwords within an hour are one event", arguments: Implementation.allCases)
    func failures(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for wait in [1.0, 1, 3_600] {
                world.clock.advance(by: wait)
                await expectError(.invalidCredentials) {
                    try await world.community.signIn(
                        with: .password(username: "ana", password: "wrong password"))
                }
            }
            await expectError(.invalidCredentials) {
                try await world.community.signIn(
                    with: .password(username: "someone_else", password: "wrong password"))
            }
            let failures = try await ana.services.securityEvents(.whole).items.filter {
                $0.kind == .signInFailed
            }
            #expect(failures.map(\.count) == [1, 2])
            #expect(failures[0].lastAt == nil && failures[1].lastAt == failures[1].at.addingTimeInterval(1))
        }
    }

    @Test(
        "wrong passwords are counted apart for each known client and network, without text that strangers chose",
        arguments: Implementation.allCases)
    func originsOfFailures(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let phone = try await world.community.client("Phone").signIn(
                with: .password(username: "ana", password: World.password))
            for client in ["Phone", "Add me", "Phone", "Call this number", "Robot"] {
                world.clock.tick()
                let service = world.community.client(
                    client, knowing: client == "Phone" ? phone.clientToken : nil)
                await expectError(.invalidCredentials) {
                    try await service.signIn(
                        with: .password(username: "ana", password: "wrong password"))
                }
            }
            let failures = try await ana.services.securityEvents(.whole).items.filter {
                $0.kind == .signInFailed
            }
            let machine = "the server’s own machine"
            #expect(failures.map(\.origin) == [machine, "Phone, at \(machine)"])
            #expect(failures.map(\.count) == [3, 2])
            #expect(failures.map(\.lastAt) == [world.clock.now, world.clock.now.addingTimeInterval(-2)])
        }
    }

    @Test(
        "what a stolen token does is listed with where it was used, not with where its owner signed in",
        .world,
        arguments: Implementation.allCases)
    func stolenToken(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let password = Credential.password(username: "ana", password: World.password)
        let signedIn = try await world.community.client("Phone").signIn(with: password)
        let other = try await world.community.client("Tablet").signIn(with: password)
        let thief = try await world.community.client("Thief").services(token: signedIn.token)
        try await thief.revokeSession(other.id)
        let identity = try await thief.link(.device(secret: Credential.newDeviceSecret()))
        _ = try await thief.createRecoveryCodes()
        let draft = AccessTokenDraft(name: "Script", scopes: [.read])
        try await thief.revokeAccessToken(try await thief.createAccessToken(draft).token.id)
        _ = try await thief.setUsername("ana_novak")
        try await thief.unlink(identity.id)
        let events = try await thief.securityEvents(.whole).items.filter {
            ![.signedUp, .signedIn].contains($0.kind)
        }
        #expect(events.count == 7 && Set(events.map(\.clientName)) == ["Thief"])
        #expect(Set(events.map(\.network)) == ["127.0.0.0/24"])
        let again = try await world.engine.signIn(
            with: .password(username: "ana_novak", password: World.password))
        _ = try await world.engine.services(token: again.token).createRecoveryCodes()
        let newest = try await world.engine.session(for: ana.id).securityEvents(.whole).items
        #expect(newest.contains { $0.kind == .recoveryCodesCreated && $0.clientName == nil })
    }

    @Test(
        "ten events of a kind are kept a day; further equal ones are counted, and others stay in the list",
        arguments: Implementation.allCases)
    func limit(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let password = Credential.password(username: "ana", password: World.password)
            let clients = [String](repeating: "Script", count: 10) + ["Thief", "Script", "Script"]
            for client in clients {
                world.clock.tick()
                _ = try await world.community.client(client).signIn(with: password)
            }
            var events = try await ana.services.securityEvents(.whole).items
            #expect(events.map(\.kind).last == .signedUp, "other kinds have limits of their own")
            events.removeLast()
            #expect(
                events.map(\.clientName) == ["Thief"] + [String](repeating: "Script", count: 10))
            #expect(events.map(\.count) == [1, 3] + [Int](repeating: 1, count: 9))
            #expect(events.map(\.lastAt).prefix(3) == [nil, world.clock.now, nil])
            world.clock.advance(days: 1)
            _ = try await world.community.client("Script").signIn(with: password)
            let newest = try await ana.services.securityEvents(.whole).items
            #expect(newest.count == 13 && newest[0].count == 1 && newest[0].lastAt == nil)
        }
    }

    @Test(
        "a session cannot fill the list with different events, nor change what earlier ones say",
        arguments: Implementation.allCases)
    func stolen(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let details = (0..<40).map { "Script \($0)" }
            for name in details {
                world.clock.tick()
                let draft = AccessTokenDraft(name: name, scopes: [.read])
                let token = try await ana.services.createAccessToken(draft).token
                try await ana.services.revokeAccessToken(token.id)
            }
            let events = try await ana.services.securityEvents(.whole).items
            #expect(events.map(\.kind).last == .signedUp)
            for kind in [SecurityEventKind.tokenCreated, .tokenRevoked] {
                let kept = events.filter { $0.kind == kind }
                #expect(kept.compactMap(\.detail) == Array(details.prefix(30).reversed()))
                #expect(kept.map(\.count) == [11] + [Int](repeating: 1, count: 29))
                #expect(kept.first?.lastAt == world.clock.now)
            }
        }
    }

    @Test(
        "sign-ins of many clients are all listed up to thirty a day, and then counted",
        arguments: Implementation.allCases)
    func manyOrigins(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let password = Credential.password(username: "ana", password: World.password)
            for number in 0..<40 {
                world.clock.tick()
                _ = try await world.community.client("Client \(number)").signIn(with: password)
            }
            world.clock.tick()
            _ = try await world.community.client("Client 3").signIn(with: password)
            let events = try await ana.services.securityEvents(.whole).items.filter { $0.kind == .signedIn }
            #expect(events.compactMap(\.clientName) == (0..<30).reversed().map { "Client \($0)" })
            #expect(events.map(\.count).reduce(0, +) == 41)
            #expect(events[0].count == 11 && events[26].count == 2)
        }
    }

    @Test(
        "events are kept for 180 days, and where they came from for 30, also before they are purged",
        arguments: [true, false])
    func retention(isPurged: Bool) async throws {
        try await Implementation.engineInMemory.run { world in
            _ = try await world.person("ana")
            let origin = world.engine.signingIn(from: .init(clientName: "Firefox", network: "192.0.2.0/24"))
            let credential = Credential.password(username: "ana", password: World.password)
            world.clock.advance(by: 1)
            let signedIn = try await origin.signIn(with: credential)
            let ana = world.engine.session(for: signedIn.person.id)
            world.clock.advance(days: 30)
            if isPurged { _ = try await world.engine.purgeExpired() }
            let events = try await ana.securityEvents(.whole).items
            #expect(events.map(\.network) == [nil, nil] && events[0].clientName == "Firefox")
            world.clock.advance(days: 150)
            if isPurged { _ = try await world.engine.purgeExpired() }
            #expect(try await ana.securityEvents(.whole).items.isEmpty)
        }
    }

    @Test("the operator's log contains each event, and no secret")
    func operatorsLog() async throws {
        let log = Mutex<[SecurityEventKind]>([])
        try await Implementation.engineInMemory.run(configuring: { environment in
            environment.securityLog = { kind, _ in log.withLock { $0.append(kind) } }
        }) { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.createRecoveryCodes()
            await expectError(.invalidCredentials) {
                try await ana.services.reauthenticate(
                    with: .password(username: "ana", password: "wrong password"))
            }
        }
        #expect(log.withLock { $0 } == [.signedUp, .recoveryCodesCreated, .signInFailed])
    }
}
