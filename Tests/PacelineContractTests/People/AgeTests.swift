import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

/// The clock starts on 1 March 2026.
@Suite("Age")
struct AgeTests {
    @Test("the initial privacy level depends on the birth date", arguments: Implementation.allCases)
    func beginnings(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let expected: [(Int, PrivacyLevel)] = [
                (2013_03_02, .private), (2013_03_01, .friends), (2008_03_02, .friends), (2008_03_01, .public),
            ]
            for (birthDate, level) in expected {
                let person = try await world.person("born_\(birthDate)", born: birthDate)
                #expect(try await person.services.me().privacyLevel == level, "born \(birthDate)")
            }
        }
    }

    @Test("a person of 13 may make their profile public", arguments: Implementation.allCases)
    func teenager(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let tina = try await world.person("tina", born: 2012_06_01)
            #expect(try await tina.chooses(.public).privacyLevel == .public)
        }
    }

    @Test("a child's profile stays private", arguments: Implementation.allCases)
    func staysPrivate(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let child = try await world.person("child", born: 2016_01_01)
            for level in [PrivacyLevel.public, .friends] {
                await expectError(.ageRestricted) { try await child.chooses(level) }
            }
            #expect(try await child.chooses(.private).privacyLevel == .private)
        }
    }

    @Test("a child cannot turn on what is closed to children", arguments: Implementation.allCases)
    func closedSettings(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let child = try await world.person("child", born: 2016_01_01)
            let before = try await child.services.settings()
            #expect(before == AccountSettings.defaults(for: .child))
            let rejected: [(SettingsChanges, String)] = [
                (SettingsChanges(workoutVisibility: .public), "workoutVisibility"),
                (SettingsChanges(workoutVisibility: .followers), "workoutVisibility"),
                (SettingsChanges(scoreVisibility: .public), "scoreVisibility"),
                (SettingsChanges(scoreVisibility: .followers), "scoreVisibility"),
                (SettingsChanges(allowMessages: .all), "allowMessages"),
                (SettingsChanges(allowMessages: .friends), "allowMessages"),
                (SettingsChanges(contentFilter: .off), "contentFilter"),
                (SettingsChanges(showOnLeaderboards: true), "showOnLeaderboards"),
            ]
            for (var changes, field) in rejected {
                changes.pushNotifications = false
                await expectError(.ageRestricted, field: field) { [changes] in try await child.sets(changes) }
            }
            #expect(try await child.services.settings() == before)
        }
    }

    @Test(
        "setting a teenager's birth date applies the defaults for teenagers, which can be changed again",
        arguments: Implementation.allCases)
    func becomingKnownAsTeenager(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let tina = try await world.person("tina")
            try await tina.sets(
                SettingsChanges(
                    workoutVisibility: .public, scoreVisibility: .public, allowMessages: .all,
                    contentFilter: .off))
            try await world.forgetBirthDate(of: tina)
            let account = try await tina.services.update(
                AccountChanges(birthDate: try day(2012_06_01)), ifMatch: nil)
            #expect(account.privacyLevel == .friends)
            #expect(account.settings == AccountSettings.defaults(for: .teenager))
            #expect(try await ana.sees(tina).bio == nil)
            guard case .requested = try await ana.follows(tina) else {
                Issue.record("a teenager's profile approves its followers")
                return
            }
            #expect(try await tina.chooses(.public).privacyLevel == .public)
            let opened = try await tina.sets(SettingsChanges(workoutVisibility: .public, contentFilter: .off))
            #expect(opened.workoutVisibility == .public && opened.contentFilter == .off)
        }
    }

    @Test(
        "a privacy level set together with a teenager's birth date is kept",
        arguments: Implementation.allCases, PrivacyLevel.allCases)
    func choosingAtOnce(_ implementation: Implementation, _ level: PrivacyLevel) async throws {
        try await implementation.run { world in
            let tina = try await world.newcomer()
            let account = try await tina.services.update(
                AccountChanges(birthDate: try day(2012_06_01), privacyLevel: level), ifMatch: nil)
            #expect(account.privacyLevel == level)
        }
    }

    @Test(
        "setting an adult's birth date changes nothing else", arguments: Implementation.allCases)
    func becomingKnownAsAdult(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let chosen = try await ana.sets(
                SettingsChanges(workoutVisibility: .public, allowMessages: .all, contentFilter: .off))
            try await world.forgetBirthDate(of: ana)
            let account = try await ana.services.update(
                AccountChanges(birthDate: try day(1990_05_17)), ifMatch: nil)
            #expect(account.privacyLevel == .public)
            #expect(account.settings == chosen)
        }
    }

    @Test("a child cannot be found or followed, but can have friends", arguments: Implementation.allCases)
    func following(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let child = try await world.person("child", born: 2016_01_01)
            #expect(try await ana.finds("child") == [])
            #expect(try await ana.suggested() == [])
            await expectError(.requestsNotAllowed) { try await ana.follows(child) }
            await expectError(.requestsNotAllowed) { try await ana.asks(child, kind: .follow) }
            try await world.befriend(ana, child)
            #expect(try await ana.relationship(to: child) == .friends)
        }
    }

    @Test("a child can be asked only with the friend code", arguments: Implementation.allCases)
    func askingChildren(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let child = try await world.person("child", born: 2016_01_01)
            await expectError(.requestsNotAllowed) { try await ana.asks(child) }
            let code = try await child.services.friendCode().code
            await expectError(.requestsNotAllowed) {
                try await ana.services.request(RequestDraft(kind: .follow, to: .code(code)))
            }
            let request = try await ana.services.request(RequestDraft(to: .code(code)))
            #expect(try await child.requests(.incoming) == [request.id])
            // A child's own request needs the code, too, and is accepted by asking back.
            await expectError(.requestsNotAllowed) { try await child.asks(ben) }
            let own = try await child.services.request(
                RequestDraft(to: .code(try await ben.services.friendCode().code)))
            #expect(try await ben.asks(child).id == own.id)
            #expect(try await ben.relationship(to: child) == .friends)
        }
    }

    @Test("a child can ask others only with their friend code", .world, arguments: Implementation.allCases)
    func childrenAsking(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.chooses(.friends)
        let child = try await world.person("child", born: 2016_01_01)
        await expectError(.requestsNotAllowed) { try await child.asks(ana) }
        await expectError(.requestsNotAllowed) { try await child.asks(ben, kind: .follow) }
        await expectError(.requestsNotAllowed) { try await child.follows(ben) }
        #expect(try await child.requests(.outgoing) == [])
        #expect(try await ana.notified() == [])
        try await world.befriend(child, ana)
        #expect(try await ana.relationship(to: child) == .friends)
    }

    @Test(
        "requests that a person sent without a code end when they turn out to be a child", .world,
        arguments: Implementation.allCases)
    func becomingKnownAsChild(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        try await eva.chooses(.friends)
        let kid = try await world.ageless("kid")
        let request = try await kid.asks(ana)
        try await kid.asks(eva, kind: .follow)
        let code = try await ben.services.friendCode().code
        let kept = try await kid.services.request(RequestDraft(to: .code(code)))
        #expect(try await ana.notified() == ["requestReceived kid"])
        _ = try await kid.services.update(AccountChanges(birthDate: try day(2016_01_01)), ifMatch: nil)
        #expect(try await kid.requests(.outgoing) == [kept.id])
        #expect(try await ana.requests(.incoming) == [])
        #expect(try await ana.notified() == [])
        await expectError(.requestNotFound) { try await ana.accepts(request) }
        #expect(try await ben.accepts(kept).state == .accepted)
    }

    @Test(
        "children find others by the exact username, and friends by any part of their name", .world,
        arguments: Implementation.allCases)
    func searchingChildren(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (stranger, friend) = try await world.people("stranger", "strong_friend")
        let child = try await world.person("child", born: 2016_01_01)
        try await world.befriend(child, friend)
        #expect(try await child.finds("str") == ["strong_friend"])
        #expect(try await child.finds("range") == [])
        #expect(try await child.finds("stranger") == ["stranger"])
        #expect(Set(try await world.person("adult").finds("str")) == ["stranger", "strong_friend"])
        _ = stranger
    }

    @Test(
        "messages of requests do not reach minors or people of unknown age, also not once accepted",
        arguments: Implementation.allCases)
    func messages(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let unknown = try await world.ageless("ageless")
            let receivers = [
                (try await world.person("child", born: 2016_01_01), false),
                (try await world.person("teen", born: 2008_03_02), false),
                (try await world.person("adult", born: 2008_03_01), true), (unknown, false),
            ]
            for (receiver, isAdult) in receivers {
                let code = try await receiver.services.friendCode().code
                let request = try await ana.services.request(
                    RequestDraft(to: .code(code), message: "Where do you live?"))
                #expect(request.message == "Where do you live?")
                let expected = isAdult ? request.message : nil
                let received = try await receiver.services.requests(.incoming, kind: nil, .whole).items
                #expect(received.map(\.message) == [expected])
                #expect(try await receiver.inbox().items.map(\.request?.message) == [expected])
                #expect(try await receiver.accepts(request).message == expected)
            }
        }
    }

    @Test(
        "comments, replies and mentions by people who are not friends do not notify minors",
        arguments: Implementation.allCases)
    func notifications(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let teen = try await world.person("teen", born: 2010_01_01)
            try await teen.chooses(.public)
            try await world.befriend(ben, teen)
            try await teen.readsAll()
            let workout = try await teen.publishes("Morning run", .public)
            let own = try await teen.comments("Windy", on: workout)
            _ = try await ana.comments("Hello", on: workout)
            _ = try await ana.comments("Hello again", on: workout, answering: own)
            let other = try await ben.publishes("Row", .public)
            _ = try await ana.comments("Hello @teen", on: other)
            #expect(try await teen.notified().filter { !$0.hasPrefix("·") } == [])
            _ = try await ben.comments("Well done", on: workout)
            _ = try await ben.comments("It was", on: workout, answering: own)
            _ = try await ben.comments("Look, @teen", on: other)
            #expect(
                try await teen.notified().filter { !$0.hasPrefix("·") } == [
                    "mention ben", "reply ben", "comment ben",
                ])
        }
    }

    @Test("a stranger sees nothing that a child publishes", arguments: Implementation.allCases)
    func workouts(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let child = try await world.person("child", born: 2016_01_01)
            try await world.befriend(ana, child)
            let workout = try await child.publishes("Morning run", .friends)
            #expect(try await ana.services.workout(workout.id).title == "Morning run")
            await expectError(.workoutNotFound) { try await ben.services.workout(workout.id) }
            #expect(try await ben.workoutTitles(of: child) == [])
        }
    }

    @Test(
        "a child shows workouts and scores to friends at most, but what they showed before stays", .world,
        arguments: Implementation.allCases)
    func publishing(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let child = try await world.person("child", born: 2013_03_02)
        for visibility in [ItemVisibility.followers, .public] {
            await expectError(.ageRestricted, field: "visibility") {
                try await child.publishes("Run", visibility)
            }
        }
        for visibility in [ScoreVisibility.followers, .public] {
            await expectError(.ageRestricted, field: "visibility") { try await child.plays(3, visibility) }
        }
        let workout = try await child.publishes("Run", nil)
        #expect(workout.visibility <= .friends)
        #expect(try await child.plays(3, .friends).visibility == .friends)
        await expectError(.ageRestricted) { try await child.publishes("Run", .public, as: workout.id) }
        await expectError(.ageRestricted) { try await child.plays(2, .public) }
        let batch = try await child.services.publish([
            IdentifiedDraft(id: .random(), draft: .sample(visibility: .public)),
            IdentifiedDraft(id: .random(), draft: .sample(visibility: .private)),
        ])
        #expect(batch.map(\.error?.code) == [.ageRestricted, nil])
        // Published before the birth date was known.
        let late = try await world.person("late")
        let old = try await late.publishes("Run", .public)
        try await world.forgetBirthDate(of: late)
        _ = try await late.services.update(AccountChanges(birthDate: try day(2016_01_01)), ifMatch: nil)
        #expect(try await late.publishes("Morning run", .public, as: old.id).visibility == .public)
        await expectError(.ageRestricted) { try await late.publishes("Other", .public) }
        world.clock.advance(days: 1)
        let grown = try await world.community.services(token: child.token)
        let shown = try await grown.publish(.sample(visibility: .public), as: .random(), ifMatch: nil)
        #expect(shown.workout.visibility == .public)
    }

    @Test("a child's followers are always friends", arguments: Implementation.allCases)
    func friendsOnly(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let child = try await world.person("child", born: 2016_01_01)
            let partings: [(String, @Sendable (Member) async throws -> Void)] = [
                ("friend_one", { try await child.services.unfollow($0.reference) }),
                ("friend_two", { try await child.services.removeFollower($0.reference) }),
                ("friend_three", { try await $0.services.unfollow(child.reference) }),
                ("friend_four", { try await $0.services.removeFollower(child.reference) }),
            ]
            for (name, part) in partings {
                let friend = try await world.person(name)
                try await world.befriend(friend, child)
                try await part(friend)
                let followers = try await child.followers(of: child)
                let friends = try await child.friends(of: child)
                #expect(followers == friends, "\(name)")
            }
        }
    }

    @Test(
        "a follow request from before the birth date was set does not bypass it",
        arguments: Implementation.allCases)
    func followRequestBefore(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let child = try await world.ageless("child")
            let request = try await ana.asks(child, kind: .follow)
            _ = try await child.services.update(
                AccountChanges(birthDate: try day(2016_01_01)), ifMatch: nil)
            await expectError(.requestNotFound) { try await child.accepts(request) }
            #expect(try await child.requests(.incoming) == [])
            #expect(try await child.followers(of: child) == [])
        }
    }

    @Test(
        "a friend request from before the birth date was set needs the friend code, and can be sent again with it",
        .world, arguments: Implementation.allCases)
    func friendRequestBefore(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let child = try await world.ageless("child")
        let code = try await child.services.friendCode().code
        let strangers = try await ana.asks(child)
        let friends = try await ben.services.request(RequestDraft(to: .code(code)))
        #expect(try await child.requests(.incoming).count == 2)
        world.clock.tick()
        _ = try await child.services.update(AccountChanges(birthDate: try day(2016_01_01)), ifMatch: nil)
        #expect(try await child.requests(.incoming) == [friends.id])
        await expectError(.requestNotFound) { try await child.accepts(strangers) }
        #expect(try await ana.requests(.outgoing) == [strangers.id], "the sender notices nothing")
        try await child.accepts(friends)
        #expect(try await child.friends(of: child) == ["ben"])
        await expectError(.requestsNotAllowed) { try await cem.asks(child) }
        try await ana.services.cancel(strangers.id)
        try await child.accepts(try await ana.services.request(RequestDraft(to: .code(code))))
        #expect(try await Set(child.friends(of: child)) == ["ana", "ben"])
    }

    @Test("a child cannot accept what was sent without the friend code")
    func acceptingWithoutCode() async throws {
        try await Implementation.engineInMemory.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let child = try await world.person("child", born: 2016_01_01)
            let code = try await child.services.friendCode().code
            var requests: [ConnectionRequest] = []
            for sender in [ana, ben] {
                requests.append(try await sender.services.request(RequestDraft(to: .code(code))))
            }
            // As if it had been sent while the child's age was being corrected.
            try await world.database.write { [id = requests[0].id] connection in
                try connection.send("UPDATE requests SET has_code = 0 WHERE id = \(id)")
            }
            await expectError(.requestNotFound) { [request = requests[0]] in try await child.accepts(request)
            }
            try await child.accepts(requests[1])
            #expect(try await child.friends(of: child) == ["ben"])
        }
    }

    @Test(
        "setting a child's birth date closes what is not allowed for children",
        arguments: Implementation.allCases)
    func becomingKnown(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let child = try await world.person("child")
            try await child.sets(SettingsChanges(workoutVisibility: .public, allowMessages: .all))
            try await world.forgetBirthDate(of: child)
            try await ana.follows(child)
            try await world.befriend(ben, child)
            let account = try await child.services.update(
                AccountChanges(birthDate: try day(2016_01_01)), ifMatch: nil)
            #expect(account.privacyLevel == .private)
            #expect(account.settings == AccountSettings.defaults(for: .child))
            #expect(try await child.followers(of: child) == ["ben"])
        }
    }

    @Test(
        "friendships that no code led to end when a person turns out to be a child", .world,
        arguments: Implementation.allCases)
    func friendsWithoutCode(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
        let (eva, fay) = try await world.people("eva", "fay")
        let kid = try await world.ageless("kid")
        // Without a code: by a request in either direction, and by following each other.
        try await kid.accepts(try await ana.asks(kid))
        try await ben.accepts(try await kid.asks(ben))
        try await kid.accepts(try await cem.asks(kid, kind: .follow))
        try await kid.follows(cem)
        // With one: of either person, or by asking back with it.
        try await world.befriend(dan, kid)
        try await world.befriend(kid, eva)
        try await fay.asks(kid)
        world.clock.tick()
        let code = try await fay.services.friendCode().code
        _ = try await kid.services.request(RequestDraft(to: .code(code)))
        let group = try await ana.createsGroup("Strangers", with: kid, ben)
        #expect(try await kid.friends(of: kid).count == 6)

        world.clock.tick()
        _ = try await kid.services.update(AccountChanges(birthDate: try day(2016_01_01)), ifMatch: nil)
        #expect(try await Set(kid.friends(of: kid)) == ["dan", "eva", "fay"])
        #expect(try await kid.followers(of: kid).count == 3)
        for former in [ana, ben, cem] { #expect(try await former.friends(of: former).isEmpty) }
        #expect(try await ana.members(of: group) == ["ana", "ben"])
        try await world.befriend(ana, kid)
        #expect(try await kid.friends(of: kid).contains("ana"))
    }

    @Test(
        "an administrator who makes a person a child ends such friendships, too", .world,
        arguments: Implementation.allCases)
    func correctedToChild(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let kid = try await world.person("kid", born: 2010_01_01)
        try await kid.accepts(try await ana.asks(kid))
        try await world.befriend(ben, kid)
        try await world.engine.correctBirthDate(of: "kid", to: try day(2011_01_01))
        #expect(try await Set(kid.friends(of: kid)) == ["ana", "ben"])
        try await world.engine.correctBirthDate(of: "kid", to: try day(2016_01_01))
        #expect(try await kid.friends(of: kid) == ["ben"])
    }

    @Test("a birth date can be set only once", arguments: Implementation.allCases)
    func fixed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let newcomer = try await world.newcomer()
            #expect(try await newcomer.services.me().birthDate == nil)
            let birthDate = try day(1990_05_17)
            for _ in 0..<2 {
                let account = try await newcomer.services.update(
                    AccountChanges(birthDate: birthDate), ifMatch: nil)
                #expect(account.birthDate == birthDate)
            }
            await expectError(.birthDateFixed, field: "birthDate") {
                try await newcomer.services.update(
                    AccountChanges(birthDate: try day(2000_01_01)), ifMatch: nil)
            }
        }
    }

    @Test(
        "the restrictions end on the thirteenth birthday; settings stay as they are",
        arguments: Implementation.allCases)
    func growingUp(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let child = try await world.person("child", born: 2013_03_02)
            await expectError(.ageRestricted) { try await child.chooses(.friends) }
            world.clock.advance(days: 1)
            let session = try await world.community.services(token: child.token)
            #expect(try await session.me().privacyLevel == .private)
            #expect(
                try await session.update(AccountChanges(privacyLevel: .friends), ifMatch: nil).privacyLevel
                    == .friends)
        }
    }
}
