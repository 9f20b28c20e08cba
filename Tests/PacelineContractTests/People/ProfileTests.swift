import Foundation
import Paceline
import PacelineDatabase
import Testing

@Suite("The viewer's own profile")
struct ProfileTests {
    @Test("an update changes only the given values", arguments: Implementation.allCases)
    func changing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let before = try await ana.services.me()
            let changed = try await ana.services.update(
                AccountChanges(
                    displayName: "  Ana Novak ", bio: "Rows.\nRuns.", email: "ana@example.com",
                    fullName: "Ana Marija Novak", timeZone: "Europe/Ljubljana"), ifMatch: nil)
            #expect(changed.displayName == "Ana Novak")
            #expect(changed.bio == "Rows.\nRuns.")
            #expect(changed.email == "ana@example.com")
            #expect(changed.fullName == "Ana Marija Novak")
            #expect(changed.timeZone == "Europe/Ljubljana")
            #expect(changed.birthDate == before.birthDate)
            #expect(changed.privacyLevel == before.privacyLevel)
            #expect(try await ana.services.me() == changed)
        }
    }

    @Test("an empty text clears an optional value", arguments: Implementation.allCases)
    func clearing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.update(
                AccountChanges(bio: "Rows.", email: "ana@example.com", fullName: "Ana"), ifMatch: nil)
            let cleared = try await ana.services.update(
                AccountChanges(bio: "", email: "", fullName: ""), ifMatch: nil)
            #expect(cleared.bio == nil)
            #expect(cleared.email == nil)
            #expect(cleared.fullName == nil)
        }
    }

    @Test("a display name has 1 to 50 characters", arguments: Implementation.allCases)
    func displayName(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let longest = String(repeating: "ž", count: 50)
            for bad in ["", "  ", longest + "ž", "Ana\u{202E}"] {
                await expectError(.invalidValue, field: "displayName") {
                    try await ana.services.update(AccountChanges(displayName: bad), ifMatch: nil)
                }
            }
            for good in ["A", longest] {
                let changed = try await ana.services.update(AccountChanges(displayName: good), ifMatch: nil)
                #expect(changed.displayName == good)
            }
        }
    }

    @Test("a display name must not look like another one", arguments: Implementation.allCases)
    func deceptiveDisplayName(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for bad in ["Ana\u{200D}", "\u{410}na", "a\u{301}\u{302}\u{303}"] {
                await expectError(.invalidValue, field: "displayName") {
                    try await ana.services.update(AccountChanges(displayName: bad), ifMatch: nil)
                }
            }
            for bad in ["Paceline Team", "M0derator", "Ａdmin"] {
                await expectError(.nameReserved, field: "displayName") {
                    try await ana.services.update(AccountChanges(displayName: bad), ifMatch: nil)
                }
            }
            #expect(try await ana.services.me().displayName == "Ana")
        }
    }

    @Test(
        "the name of who runs the community is reserved, however it is chosen",
        arguments: Implementation.allCases)
    func communityName(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.communityNames = CommunityNames(["Tuesday Crew"]) }) {
            world in
            let ana = try await world.person("ana")
            for bad in ["Tuesday Crew", "Tue5day Crew Team"] {
                await expectError(.nameReserved, field: "displayName") {
                    try await ana.services.update(AccountChanges(displayName: bad), ifMatch: nil)
                }
                await expectError(.nameReserved, field: "displayName") {
                    try await world.person("ben", displayName: bad)
                }
                await expectError(.nameReserved, field: "title") { try await ana.createsGroup(bad) }
            }
            let newcomer = try await world.newcomer()
            let named = try await newcomer.services.setUsername("tuesday_crew")
            #expect(named.displayName != "tuesday_crew")
            #expect(try await ana.createsGroup("Tuesday").title == "Tuesday")
        }
    }

    @Test("a name from before a rule stays until it is changed", arguments: Implementation.allCases)
    func earlierName(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            try await world.database.write { connection in
                try connection.send("UPDATE people SET display_name = 'Admin' WHERE username = 'ana'")
            }
            let changed = try await ana.services.update(AccountChanges(bio: "Rows."), ifMatch: nil)
            #expect(changed.displayName == "Admin" && changed.bio == "Rows.")
        }
    }

    @Test("a bio has at most 500 characters", arguments: Implementation.allCases)
    func bio(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let longest = String(repeating: "🚣", count: 500)
            await expectError(.invalidValue, field: "bio") {
                try await ana.services.update(AccountChanges(bio: longest + "🚣"), ifMatch: nil)
            }
            #expect(try await ana.services.update(AccountChanges(bio: longest), ifMatch: nil).bio == longest)
        }
    }

    @Test("email addresses, full names and time zones are validated", arguments: Implementation.allCases)
    func otherFields(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let bad: [(AccountChanges, String)] =
                [
                    (AccountChanges(email: "ana"), "email"),
                    (AccountChanges(email: "a b@example.com"), "email"),
                    (AccountChanges(fullName: String(repeating: "x", count: 101)), "fullName"),
                    (AccountChanges(timeZone: "Europe/Nowhere"), "timeZone"),
                    (AccountChanges(timeZone: "GMT+18:00"), "timeZone"),
                    (AccountChanges(timeZone: "UTC+5"), "timeZone"),
                ]
                + ["PST", "JST", "IST", "CST", "Factory", "utc"].map {
                    (AccountChanges(timeZone: $0), "timeZone")
                }
            for (changes, field) in bad {
                await expectError(.invalidValue, field: field) {
                    try await ana.services.update(changes, ifMatch: nil)
                }
            }
        }
    }

    @Test("time zones may have any name of the IANA database", arguments: Implementation.allCases)
    func zones(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let names = [
                "EST", "MST", "HST", "GMT", "UTC", "EST5EDT", "NZ-CHAT", "Etc/GMT+12", "US/Pacific",
                "America/Argentina/Buenos_Aires", "Asia/Kolkata",
            ]
            for name in names {
                world.clock.tick()
                let changed = try await ana.services.update(AccountChanges(timeZone: name), ifMatch: nil)
                #expect(changed.timeZone == name)
            }
        }
    }

    @Test("one invalid value fails the whole update", arguments: Implementation.allCases)
    func wholeOrNothing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let before = try await ana.services.me()
            await expectError(.birthDateFixed) {
                try await ana.services.update(
                    AccountChanges(displayName: "Changed", birthDate: try day(1991_01_01)), ifMatch: nil)
            }
            #expect(try await ana.services.me() == before)
        }
    }

    @Test("an update fails if the version has changed", arguments: Implementation.allCases)
    func versions(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let old = try await ana.services.me().version
            let changed = try await ana.services.update(AccountChanges(bio: "First"), ifMatch: old)
            #expect(changed.version != old)
            await expectError(.preconditionFailed) {
                try await ana.services.update(AccountChanges(bio: "Second"), ifMatch: old)
            }
            #expect(try await ana.services.me().bio == "First")
            _ = try await ana.services.update(AccountChanges(bio: "Third"), ifMatch: changed.version)
        }
    }
}
