import Foundation
import Paceline
import Testing

@Suite("Usernames")
struct UsernameTests {
    @Test("a username has 3 to 20 characters", arguments: Implementation.allCases)
    func lengths(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let newcomer = try await world.newcomer()
            for bad in ["", "ab", "abcdefghijklmnopqrstu"] {
                await expectError(.usernameInvalid, field: "username") {
                    try await newcomer.services.setUsername(bad)
                }
            }
            for good in ["abc", "abcdefghijklmnopqrst"] {
                #expect(try await newcomer.services.setUsername(good).username == good)
            }
        }
    }

    @Test("the length of usernames is configurable", arguments: Implementation.allCases)
    func longer(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.usernamePolicy = UsernamePolicy(longest: 30) }) {
            world in
            let newcomer = try await world.newcomer()
            let longest = "abcdefghijklmnopqrstuvwxyz_123"
            #expect(try await newcomer.services.setUsername(longest).username == longest)
            await expectError(.usernameInvalid) { try await newcomer.services.setUsername(longest + "4") }
        }
    }

    @Test(
        "a username consists of lowercase letters, digits and underscores, and starts with a letter",
        arguments: Implementation.allCases)
    func characters(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let newcomer = try await world.newcomer()
            for bad in ["Ana", "1ana", "_ana", "ana novak", "ana-novak", "àna", "аna", "ana%"] {
                await expectError(.usernameInvalid, field: "username") {
                    try await newcomer.services.setUsername(bad)
                }
            }
            #expect(try await newcomer.services.setUsername("ana_90").username == "ana_90")
        }
    }

    @Test(
        "reserved and inappropriate names are rejected, including look-alikes",
        arguments: Implementation.allCases)
    func rejected(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let newcomer = try await world.newcomer()
            for reserved in ["admin", "adm1n", "paceline"] {
                await expectError(.usernameReserved, field: "username") {
                    try await newcomer.services.setUsername(reserved)
                }
            }
            for rude in ["fuck", "fuck_you"] {
                await expectError(.usernameInappropriate, field: "username") {
                    try await newcomer.services.setUsername(rude)
                }
            }
            #expect(try await newcomer.services.me().username == nil)
        }
    }

    @Test("a username belongs to one person", arguments: Implementation.allCases)
    func taken(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let newcomer = try await world.newcomer()
            await expectError(.usernameTaken, field: "username") {
                try await newcomer.services.setUsername("ana")
            }
            #expect(try await ana.services.setUsername("ana").username == "ana")
        }
    }

    @Test("the first username names people who chose no name", arguments: Implementation.allCases)
    func naming(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (unnamed, named) = (try await world.newcomer(), try await world.newcomer())
            #expect(try await unnamed.services.setUsername("ben_bee").displayName == "ben_bee")
            #expect(try await unnamed.services.setUsername("ben_two").displayName == "ben_bee")
            _ = try await named.services.update(AccountChanges(displayName: "Cleo Crane"), ifMatch: nil)
            #expect(try await named.services.setUsername("cleo").displayName == "Cleo Crane")
        }
    }

    @Test("availability gives the reason why a name is unavailable", arguments: Implementation.allCases)
    func availability(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let reasons: [(String, SocialError.Code?)] = [
                ("ben", nil), ("ana", .usernameTaken), ("a", .usernameInvalid), ("adm1n", .usernameReserved),
                ("fuck", .usernameInappropriate),
            ]
            for (name, reason) in reasons {
                let availability = try await ana.services.availability(ofUsername: name)
                #expect(availability.username == name)
                #expect(availability.available == (reason == nil))
                #expect(availability.reason == reason)
            }
        }
    }

    @Test(
        "an old username is never given to others, and its owner may return",
        arguments: Implementation.allCases)
    func changing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            _ = try await ana.services.setUsername("ana_novak")
            #expect(try await ben.services.person(.username("ana_novak")).id == ana.id)
            await expectError(.personNotFound) { try await ben.services.person(.username("ana")) }
            #expect(try await ben.finds("novak") == ["ana_novak"])
            await expectError(.usernameTaken, field: "username") { try await world.person("ana") }
            await expectError(.usernameTaken, field: "username") { try await ben.services.setUsername("ana") }
            #expect(try await ben.services.availability(ofUsername: "ana").reason == .usernameTaken)
            let signedIn = try await world.community.signIn(
                with: .password(username: "ana_novak", password: World.password))
            #expect(signedIn.person.id == ana.id)
            let again = try await world.community.services(token: signedIn.token)
            #expect(try await again.setUsername("ana").username == "ana")
            await expectError(.usernameTaken) { try await ben.services.setUsername("ana_novak") }
        }
    }

    @Test(
        "ten minutes after signing in, changing the username needs a credential; choosing the first does not",
        .world, arguments: Implementation.allCases)
    func reauthentication(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let newcomer = try await world.newcomer()
        world.clock.advance(by: 601)
        await expectError(.reauthenticationRequired) { try await ana.services.setUsername("ana_novak") }
        #expect(try await ana.services.setUsername("ana").username == "ana")
        #expect(try await newcomer.services.setUsername("ben").username == "ben")
        let confirmed = try await ana.services.reauthenticate(
            with: .password(username: "ana", password: World.password))
        let services = try await world.community.services(token: confirmed.token)
        #expect(try await services.setUsername("ana_novak").username == "ana_novak")
    }

    @Test("a person changes the username three times in 30 days", .world, arguments: Implementation.allCases)
    func changeLimit(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        world.clock.tick()
        let first = world.clock.now
        for name in ["ana_b", "ana_c", "ana_b"] {
            _ = try await ana.services.setUsername(name)
            world.clock.tick()
        }
        let error = await #expect(throws: SocialError.self) { try await ana.services.setUsername("ana_d") }
        #expect(error?.code == .rateLimited && error?.field == "username")
        #expect(error?.message.hasSuffix("3 times within 30 days. Try again in 30 days.") == true)
        #expect(try await ana.services.setUsername("ana_b").username == "ana_b")
        #expect(try await ana.services.availability(ofUsername: "ana_d").available)
        world.clock.advance(to: first.addingTimeInterval(30 * 86_400))
        let signedIn = try await world.community.signIn(
            with: .password(username: "ana_b", password: World.password))
        let services = try await world.community.services(token: signedIn.token)
        #expect(try await services.setUsername("ana_d").username == "ana_d")
        await expectError(.rateLimited) { try await services.setUsername("ana") }
    }

    @Test(
        "for 30 days, the former username signs in to the account, and finds no one otherwise", .world,
        arguments: Implementation.allCases)
    func formerName(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        _ = try await ana.services.setUsername("ana_novak")
        let (former, wrong) = (
            Credential.password(username: "Ana", password: World.password),
            Credential.password(username: "ana", password: "wrong password")
        )
        world.clock.advance(by: 30 * 86_400 - 1)
        #expect(try await world.community.signIn(with: former).person.username == "ana_novak")
        await expectError(.invalidCredentials) { try await world.community.signIn(with: wrong) }
        await expectError(.personNotFound) { try await ben.services.person(.username("ana")) }
        world.clock.advance(by: 1)
        await expectError(.invalidCredentials) { try await world.community.signIn(with: former) }
        _ = try await world.purgeExpired()
        #expect(try await world.rows(of: "username_changes") == 0)
        let current = Credential.password(username: "ana_novak", password: World.password)
        #expect(try await world.community.signIn(with: current).person.id == ana.id)
        let cem = try await world.person("cem")
        await expectError(.usernameTaken) { try await cem.services.setUsername("ana") }
    }

    @Test("social features require a username", arguments: Implementation.allCases)
    func locked(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            let comment = try await ana.comments("Windy", on: workout)
            let newcomer = try await world.newcomer()
            for act in Self.socialActs(towards: ana, on: workout, comment) {
                await expectError(.usernameRequired, field: "username") { try await act(newcomer.services) }
            }
            _ = try await newcomer.services.setUsername("ben")
            #expect(try await newcomer.relationship(to: ana) == .notFriends)
        }
    }

    @Test("the account works without a username", arguments: Implementation.allCases)
    func unlocked(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let newcomer = try await world.newcomer()
            let services = newcomer.services
            #expect(try await services.me().username == nil)
            #expect(
                try await services.update(AccountChanges(displayName: "Ana"), ifMatch: nil).displayName
                    == "Ana")
            #expect(try await services.settings().allowFriendRequests)
            #expect(
                try await services.update(SettingsChanges(allowFriendRequests: false)).allowFriendRequests
                    == false)
            #expect(try await services.sessions(.whole).items.count == 1)
            #expect(try await services.identities().count == 1)
            #expect(try await services.setAvatar(Pictures.plain).avatarURL != nil)
        }
    }

    @Test("people without a username are not visible to others", arguments: Implementation.allCases)
    func invisible(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let newcomer = try await world.newcomer()
            _ = try await newcomer.services.update(AccountChanges(displayName: "Shy Person"), ifMatch: nil)
            await expectError(.personNotFound) { try await ana.sees(newcomer) }
            #expect(try await ana.finds("shy") == [])
            #expect(try await ana.suggested() == [])
        }
    }

    private static func socialActs(towards ana: Member, on workout: Workout, _ comment: Paceline.Comment)
        -> [(
            any SocialServices
        ) async throws -> Void]
    {
        let (person, item) = (ana.reference, workout.id.item)
        return [
            { _ = try await $0.person(person) },
            { _ = try await $0.people(matching: "ana", .whole) },
            { _ = try await $0.suggestions(codes: [], .whole) },
            { _ = try await $0.avatar(of: person) },
            { _ = try await $0.friendCode() },
            { _ = try await $0.resetFriendCode() },
            { _ = try await $0.claimFriendCard(secret: Credential.newDeviceSecret()) },
            { _ = try await $0.friends(of: person, .whole) },
            { _ = try await $0.request(RequestDraft(to: .person(person))) },
            { _ = try await $0.requests(.incoming, kind: nil, .whole) },
            { _ = try await $0.accept(.random()) },
            { try await $0.decline(.random()) },
            { try await $0.cancel(.random()) },
            { _ = try await $0.follow(person, notifications: nil) },
            { try await $0.unfollow(person) },
            { try await $0.unfriend(person) },
            { try await $0.removeFollower(person) },
            { try await $0.block(person) },
            { _ = try await $0.blocks(.whole) },
            { try await $0.mute(person) },
            { _ = try await $0.mutes(.whole) },
            { _ = try await $0.publish(.sample(), as: .random(), ifMatch: nil) },
            { _ = try await $0.publish([IdentifiedDraft(id: .random(), draft: .sample())]) },
            { _ = try await $0.workout(workout.id) },
            { _ = try await $0.workouts(of: person, .whole) },
            { try await $0.deleteWorkout(workout.id) },
            { _ = try await $0.photo(of: workout.id) },
            { _ = try await $0.feed(FeedQuery(), .whole) },
            { _ = try await $0.item(item) },
            { _ = try await $0.giveKudos(to: item, big: false) },
            { _ = try await $0.kudos(of: item, .whole) },
            { _ = try await $0.comments(on: item, .whole) },
            { _ = try await $0.comment(CommentDraft(text: "Hello"), on: item) },
            { _ = try await $0.edit(comment.id, text: "Hello", ifMatch: nil) },
            { try await $0.deleteComment(comment.id) },
            { _ = try await $0.giveHeart(to: comment.id) },
            { _ = try await $0.withdrawHeart(from: comment.id) },
        ]
    }
}
