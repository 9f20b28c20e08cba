import Foundation
import Paceline
import PacelineClient
import PacelineEngine
import Testing

@Suite("Notifications of security events")
struct SecurityNotificationTests {
    private static let password = Credential.password(username: "ana", password: World.password)
    private static let wrong = Credential.password(username: "ana", password: "wrong password")
    private static let draft = AccessTokenDraft(name: "Script", scopes: [.read])

    @Test(
        "a sign-in on an unknown client notifies, one on a known client and the first do not",
        arguments: Implementation.allCases)
    func signIns(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let signUp = SignUp(
                username: "ana", password: World.password, birthDate: try day(1990_05_17))
            let signedUp = try await world.community.client("Laptop").signUp(signUp)
            let ana = try await world.member(signingIn: signedUp)
            #expect(try await ana.warnings() == [])
            world.clock.tick()
            let laptop = world.community.client("Laptop", knowing: signedUp.clientToken)
            _ = try await laptop.signIn(with: Self.password)
            #expect(try await ana.warnings() == [])
            world.clock.tick()
            let first = try await world.community.client("Phone").signIn(with: Self.password)
            let sentence = "New sign-in from Phone, at the server’s own machine"
            let inbox = try await ana.inbox()
            #expect(inbox.items.map(\.sentence) == [sentence] && inbox.unreadCount == 1)
            let notification = try #require(inbox.items.first)
            #expect(notification.kind == .security && notification.people.isEmpty && notification.count == 0)
            let events = try await ana.services.securityEvents(.whole).items
            #expect(notification.security == events.first && notification.at == events.first?.at)
            world.clock.tick()
            let phone = world.community.client("Phone", knowing: first.clientToken)
            _ = try await phone.signIn(with: Self.password)
            #expect(try await ana.warnings() == [sentence])

            let ben = try await world.person("ben")
            #expect(try await ben.inbox().items.isEmpty, "others learn nothing")
            world.clock.tick()
            _ = try await phone.signIn(with: .password(username: "ben", password: World.password))
            #expect(try await ben.warnings() == [sentence], "a client is known to its person only")
        }
    }

    @Test(
        "signing out everywhere makes all clients unknown, and a device signs in as others do",
        arguments: Implementation.allCases)
    func unknownAgain(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let secret = Credential.newDeviceSecret()
            _ = try await ana.services.link(.device(secret: secret))
            world.clock.tick()
            let first = try await world.community.client("Phone").signIn(with: .device(secret: secret))
            #expect(try await ana.kinds() == [.signedIn, .identityLinked])
            world.clock.tick()
            _ = try await ana.services.signOutEverywhere()
            world.clock.tick()
            let again = try await world.community.client("Phone", knowing: first.clientToken).signIn(
                with: Self.password)
            let member = try await world.member(signingIn: again)
            #expect(try await member.kinds().prefix(2) == [.signedIn, .signedOutEverywhere])
        }
    }

    @Test("the same sign-in again joins the unread notification", arguments: Implementation.allCases)
    func grouping(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for client in ["Phone", "Phone", "Tablet", "Phone"] {
                world.clock.tick()
                _ = try await world.community.client(client).signIn(with: Self.password)
            }
            let (phone, tablet) = (
                "New sign-in from Phone, at the server’s own machine",
                "New sign-in from Tablet, at the server’s own machine"
            )
            #expect(try await ana.warnings() == [phone, tablet])
            let newest = try await ana.services.securityEvents(.whole).items.first
            #expect(try await ana.inbox().items.first?.security == newest)
            try await ana.readsAll()
            world.clock.tick()
            _ = try await world.community.client("Phone").signIn(with: Self.password)
            #expect(try await ana.warnings() == [phone, "·" + phone, "·" + tablet])
            #expect(try await ana.unread() == 1)
        }
    }

    @Test(
        "changes of how a person signs in notify the person, unless they permit nothing new",
        arguments: Implementation.allCases)
    func changes(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let identity = try await ana.services.link(.device(secret: Credential.newDeviceSecret()))
            world.clock.tick()
            try await ana.services.unlink(identity.id)
            world.clock.tick()
            let token = try await ana.services.createAccessToken(Self.draft).token
            world.clock.tick()
            try await ana.services.revokeAccessToken(token.id)
            world.clock.tick()
            let code = try await ana.services.createRecoveryCodes().items[0]
            world.clock.tick()
            _ = try await ana.services.setUsername("ana_novak")
            world.clock.tick()
            let other = try await world.signsInAgain(
                Member(
                    id: ana.id, username: "ana_novak", services: ana.services, token: ana.token,
                    clock: world.clock))
            try await other.services.signOut()
            try await ana.readsAll()
            world.clock.tick()
            let change = PasswordChange(
                currentPassword: World.password, newPassword: "another horse battery")
            let changed = try await world.member(
                signingIn: try await ana.services.changePassword(change))
            #expect(
                try await changed.kinds().filter { $0 != .signedIn } == [
                    .passwordChanged, .usernameChanged, .recoveryCodesCreated, .tokenCreated,
                    .identityUnlinked, .identityLinked,
                ])
            world.clock.tick()
            _ = try await world.engine.createRecoveryLink(for: "ana_novak")
            #expect(try await changed.warnings().first == "An administrator made a recovery link")
            world.clock.tick()
            let recovered = try await world.community.client("Phone").recover(
                Recovery(code: code, newPassword: "a third horse battery"))
            let regained = try await world.member(signingIn: recovered)
            #expect(
                try await regained.warnings().first
                    == "A recovery code or link was used (Phone, at the server’s own machine)")
            #expect(try await regained.kinds().prefix(2) == [.recovered, .recoveryLinkCreated])
        }
    }

    @Test(
        "a session that another one ends notifies, signing out does not", .world,
        arguments: Implementation.allCases)
    func endedSession(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        world.clock.tick()
        let phone = try await world.community.client("Phone").signIn(with: Self.password)
        let tablet = try await world.signsInAgain(ana)
        try await ana.readsAll()
        world.clock.tick()
        try await tablet.services.signOut()
        #expect(try await ana.unread() == 0)
        world.clock.tick()
        try await ana.services.revokeSession(phone.id)
        #expect(try await ana.unread() == 1)
        #expect(try await ana.warnings().first?.hasPrefix("Session ended: Phone") == true)
    }

    @Test("an account without a username has no inbox to notify", arguments: Implementation.allCases)
    func newcomer(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let secret = Credential.newDeviceSecret()
            let newcomer = try await world.member(
                signingIn: try await world.community.signIn(with: .device(secret: secret)))
            _ = try await world.community.client("Phone").signIn(with: .device(secret: secret))
            _ = try await newcomer.services.createRecoveryCodes()
            world.clock.tick()
            _ = try await newcomer.services.setUsername("ana")
            #expect(try await newcomer.warnings() == [])
            world.clock.tick()
            _ = try await newcomer.services.setUsername("ana_novak")
            #expect(try await newcomer.kinds() == [.usernameChanged])
        }
    }

    @Test("wrong passwords notify at most once an hour", arguments: Implementation.allCases)
    func failures(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            func guesses(_ client: String) async {
                world.clock.tick()
                await expectError(.invalidCredentials) {
                    try await world.community.client(client).signIn(with: Self.wrong)
                }
            }
            for _ in 0..<3 { await guesses("Robot") }
            await guesses("Other robot")
            // Without the names, which strangers choose: they would be a way to write to anyone.
            #expect(try await ana.warnings() == ["4 wrong passwords from the server’s own machine"])
            try await ana.readsAll()
            world.clock.advance(by: 3_000)
            await guesses("Robot")
            #expect(try await ana.warnings() == ["·5 wrong passwords from the server’s own machine"])
            world.clock.advance(by: 1_000)
            await guesses("Robot")
            #expect(
                try await ana.warnings() == [
                    "1 wrong password from the server’s own machine",
                    "·5 wrong passwords from the server’s own machine",
                ])
        }
    }

    @Test("a wrong password on a known client does not notify", arguments: Implementation.allCases)
    func ownMistake(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let signedIn = try await world.community.client("Phone").signIn(with: Self.password)
            try await ana.readsAll()
            let phone = world.community.client("Phone", knowing: signedIn.clientToken)
            await expectError(.invalidCredentials) { try await phone.signIn(with: Self.wrong) }
            #expect(try await ana.unread() == 0)
            let events = try await ana.services.securityEvents(.whole).items
            #expect(events.contains { $0.kind == .signInFailed && $0.clientName == "Phone" })
        }
    }

    @Test("no setting turns them off", arguments: Implementation.allCases)
    func settings(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            await expectError(.malformed, field: "kinds.security") {
                try await ana.services.update(NotificationSettings([.security: false]))
            }
            let off = Dictionary(uniqueKeysWithValues: NotificationKind.switchable.map { ($0, false) })
            let settings = try await ana.services.update(NotificationSettings(off))
            #expect(settings.kinds[.security] == nil && settings.wants(.security))
            _ = try await ana.services.createAccessToken(Self.draft)
            #expect(try await ana.kinds() == [.tokenCreated])
        }
    }

    @Test("listeners receive them, and marking them as read ends counting them")
    func live() async throws {
        try await Implementation.engineInMemory.run { world in
            let ana = try await world.person("ana")
            let listener = try await ana.listens()
            world.clock.tick()
            _ = try await world.community.client("Phone").signIn(with: Self.password)
            try await world.engine.followLog()
            #expect(try await listener.receives() == .notifications)
            #expect(try await ana.unread() == 1)
            #expect(try await ana.readsAll() == 0)
        }
    }

    @Test("a person gets at most twenty of a kind a day, so no one can fill the inbox or hide another kind")
    func limit() async throws {
        try await Implementation.engineInMemory.run { world in
            let ana = try await world.person("ana")
            for _ in 0..<60 {
                world.clock.tick()
                _ = try await world.community.client("Phone").signIn(with: Self.password)
                try await ana.readsAll()
            }
            #expect(try await ana.kinds().count == 20)
            #expect(try await world.rows(of: "security_events") == 1 + SecurityEvent.dailyLimit)
            world.clock.tick()
            _ = try await ana.services.link(.device(secret: Credential.newDeviceSecret()))
            #expect(try await ana.kinds().first == .identityLinked)
            try await ana.readsAll()
            world.clock.advance(days: 1)
            _ = try await world.community.client("Phone").signIn(with: Self.password)
            #expect(try await ana.unread() == 1)
        }
    }

    @Test("a notification says how often it happened, and what one said stays")
    func counting() async throws {
        try await Implementation.engineInMemory.run { world in
            let ana = try await world.person("ana")
            for client in [String](repeating: "Phone", count: 12) + ["Thief"] {
                world.clock.tick()
                _ = try await world.community.client(client).signIn(with: Self.password)
                try await ana.readsAll()
            }
            let (phone, thief) = (
                "·New sign-in from Phone, at the server’s own machine",
                "·New sign-in from Thief, at the server’s own machine"
            )
            let counted = phone + " (3×)"
            #expect(
                try await ana.warnings()
                    == [thief, counted, counted, counted] + [String](repeating: phone, count: 9))
        }
    }

    @Test("what the program itself does on someone's behalf does not notify")
    func ownProgram() async throws {
        try await Implementation.engineInMemory.run { world in
            let ana = try await world.person("ana")
            world.clock.tick()
            _ = try await world.engine.signIn(with: Self.password)
            await expectError(.invalidCredentials) { try await world.engine.signIn(with: Self.wrong) }
            #expect(try await ana.warnings() == [])
        }
    }
}

extension Member {
    /// The sentences of notifications of security events, newest first, with `·` before read ones.
    fileprivate func warnings() async throws -> [String] {
        try await inbox().items.filter { $0.kind == .security }.map { ($0.isRead ? "·" : "") + $0.sentence }
    }

    /// The kinds of security events of which the inbox notifies, newest first.
    fileprivate func kinds() async throws -> [SecurityEventKind] {
        try await inbox().items.compactMap(\.security?.kind)
    }
}

extension SignInService {
    /// The service for a client of this name.
    /// - Parameter clientToken: of an earlier sign-in on the client; nil for one that never signed in.
    func client(_ name: String, knowing clientToken: String? = nil) -> any SignInService {
        if let engine = self as? Engine {
            return engine.signingIn(
                from: SignInOrigin(clientName: name, clientToken: clientToken, network: "127.0.0.0/24"))
        }
        guard var server = self as? RemoteServer else { return self }
        server.clientName = name
        server.clientToken = clientToken
        return server
    }
}
