import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("Ages in the settings") struct AgeSettingsTests {
    private static let profile = [
        "displayName": "Ana", "bio": "", "email": "", "fullName": "", "timeZone": "UTC",
    ]

    /// A member who signed up before birth dates were asked for.
    private func ageless(_ site: Site) async throws -> Browser {
        let ana = try await site.member("ana")
        _ = try await site.session("ana").update(AccountChanges(privacyLevel: .friends), ifMatch: nil)
        try await site.database.write { connection in
            try connection.send(
                """
                UPDATE accounts
                SET birth_date = NULL, child_until = NULL, minor_until = NULL, age_notice_at = 0
                """)
        }
        return ana
    }

    @Test("A member of unknown age sees what needs a birth date, and can choose it after adding one")
    func unknown() async throws {
        try await Site.run { site in
            let ana = try await ageless(site)
            let page = try await ana.open("/settings/privacy")
            #expect(page.text.contains("Some choices need your birth date"))
            #expect(page.text.contains("/settings/profile#field-birthDate"))
            let open = ["privacyLevel": "public", "workoutVisibility": "friends"]
            let rejected = try await ana.submit("/settings/privacy", open)
            #expect(rejected.status == 422)
            #expect(rejected.text.contains("Add your birth date to your profile first."))
            #expect(rejected.text.firstMatch(of: /id="error-privacyLevel"[^>]*>[^<]/) != nil)

            let form = try await ana.open("/settings/profile")
            #expect(form.text.contains(#"name="birthDate""#) && form.text.contains("Until you add it"))
            #expect(try await ana.submit("/settings/profile", Self.profile).status == 303)
            let known = Self.profile.merging(["birthDate": "1990-05-17"]) { $1 }
            #expect(try await ana.submit("/settings/profile", known).status == 303)
            #expect(try await ana.open("/settings/profile").text.contains("Only an administrator can change"))
            let unlimited = try await ana.open("/settings/privacy").text
            #expect(!unlimited.contains("Some choices need your birth date"))
            #expect(try await ana.submit("/settings/privacy", open).status == 303)
            #expect(try await site.session("ana").me().privacyLevel == .public)
        }
    }

    @Test("A child has no followers to approve, and reads who can send requests; saving keeps the approval")
    func contactOfChild() async throws {
        try await Site.run { site in
            let (kim, ana) = (try await site.child("kim"), try await site.member("ana"))
            _ = try await site.session("kim").update(SettingsChanges(followApproval: true))
            let page = try await kim.open("/settings/privacy").text
            #expect(!page.contains(#"name="followApproval""#))
            #expect(page.contains("People with your friend code can send you requests."))
            #expect(!page.contains("Others can send you friend requests."))
            let saved = ["privacyLevel": "private", "allowFriendRequests": "on"]
            #expect(try await kim.submit("/settings/privacy", saved).status == 303)
            let settings = try await site.session("kim").settings()
            #expect(settings.followApproval && settings.allowFriendRequests)
            let adults = try await ana.open("/settings/privacy").text
            #expect(adults.contains(#"name="followApproval""#))
            #expect(adults.contains("Others can send you friend requests."))
        }
    }

    @Test("Ten minutes after signing in, adding the birth date asks for the password first")
    func confirming() async throws {
        try await Site.run { site in
            let ana = try await ageless(site)
            site.clock.advance(by: 601)
            let page = try await ana.open("/settings/profile").text
            #expect(!page.contains(#"name="birthDate""#))
            #expect(
                page.contains("Confirm that it’s you to add your birth date or change your email address"))
            // The form was opened before the ten minutes ended.
            let known = Self.profile.merging(["birthDate": "1990-05-17", "bio": "Rows."]) { $1 }
            await ana.show(try await ana.submit("/settings/profile", known))
            let kept = try #require(await ana.filledIn["kept"])
            let account = try await site.session("ana").me()
            #expect(account.birthDate == nil && account.bio == "Rows.")
            await ana.show(
                try await ana.submit("/settings/confirm", ["password": Browser.password, "kept": kept]))
            let again = await ana.filledIn
            #expect(again["birthDate"] == "1990-05-17")
            #expect(try await ana.submit("/settings/profile", again).location == "/settings/profile")
            #expect(try await site.session("ana").me().birthDate != nil)
        }
    }

    @Test("A notification leads to where the birth date is added")
    func notification() async throws {
        try await Site.run { site in
            let ana = try await ageless(site)
            _ = try await PeriodicJob.announcingAges.run(on: site.engine)
            let inbox = try await ana.open("/notifications").text
            #expect(inbox.contains("Add your birth date: until then"))
            #expect(inbox.contains(#"value="/settings/profile""#))
        }
    }

    @Test("Forms name the minimum age, and reject people who are younger")
    func minimumAge() async throws {
        try await Site.run(minimumAge: 16) { site in
            let browser = site.browser()
            #expect(try await browser.open("/sign-up").text.contains("You need to be 16 or older."))
            let fields = [
                "username": "kim", "password": Browser.password, "birthDate": "\(site.today.year - 10)-01-01",
            ]
            let rejected = try await browser.submit("/sign-up", fields)
            #expect(rejected.status == 422)
            #expect(rejected.text.firstMatch(of: /id="error-birthDate">[^<]*16 or older/) != nil)
            let (guest, grown) = (site.browser(), site.browser())
            for (visitor, birthDate, isTaken) in [
                (guest, "\(site.today.year - 10)-01-01", false), (grown, "1990-05-17", true),
            ] {
                try await visitor.open("/sign-in")
                try await visitor.submit("/sign-in/device")
                #expect(try await visitor.open("/welcome").text.contains("You need to be 16 or older."))
                let username = isTaken ? "grown_up" : "younger"
                let chosen = try await visitor.submit(
                    "/welcome", ["username": username, "birthDate": birthDate])
                #expect(chosen.status == (isTaken ? 303 : 422))
            }
        }
    }
}
