import HTTPTypes
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineWeb

@Suite("Settings") struct SettingsTests {
    @Test(
        "Every section of the settings opens and is marked in the navigation",
        arguments: SettingsSection.allCases)
    func sections(section: SettingsSection) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            #expect(try await ana.open("/settings").text.contains(#"href="\#(section.path)""#))
            let page = try await ana.open(section.path)
            #expect(page.status == 200)
            #expect(page.text.contains(#"href="\#(section.path)" aria-current="page""#))
            #expect(try await site.browser().open(section.path).location == "/sign-in?next=\(section.path)")
        }
    }

    @Test("Privacy settings are saved")
    func privacy() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/settings/privacy")
            let chosen = [
                "privacyLevel": "friends", "workoutVisibility": "private", "showWorkoutStats": "1",
            ]
            #expect(try await ana.submit("/settings/privacy", chosen).location == "/settings/privacy")
            let account = try await site.session("ana").me()
            #expect(account.privacyLevel == .friends)
            #expect(
                account.settings
                    == AccountSettings(
                        workoutVisibility: .private, showWorkoutStats: true, showWorkoutDetails: false,
                        allowFriendRequests: false, showOnLeaderboards: false))
            let page = try await ana.open("/settings/privacy")
            #expect(page.text.contains("Saved."))
            #expect(page.text.contains(#"value="friends" checked"#))
            #expect(page.text.contains(#"value="private" selected"#))
        }
    }

    @Test("The words to mask are chosen among the privacy settings")
    func contentFilter() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let page = try await ana.open("/settings/privacy").text
            #expect(page.contains(#"name="contentFilter" value="moderate" checked"#))
            for filter in ["strict", "off"] {
                try await ana.submit("/settings/privacy", ["contentFilter": filter])
                #expect(try await site.session("ana").settings().contentFilter.rawValue == filter)
                let saved = try await ana.open("/settings/privacy").text
                #expect(saved.contains(#"name="contentFilter" value="\#(filter)" checked"#))
            }
        }
    }

    @Test("A profile says that its name or text waits")
    func waitingProfile() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            #expect(try await !ana.open("/settings/profile").text.contains("held for up to three days"))
            _ = try await site.session("ana").update(
                AccountChanges(bio: "More at https://crew.example"), ifMatch: nil)
            #expect(try await ana.open("/settings/profile").text.contains("held for up to three days"))
        }
    }

    @Test(
        "Owners of accounts older than the default visibility of scores see a note until they keep or change it"
    )
    func scoreVisibility() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let session = try await site.session("ana")
            let isTold = { (path: String) async throws -> Bool in
                let text = try await ana.open(path).text
                return text.contains("Until now they were visible to everyone")
            }
            let paths = ["/games/add", "/games/scores", "/settings/privacy"]
            for path in paths { #expect(try await !isTold(path), "\(path)") }
            let joinEarlier = {
                try await site.database.write { connection in
                    try connection.send("UPDATE settings SET has_chosen_score_visibility = 0")
                }
            }
            try await joinEarlier()
            for path in paths { #expect(try await isTold(path), "\(path)") }
            let kept = try await ana.submit("/settings/privacy/scores", ["return": "/games/add"])
            #expect(kept.location == "/games/add")
            for path in paths { #expect(try await !isTold(path), "\(path)") }
            #expect(try await session.settings().scoreVisibility == .friends)

            try await joinEarlier()
            try await ana.open("/settings/privacy")
            let chosen = ["privacyLevel": "public", "scoreVisibility": "groups"]
            #expect(try await ana.submit("/settings/privacy", chosen).location == "/settings/privacy")
            let settings = try await session.settings()
            #expect(settings.scoreVisibility == .groups && settings.hasChosenScoreVisibility)
            #expect(try await ana.open("/settings/privacy").text.contains(#"value="groups" checked"#))
            let form = try await ana.open("/games/wordle/score").text
            #expect(form.contains("Your default: Group leaderboards only"))
        }
    }

    @Test("The page shows a switch for each setting with an effect, and none for others")
    func available() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/settings/privacy")
            try await ana.submit(
                "/settings/privacy",
                ["privacyLevel": "public", "workoutVisibility": "friends", "followApproval": "1"])
            let settings = try await site.session("ana").settings()
            #expect(settings.followApproval && !settings.showWorkoutDetails)
            let text = try await ana.open("/settings/privacy").text
            #expect(text.contains(/name="followApproval" value="1" checked/))
            #expect(text.contains(/name="showWorkoutDetails" value="1" aria/))
            for field in AccountSettings.Field.allCases where !settings.available.contains(field) {
                #expect(!text.contains(#"name="\#(field.rawValue)""#), "\(field.rawValue)")
            }
        }
    }

    @Test("A setting that children may not use shows an error and keeps the selection")
    func child() async throws {
        try await Site.run { site in
            let kim = try await site.child("kim")
            try await kim.open("/settings/privacy")
            #expect(try await kim.submit("/settings/privacy", ["contentFilter": "strict"]).status == 303)
            let response = try await kim.submit(
                "/settings/privacy", ["privacyLevel": "private", "workoutVisibility": "public"])
            #expect(response.status == 422)
            #expect(response.text.firstMatch(of: /id="error-workoutVisibility">[^<]/) != nil)
            #expect(response.text.contains(#"value="public" selected"#))
        }
    }

    @Test(
        "A child is offered only what is possible, and told what it means for them",
        arguments: ["/settings/privacy", "/welcome/privacy"])
    func choicesOfChild(path: String) async throws {
        try await Site.run { site in
            let kim = try await site.child("kim")
            let page = try await kim.open(path).text
            let adults = try await site.member("ana").open(path).text
            for part in [#"value="public""#, #"value="followers""#, "Like Friends"] {
                #expect(!page.contains(part) && adults.contains(part), "\(part)")
            }
            #expect(page.contains("friends see only your name") && page.contains(#"value="private""#))
            guard path.hasPrefix("/settings") else { return }
            for part in [#"name="showOnLeaderboards""#, #"value="off""#, "including Everyone"] {
                #expect(!page.contains(part) && adults.contains(part), "\(part)")
            }
            #expect(page.contains("count on the leaderboards of your groups"))
            #expect(page.contains(#"value="strict""#))
        }
    }

    @Test("The forms for workouts, imports and scores offer a child only what is possible")
    func visibilitiesForChild() async throws {
        try await Site.run { site in
            let kim = try await site.child("kim")
            let ana = try await site.member("ana")
            for path in ["/workouts/add", "/workouts/import", "/games/wordle/score"] {
                let (page, adults) = (try await kim.open(path).text, try await ana.open(path).text)
                for value in ["public", "followers"] {
                    let option = #"<option value="\#(value)""#
                    #expect(!page.contains(option) && adults.contains(option), "\(path), \(value)")
                }
                #expect(page.contains(#"<option value="private""#), "\(path)")
            }
        }
    }

    @Test("Notification settings are saved")
    func notifications() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/settings/notifications")
            try await ana.submit("/settings/notifications", ["kudos": "1"])
            let session = try await site.session("ana")
            let wanted = try await session.notificationSettings()
            #expect(NotificationKind.switchable.filter(wanted.wants) == [.kudos])
            #expect(wanted.wants(.security))
        }
    }

    @Test("A profile can be edited, and errors are shown next to their fields with the input")
    func profile() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/settings/profile")
            let typed = [
                "displayName": "Ana Novak", "bio": "Rows.\r\nRuns.", "email": "ana@example.com",
                "fullName": "",
                "timeZone": "Europe/Ljubljana",
            ]
            #expect(try await ana.submit("/settings/profile", typed).status == 303)
            let account = try await site.session("ana").me()
            #expect(account.displayName == "Ana Novak" && account.bio == "Rows.\nRuns.")
            #expect(account.email == "ana@example.com" && account.timeZone == "Europe/Ljubljana")
            let wrong = typed.merging(["email": "ana", "displayName": "Other", "timeZone": "GMT"]) { $1 }
            let response = try await ana.submit("/settings/profile", wrong)
            #expect(response.status == 422)
            #expect(response.text.firstMatch(of: /id="error-email">[^<]/) != nil)
            #expect(response.text.contains(#"value="Other""#) && response.text.contains("Rows."))
            #expect(response.text.contains(#"value="GMT" selected"#))
        }
    }

    @Test("A display name from before a rule does not stop other changes of the profile")
    func earlierName() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await site.database.write { connection in
                try connection.send("UPDATE people SET display_name = 'Admin' WHERE username = 'ana'")
            }
            try await ana.open("/settings/profile")
            let typed = [
                "displayName": "Admin", "bio": "Rows.", "email": "", "fullName": "", "timeZone": "UTC",
            ]
            #expect(try await ana.submit("/settings/profile", typed).status == 303)
            #expect(try await site.session("ana").me().bio == "Rows.")
            let rejected = try await ana.submit(
                "/settings/profile", typed.merging(["displayName": "Moderator"]) { $1 })
            #expect(rejected.status == 422)
            #expect(rejected.text.contains("That name is reserved. Choose another."))
        }
    }

    @Test("Ten minutes after signing in, another email address asks for the password first")
    func email() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let page = try await ana.open("/settings/profile").text
            #expect(page.contains(#"name="email""#) && !page.contains("/settings/confirm"))
            let typed = ["displayName": "ana", "bio": "Rows.", "fullName": "", "timeZone": "UTC"]
            let address = ["email": "ana@example.com"]
            try await ana.submit("/settings/profile", typed.merging(address) { $1 })
            site.clock.advance(by: 601)
            let later = try await ana.open("/settings/profile").text
            #expect(!later.contains(#"name="email""#))
            #expect(later.contains("Your email address is ana@example.com."))
            let asked = try #require(later.firstMatch(of: /href="(\/settings\/confirm[^"]*)"/)?.1)
            #expect(try await ana.submit("/settings/profile", typed).location == "/settings/profile")
            // The form was opened before the ten minutes ended.
            let other = typed.merging(["email": "eva@example.com", "bio": "Runs."]) { $1 }
            let confirming = try await ana.submit("/settings/profile", other)
            #expect(confirming.status == 200 && confirming.text.contains(#"action="/settings/confirm""#))
            await ana.show(confirming)
            let kept = try #require(await ana.filledIn["kept"])
            let wrong = try await ana.submit("/settings/profile", other.merging(["email": "eva"]) { $1 })
            #expect(wrong.status == 422 && wrong.text.contains(#"name="email" type="email" value="eva""#))
            let account = try await site.session("ana").me()
            #expect(account.email == "ana@example.com" && account.bio == "Runs.")

            #expect(try await ana.open(String(asked)).text.contains("username, email address"))
            // The form that was sent comes back, also after a wrong password.
            var fields = ["password": "wrong", "next": "/settings/profile", "kept": kept]
            let rejected = try await ana.submit("/settings/confirm", fields)
            #expect(rejected.status == 422 && rejected.text.contains(kept))
            fields["password"] = Browser.password
            let back = try await ana.submit("/settings/confirm", fields)
            #expect(back.status == 200 && back.text.contains("Confirmed. Continue within ten minutes."))
            await ana.show(back)
            let again = await ana.filledIn
            #expect(again["email"] == "eva@example.com" && again["bio"] == "Runs.")
            #expect(try await ana.submit("/settings/profile", again).location == "/settings/profile")
            #expect(try await site.session("ana").me().email == "eva@example.com")
            // Only in its session: by now, there is another.
            let foreign = try await ana.submit("/settings/confirm", fields)
            #expect(foreign.location == "/settings/profile")
        }
    }

    @Test("A username can be changed unless it is taken")
    func username() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            try await ana.open("/settings/profile")
            let taken = try await ana.submit("/settings/username", ["username": "ben"])
            #expect(taken.status == 422 && taken.text.contains("That username is taken. Choose another."))
            #expect(try await ana.submit("/settings/username", ["username": "Anka"]).status == 303)
            site.clock.advance(by: 601)
            let page = try await ana.open("/settings/profile").text
            #expect(page.contains("@anka") && !page.contains(#"name="username""#))
            #expect(page.contains("Confirm that it’s you to change your username"))
            await ana.show(try await ana.submit("/settings/username", ["username": "anna"]))
            let kept = try #require(await ana.filledIn["kept"])
            #expect(try await ana.open("/@anka").status == 200)
            let back = try await ana.submit(
                "/settings/confirm", ["password": Browser.password, "kept": kept])
            #expect(back.text.contains("Confirmed. Continue within ten minutes."))
            await ana.show(back)
            #expect(await ana.filledIn["username"] == "anna")
        }
    }

    @Test("Blocked and muted people are listed with a button to undo")
    func people() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for name in ["ben", "cleo"] { _ = try await site.member(name, name: name.capitalized) }
            try await ana.submit("/@ben/block")
            #expect(try await ana.open("/@cleo/mute").text.contains("Mute Cleo?"))
            try await ana.submit("/@cleo/mute")
            #expect(try await ana.open("/settings/muted").text.contains("Unmute Cleo"))
            let blocked = try await ana.open("/settings/blocked").text
            #expect(blocked.contains("Unblock Ben"))
            let undone = try await ana.submit("/@ben/unblock", ["return": "/settings/blocked"])
            #expect(undone.location == "/settings/blocked")
            #expect(try await ana.open("/settings/blocked").text.contains("You haven’t blocked anyone."))
        }
    }

    @Test("The server page shows the server's state")
    func server() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let text = try await ana.open("/settings/server").text
            for part in ["On this server", "Connected", "Sharing", "1.2.3", "http://127.0.0.1:8080"] {
                #expect(text.contains(part), "\(part)")
            }
            #expect(!text.contains("Your data stays here"), "no one knows where the server runs")
            for (workouts, scores, state) in [
                ("friends", "private", "Sharing workouts"), ("private", "friends", "Sharing scores"),
                ("private", "private", "Not sharing"),
                ("friends", "groups", "New workouts and scores are visible to the people"),
            ] {
                try await ana.open("/settings/privacy")
                try await ana.submit(
                    "/settings/privacy", ["workoutVisibility": workouts, "scoreVisibility": scores])
                #expect(try await ana.open("/settings/server").text.contains(state))
            }
        }
    }
}
