import Paceline
import Testing

/// The clock starts on 1 March 2026.
@Suite("People of unknown age")
struct UnknownAgeTests {
    @Test(
        "an account without a birth date starts with a teenager's defaults",
        arguments: Implementation.allCases)
    func defaults(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let account = try await world.newcomer().services.me()
            #expect(account.birthDate == nil && account.privacyLevel == .friends)
            #expect(account.settings == AccountSettings.defaults(for: .teenager))
        }
    }

    @Test(
        "a birth date given at the first sign-in decides what the account starts with; later ones are ignored",
        arguments: Implementation.allCases)
    func firstSignIn(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ages: [(Int, AgeGroup)] = [
                (2016_01_01, .child), (2010_01_01, .teenager), (1990_05_17, .adult),
            ]
            for (number, age) in ages {
                let born = try day(number)
                let credentials = [
                    Credential.device(secret: Credential.newDeviceSecret()),
                    StandInAppleVerifier.credential("001.\(number)"),
                ]
                for credential in credentials {
                    let first = try await world.community.signIn(with: credential, birthDate: born).person
                    #expect(first.birthDate == born && first.privacyLevel == age.defaultPrivacyLevel)
                    #expect(first.settings == AccountSettings.defaults(for: age))
                }
                let again = try await world.community.signIn(
                    with: credentials[0], birthDate: try day(2000_01_01))
                #expect(again.person.birthDate == born)
            }
        }
    }

    @Test(
        "a device or password adds no birth date while the account has a stronger credential", .world,
        arguments: Implementation.allCases)
    func weakerSignIn(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await world.forgetBirthDate(of: ana)
        let device = Credential.device(secret: Credential.newDeviceSecret())
        let password = Credential.password(username: "ana", password: World.password)
        _ = try await ana.services.link(device)
        // A thief of the device must not make the account a child's, which can't be undone.
        let child = try day(2016_01_15)
        #expect(
            try await world.community.signIn(with: device, birthDate: child).person.birthDate == nil)
        let authenticator = try await ana.createsPasskey()
        #expect(
            try await world.community.signIn(with: password, birthDate: child).person.birthDate == nil)
        let adult = try await world.community.signIn(
            with: try await world.answer(of: authenticator), birthDate: try day(1990_05_17))
        #expect(adult.person.birthDate?.number == 1990_05_17)
    }

    @Test("a later sign-in can add the birth date", arguments: Implementation.allCases)
    func laterSignIn(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let device = Credential.device(secret: Credential.newDeviceSecret())
            #expect(try await world.community.signIn(with: device).person.birthDate == nil)
            let adult = try await world.community.signIn(with: device, birthDate: try day(1990_05_17)).person
            #expect(adult.birthDate?.number == 1990_05_17 && adult.privacyLevel == .public)
            let tina = try await world.person("tina")
            try await world.forgetBirthDate(of: tina)
            let password = Credential.password(username: "tina", password: World.password)
            let teenager = try await world.community.signIn(with: password, birthDate: try day(2012_06_01))
            #expect(teenager.person.birthDate?.number == 2012_06_01)
            #expect(teenager.person.privacyLevel == .friends)
            let events = try await tina.services.securityEvents(.whole).items
            #expect(events.count == 3 && events.contains { $0.kind == .birthDateSet })
            await expectError(.invalidValue, field: "birthDate") {
                try await world.community.signIn(
                    with: .device(secret: Credential.newDeviceSecret()), birthDate: try day(2026_03_02))
            }
        }
    }

    @Test(
        "a birth date set before the username gives the defaults of that age, later ones change nothing",
        arguments: Implementation.allCases)
    func signingUp(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let adult = AccountChanges(birthDate: try day(1990_05_17))
            let early = try await world.newcomer().services.update(adult, ifMatch: nil)
            #expect(early.privacyLevel == .public)
            #expect(early.settings == AccountSettings.defaults(for: .adult))

            let shy = try await world.newcomer()
            try await shy.chooses(.private)
            let goal = SettingsChanges(weeklyGoal: WeeklyGoal(minutes: 150))
            let chosen = try await shy.sets(goal)
            let kept = try await shy.services.update(adult, ifMatch: nil)
            #expect(kept.privacyLevel == .private && kept.settings == chosen)

            let careful = try await world.newcomer()
            try await careful.chooses(.friends)
            let filtered = try await careful.sets(SettingsChanges(contentFilter: .strict))
            let closed = try await careful.services.update(adult, ifMatch: nil)
            #expect(closed.privacyLevel == .friends && closed.settings == filtered)

            let late = try await world.ageless("late")
            let known = try await late.services.update(adult, ifMatch: nil)
            #expect(known.privacyLevel == .friends)
            #expect(known.settings == AccountSettings.defaults(for: .unknown))
            #expect(try await late.chooses(.public).privacyLevel == .public)
        }
    }

    @Test(
        "sharing with more people needs a birth date, sharing with fewer does not",
        arguments: Implementation.allCases)
    func opening(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ageless = try await world.ageless("ageless")
            await expectError(.birthDateRequired, field: "privacyLevel") {
                try await ageless.chooses(.public)
            }
            let rejected: [(SettingsChanges, String)] = [
                (SettingsChanges(workoutVisibility: .followers), "workoutVisibility"),
                (SettingsChanges(scoreVisibility: .followers), "scoreVisibility"),
                (SettingsChanges(allowMessages: .all), "allowMessages"),
                (SettingsChanges(contentFilter: .off), "contentFilter"),
            ]
            for (changes, field) in rejected {
                await expectError(.birthDateRequired, field: field) { try await ageless.sets(changes) }
            }
            #expect(try await ageless.services.settings() == AccountSettings.defaults(for: .unknown))
            #expect(try await ageless.chooses(.private).privacyLevel == .private)
            #expect(try await ageless.chooses(.friends).privacyLevel == .friends)
            let opened = try await ageless.services.update(
                AccountChanges(birthDate: try day(1990_05_17), privacyLevel: .public), ifMatch: nil)
            #expect(opened.privacyLevel == .public)
        }
    }

    @Test(
        "they publish for friends at most, but what they have published stays as visible as it was", .world,
        arguments: Implementation.allCases)
    func publishing(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, old) = try await world.people("ana", "old")
        try await old.sets(SettingsChanges(workoutVisibility: .public, scoreVisibility: .public))
        let workout = try await old.publishes("Morning run", .public)
        try await old.plays(3)
        try await world.forgetBirthDate(of: old)
        for visibility in [ItemVisibility.followers, .public] {
            await expectError(.birthDateRequired, field: "visibility") {
                try await old.publishes("Evening run", visibility)
            }
        }
        for visibility in [ScoreVisibility.followers, .public] {
            await expectError(.birthDateRequired, field: "visibility") {
                try await old.plays(3, in: .mini, visibility)
            }
        }
        // They chose these defaults before birth dates were asked for.
        let evening = try await old.publishes("Evening run", nil)
        #expect(evening.visibility == .friends)
        #expect(try await old.plays(3, in: .mini, nil).visibility == .friends)
        await expectError(.birthDateRequired) { try await old.publishes("Evening", .public, as: evening.id) }
        await expectError(.birthDateRequired) { try await old.plays(2, in: .mini, .public) }
        #expect(try await old.publishes("Run", .public, as: workout.id).visibility == .public)
        #expect(try await old.plays(2, .public).visibility == .public)
        let rejected = try await old.services.publish([
            IdentifiedDraft(id: .random(), draft: .sample(visibility: .public)),
            IdentifiedDraft(id: .random(), draft: .sample(visibility: .private)),
        ])
        #expect(rejected.map(\.error?.code) == [.birthDateRequired, nil])
        #expect(try await ana.workoutTitles(of: old) == ["Run"])
        _ = try await old.services.update(AccountChanges(birthDate: try day(1990_05_17)), ifMatch: nil)
        #expect(try await old.publishes("Evening", .public, as: evening.id).visibility == .public)
    }

    @Test(
        "search and suggestions leave them out until they add a birth date",
        arguments: Implementation.allCases)
    func discovery(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let ageless = try await world.ageless("ageless")
            try await world.befriend(ana, ben)
            try await world.befriend(ben, ageless)
            let code = try await ageless.services.friendCode().code
            #expect(try await ana.finds("ageless") == [])
            #expect(try await ben.finds("ageless") == [])
            #expect(try await ana.suggested(codes: [code]) == [])
            #expect(try await ana.sees(ageless).username == "ageless")
            _ = try await ageless.services.update(
                AccountChanges(birthDate: try day(1990_05_17)), ifMatch: nil)
            #expect(try await ana.finds("ageless") == ["ageless"])
            #expect(try await ana.suggested() == ["ageless"])
        }
    }

    @Test(
        "existing accounts keep their profile, but leave search, suggestions and the global board",
        arguments: Implementation.allCases)
    func earlierPeople(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, old) = try await world.people("ana", "old")
            try await ana.plays(3)
            try await old.plays(3)
            let workout = try await old.publishes("Morning run", .public)
            try await world.forgetBirthDate(of: old)
            #expect(try await ana.standings(.global, .all) == ["1 ana 4"])
            #expect(try await ana.finds("old") == [])
            #expect(try await ana.suggested() == [])
            #expect(try await ana.services.workout(workout.id).title == "Morning run")
            #expect(try await old.chooses(.public).privacyLevel == .public)
            try await old.plays(3, on: 2026_02_28, .friends)
            #expect(try await ana.standings(.global, .all) == ["1 ana 4"])
            _ = try await old.services.update(AccountChanges(birthDate: try day(1990_05_17)), ifMatch: nil)
            #expect(try await ana.standings(.global, .all) == ["1 old 8", "2 ana 4"])
            #expect(try await ana.finds("old") == ["old"])
        }
    }

    @Test(
        "adding a birth date needs a recent sign-in, is a security event, and notifies",
        .world, arguments: Implementation.allCases)
    func confirming(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await world.forgetBirthDate(of: ana)
        let newcomer = try await world.newcomer()
        world.clock.advance(by: 601)
        let child = AccountChanges(birthDate: try day(2016_01_01))
        await expectError(.reauthenticationRequired) { try await ana.services.update(child, ifMatch: nil) }
        #expect(try await ana.services.me().birthDate == nil)
        let adult = AccountChanges(birthDate: try day(1990_05_17))
        #expect(try await newcomer.services.update(adult, ifMatch: nil).birthDate != nil)
        #expect(try await newcomer.services.securityEvents(.whole).items.map(\.kind) == [.signedUp])
        let confirmed = try await ana.services.reauthenticate(
            with: .password(username: "ana", password: World.password))
        let services = try await world.community.services(token: confirmed.token)
        #expect(try await services.update(adult, ifMatch: nil).birthDate != nil)
        let event = try #require(try await services.securityEvents(.whole).items.first)
        #expect(event.kind == .birthDateSet && event.detail == nil)
        let inbox = try await services.notifications(.whole).items
        #expect(inbox.map(\.security?.kind) == [.birthDateSet])
    }

    @Test(
        "people with existing accounts get one notification about it, until they add it",
        arguments: Implementation.allCases)
    func notice(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, old) = try await world.people("ana", "old")
            try await world.forgetBirthDate(of: old)
            for _ in 0..<2 {
                world.clock.tick()
                try await world.announceAges()
                #expect(try await old.notified() == ["age old"])
            }
            let notifications = try await old.inbox().items
            #expect(notifications.map(\.age) == [nil] && notifications.map(\.count) == [1])
            #expect(try await ana.notified() == [])
            _ = try await old.services.update(AccountChanges(birthDate: try day(1990_05_17)), ifMatch: nil)
            #expect(try await old.notified() == ["security"])
        }
    }
}
