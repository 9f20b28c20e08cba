import Foundation
import Paceline
import Testing

@Suite("Signing up with a password")
struct SignUpTests {
    private func signUp(
        _ username: String = "ana", _ password: String = World.password, displayName: String? = nil,
        born birthDate: Int = 1990_05_17
    ) throws -> SignUp {
        SignUp(
            username: username, password: password, displayName: displayName, birthDate: try day(birthDate))
    }

    @Test("signing up creates an account and signs in", arguments: Implementation.allCases)
    func makesAnAccount(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let signedIn = try await world.community.signUp(try signUp(displayName: "Ana Novak"))
            #expect(signedIn.createdAt == world.clock.now)
            #expect(signedIn.expiresAt > world.clock.now)
            #expect(signedIn.person.username == "ana")
            #expect(signedIn.person.displayName == "Ana Novak")
            let birthDate = try day(1990_05_17)
            #expect(signedIn.person.birthDate == birthDate)
            #expect(signedIn.person.createdAt == world.clock.now)
            #expect(signedIn.person.friendCount == 0)
            #expect(signedIn.person.stats == .none)
            let me = try await world.community.services(token: signedIn.token).me()
            #expect(me == signedIn.person)
        }
    }

    @Test("the id of a person does not contain the time of signing up", arguments: Implementation.allCases)
    func randomID(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let people = try await world.people("ana", "ben")
            // Version 7, which other ids have, begins with the time.
            for id in [people.0.id, people.1.id] { #expect(id.uuid.uuid.6 >> 4 == 4) }
        }
    }

    @Test("the display name defaults to the username", arguments: Implementation.allCases)
    func withoutDisplayName(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let signedIn = try await world.community.signUp(try signUp())
            #expect(signedIn.person.displayName == "ana")
        }
    }

    @Test("a person's id does not reveal the date of sign-up", arguments: Implementation.allCases)
    func randomIDs(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            for id in [ana.id, ben.id, try await world.newcomer().id] {
                let digits = id.description.replacing("-", with: "")
                let milliseconds = try #require(Int64(digits.prefix(12), radix: 16))
                let signedUp = Int64(world.clock.now.timeIntervalSince1970 * 1_000)
                #expect(abs(milliseconds - signedUp) > 60_000)
                #expect(digits.dropFirst(12).first == "4")
            }
        }
    }

    @Test("a password has 8 to 256 characters and is not easy to guess", arguments: Implementation.allCases)
    func passwords(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            for bad in ["abcdefg", String(repeating: "abcd", count: 64) + "e"] {
                await expectError(.invalidValue, field: "password") {
                    try await world.community.signUp(try signUp("ana", bad))
                }
            }
            for bad in ["aaaaaaaa", "Ana_Novak", "12345678"] {
                await expectError(.passwordTooCommon, field: "password") {
                    try await world.community.signUp(try signUp("ana_novak", bad))
                }
            }
            for (index, good) in ["abcdefgh", String(repeating: "abcd", count: 64)].enumerated() {
                let signedIn = try await world.community.signUp(try signUp("rower_\(index)", good))
                #expect(signedIn.person.username == "rower_\(index)")
            }
        }
    }

    @Test("a birth date is neither in the future nor 130 years ago", arguments: Implementation.allCases)
    func birthDates(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            await expectError(.invalidValue, field: "birthDate") {
                try await world.community.signUp(try signUp(born: 2026_03_02))
            }
            let newborn = try await world.community.signUp(try signUp("newborn", born: 2026_03_01))
            #expect(newborn.person.username == "newborn")
            world.clock.advance(days: 365 * 5)
            await expectError(.invalidValue, field: "birthDate") {
                try await world.community.signUp(try signUp(born: 1900_01_01))
            }
        }
    }

    @Test(
        "a taken username is rejected and leaves nothing behind", arguments: Implementation.allCases)
    func taken(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            await expectError(.usernameTaken, field: "username") {
                try await world.community.signUp(try signUp())
            }
            #expect(try await ana.services.people(matching: "ana", .whole).items.isEmpty)
            let signedIn = try await world.community.signIn(
                with: .password(username: "ana", password: World.password))
            #expect(signedIn.person.id == ana.id)
        }
    }

    @Test("adults start with a public profile and workouts for friends", arguments: Implementation.allCases)
    func adults(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let person = try await world.community.signUp(try signUp(born: 2008_03_01)).person
            #expect(person.privacyLevel == .public)
            #expect(person.settings.workoutVisibility == .friends)
            #expect(person.settings.allowFriendRequests)
            #expect(person.settings.showWorkoutStats)
        }
    }
}
