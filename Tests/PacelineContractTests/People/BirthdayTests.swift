import Foundation
import Paceline
import Testing

/// The clock starts on 1 March 2026, at 12:00 UTC.
@Suite("Birthdays")
struct BirthdayTests {
    @Test(
        "limits end at the later midnight of the time zone and UTC, and settings stay",
        arguments: Implementation.allCases, ["America/New_York", "Europe/Ljubljana", "Pacific/Kiritimati"])
    func midnight(_ implementation: Implementation, _ zone: String) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let teen = try await world.person("teen", born: 2008_03_02)
            _ = try await teen.services.update(AccountChanges(timeZone: zone), ifMatch: nil)
            let settings = try await teen.services.settings()
            let request = try await ana.asks(teen, message: "Row with us?")
            let hour: TimeInterval = zone == "America/New_York" ? 5 : 0
            let birthday = try day(2026_03_02).startInUTC.addingTimeInterval(hour * 3_600)
            world.clock.advance(to: birthday.addingTimeInterval(-1))
            try await world.announceAges()
            #expect(try await teen.received(request)?.message == nil)
            #expect(try await teen.notified() == ["requestReceived ana"])

            world.clock.advance(to: birthday)
            #expect(try await teen.received(request)?.message == "Row with us?")
            for _ in 0..<2 {
                try await world.announceAges()
                #expect(try await teen.notified() == ["age teen", "requestReceived ana"])
            }
            #expect(try await teen.inbox().items.first?.age == 18)
            let account = try await teen.services.me()
            #expect(account.privacyLevel == .friends && account.settings == settings)
            #expect(try await ana.notified() == [])
        }
    }

    @Test(
        "a child is notified at 13 and at 18, unless they have turned it off",
        arguments: Implementation.allCases)
    func both(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            _ = try await world.person("child", born: 2013_03_02)
            try await world.person("other", born: 2013_03_02).turns(.age)
            for (number, age) in [(2026_03_02, 13), (2031_03_02, 18)] {
                world.clock.advance(to: try day(number).startInUTC)
                try await world.announceAges()
                let again = try await world.member(
                    signingIn: try await world.community.signIn(
                        with: .password(username: "child", password: World.password)))
                #expect(try await again.inbox().items.compactMap(\.age) == [age])
                try await again.readsAll()
                let muted = try await world.member(
                    signingIn: try await world.community.signIn(
                        with: .password(username: "other", password: World.password)))
                #expect(try await muted.inbox().items.allSatisfy { $0.kind == .security })
            }
        }
    }

    @Test("moving does not bring limits back", arguments: Implementation.allCases)
    func moving(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let teen = try await world.person("teen", born: 2008_03_02)
            let request = try await ana.asks(teen, message: "Row with us?")
            world.clock.advance(to: try day(2026_03_02).startInUTC)
            #expect(try await teen.received(request)?.message == "Row with us?")
            _ = try await teen.services.update(AccountChanges(timeZone: "America/New_York"), ifMatch: nil)
            #expect(try await teen.received(request)?.message == "Row with us?")
            try await world.announceAges()
            #expect(try await teen.notified() == ["age teen", "requestReceived ana"])
        }
    }

    @Test(
        "an administrator's correction restricts what the age no longer allows, and nothing else changes",
        arguments: Implementation.allCases)
    func correction(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.follows(ben)
            try await ben.plays(3)
            try await ben.sets(SettingsChanges(workoutVisibility: .public, contentFilter: .off))
            world.clock.tick()
            try await world.engine.correctBirthDate(of: "Ben", to: try day(2016_01_01))
            let child = try await ben.services.me()
            #expect(child.birthDate?.number == 2016_01_01 && child.privacyLevel == .private)
            #expect(child.settings == AccountSettings.defaults(for: .child))
            #expect(try await ben.followers(of: ben) == [])
            #expect(try await ana.finds("ben") == [])
            #expect(try await ana.standings(.global) == [])
            let events = try await ben.services.securityEvents(.whole).items
            #expect(events.map(\.kind) == [.birthDateCorrected, .signedUp])
            #expect(try await ben.inbox().items.compactMap(\.security?.kind) == [.birthDateCorrected])
            await expectError(.ageRestricted) { try await ben.chooses(.public) }

            world.clock.tick()
            try await world.engine.correctBirthDate(of: "ben", to: try day(1990_01_01))
            let adult = try await ben.services.me()
            #expect(adult.privacyLevel == .private && adult.settings == child.settings)
            #expect(try await ben.chooses(.public).privacyLevel == .public)
        }
    }

    @Test(
        "a correction within the same age group changes nothing else; others are rejected",
        arguments: Implementation.allCases)
    func smallCorrection(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let tina = try await world.person("tina", born: 2010_01_01)
            try await tina.chooses(.public)
            let open = try await tina.sets(SettingsChanges(workoutVisibility: .public, contentFilter: .off))
            try await world.engine.correctBirthDate(of: "tina", to: try day(2010_10_01))
            let account = try await tina.services.me()
            #expect(account.birthDate?.number == 2010_10_01)
            #expect(account.privacyLevel == .public && account.settings == open)
            let ageless = try await world.ageless("ageless")
            try await world.engine.correctBirthDate(of: "ageless", to: try day(1990_01_01))
            #expect(try await ageless.chooses(.public).privacyLevel == .public)
            await expectError(.invalidValue, field: "birthDate") {
                try await world.engine.correctBirthDate(of: "tina", to: try day(2026_03_02))
            }
            await expectError(.personNotFound) {
                try await world.engine.correctBirthDate(of: "no_one_here", to: try day(2000_01_01))
            }
        }
    }

    @Test(
        "a community with a minimum age takes no one younger, and no username without a birth date",
        arguments: Implementation.allCases)
    func minimumAge(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.minimumAge = 16 }) { world in
            await expectError(.ageRestricted, field: "birthDate") {
                try await world.person("young", born: 2010_03_02)
            }
            _ = try await world.person("old_enough", born: 2010_03_01)
            let device = Credential.device(secret: Credential.newDeviceSecret())
            await expectError(.ageRestricted, field: "birthDate") {
                try await world.community.signIn(with: device, birthDate: try day(2016_01_01))
            }
            let newcomer = try await world.newcomer()
            await expectError(.birthDateRequired, field: "birthDate") {
                try await newcomer.services.setUsername("newcomer")
            }
            await expectError(.ageRestricted, field: "birthDate") {
                try await newcomer.services.update(
                    AccountChanges(birthDate: try day(2016_01_01)), ifMatch: nil)
            }
            _ = try await newcomer.services.update(
                AccountChanges(birthDate: try day(1990_05_17)), ifMatch: nil)
            #expect(try await newcomer.services.setUsername("newcomer").username == "newcomer")
        }
    }
}

extension Member {
    /// The request as the member receives it; nil if they do not.
    fileprivate func received(_ request: ConnectionRequest) async throws -> ConnectionRequest? {
        try await services.requests(.incoming, kind: nil, .whole).items.first { $0.id == request.id }
    }
}
