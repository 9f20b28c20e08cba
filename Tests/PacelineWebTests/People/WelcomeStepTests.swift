import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Welcome steps") struct WelcomeStepTests {
    private static let paths = ["/welcome/profile", "/welcome/privacy", "/welcome/goal"]

    /// The target of the link with the text.
    private func link(_ text: String, in page: Browser.Shown) -> String? {
        page.text.matches(of: /href="([^"]+)">([^<]+)</).first { $0.2 == text }.map { String($0.1) }
    }

    @Test("Signing up leads through three steps, which can all be skipped, to where the user wanted to go")
    func skipping() async throws {
        try await Site.run { site in
            for (next, start, end) in [
                (nil, "/welcome/profile", "/"), ("/games", "/welcome/profile?next=/games", "/games"),
            ] {
                let browser = site.browser()
                try await browser.open("/sign-up")
                var fields = [
                    "username": next == nil ? "ana" : "ben", "password": Browser.password,
                    "birthDate": "1990-05-17",
                ]
                fields["next"] = next
                var path = try #require(try await browser.submit("/sign-up", fields).location)
                #expect(path == start)
                for number in 1...3 {
                    let page = try await browser.open(path)
                    #expect(page.status == 200 && page.text.contains("Step \(number) of 3"))
                    #expect((link("Back", in: page) != nil) == (number > 1))
                    path = try #require(link("Skip", in: page))
                }
                #expect(path == end)
            }
        }
    }

    @Test("Back leads to the step before and keeps where the user wanted to go")
    func back() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let page = try await ana.open("/welcome/goal?next=/games")
            #expect(link("Back", in: page) == "/welcome/privacy?next=/games")
        }
    }

    @Test("Each step saves what it asks for and continues")
    func saving() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana")
            try await ana.open("/welcome/profile?next=/games")
            let picture = UploadedFile(
                field: "avatar", name: "a.png",
                bytes: Array(try #require(Data(base64Encoded: EditTests.pixel))))
            let first = try await ana.upload(
                "/welcome/profile?next=/games", ["displayName": "Ana Ant"], files: [picture])
            #expect(first.location == "/welcome/privacy?next=/games")
            let second = try await ana.submit(
                "/welcome/privacy?next=/games",
                [
                    "privacyLevel": "friends", "workoutVisibility": "private", "scoreVisibility": "groups",
                ])
            #expect(second.location == "/welcome/goal?next=/games")
            let third = try await ana.submit(
                "/welcome/goal?next=/games",
                ["minutes": "150", "sport": "running", "sports.yoga": "1", "sports.running": "1"])
            #expect(third.location == "/games")
            let account = try await site.session("ana").me()
            #expect(account.displayName == "Ana Ant" && account.avatarURL != nil)
            #expect(account.privacyLevel == .friends && account.settings.workoutVisibility == .private)
            #expect(account.settings.scoreVisibility == .groups)
            #expect(account.settings.weeklyGoal == WeeklyGoal(minutes: 150))
            let form = try await ana.open("/workouts/add")
            let order = try #require(form.text.firstMatch(of: /<select id="field-type".*?<\/select>/)).0
                .matches(of: /value="(\w+)"/).map { String($0.1) }
            #expect(Array(order.prefix(3)) == ["running", "yoga", "rowing"])
            #expect(Set(order).count == order.count)
            #expect(form.text.contains("<option value=\"running\" selected>"))
            let goal = try await ana.open("/welcome/goal").text
            #expect(goal.contains("value=\"150\"") && goal.contains("<option value=\"running\" selected>"))
            // With a script, the main sport is not offered again.
            let main = goal.matches(of: /class="tick unscripted"><input type="checkbox" name="sports\.(\w+)"/)
            #expect(main.map { String($0.1) } == ["running"])
            let ticked = goal.matches(of: /name="sports\.(\w+)" value="1" checked/).map { String($0.1) }
            #expect(ticked == ["yoga"])
        }
    }

    @Test("A name can be saved without a picture, and keeps the one there is")
    func onlyName() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.session("ana").setAvatar(
                Array(try #require(Data(base64Encoded: EditTests.pixel))))
            try await ana.open("/welcome/profile")
            let saved = try await ana.upload("/welcome/profile", ["displayName": "Ana A"], files: [])
            #expect(saved.location == "/welcome/privacy")
            let account = try await site.session("ana").me()
            #expect(account.displayName == "Ana A" && account.avatarURL != nil)
        }
    }

    @Test("A step with an error saves nothing, shows it next to its field and keeps the input")
    func errors() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana")
            try await ana.open("/welcome/profile")
            let text = UploadedFile(field: "avatar", name: "a.txt", bytes: Array("text".utf8))
            let long = String(repeating: "n", count: 51)
            for (name, files, fields) in [
                ("New name", [text], ["avatar"]), (long, [], ["displayName"]),
                (long, [text], ["displayName", "avatar"]),
            ] {
                let rejected = try await ana.upload("/welcome/profile", ["displayName": name], files: files)
                #expect(rejected.status == 422 && rejected.text.contains("value=\"\(name)\""))
                let errors = rejected.text.matches(of: /id="error-(\w+)">[^<]/)
                #expect(errors.map { String($0.1) } == fields)
                let summary = rejected.text.matches(of: /href="#field-(\w+)">[^<]/)
                #expect(summary.map { String($0.1) } == fields)
            }
            let goal = try await ana.submit(
                "/welcome/goal", ["minutes": "10081", "sport": "running", "sports.hiking": "1"])
            #expect(goal.status == 422 && goal.text.contains("fit in a week"))
            #expect(goal.text.contains(#"name="sports.hiking" value="1" checked"#))
            #expect(goal.text.contains("<option value=\"running\" selected>"))
            let account = try await site.session("ana").me()
            #expect(account.displayName == "Ana" && account.settings.weeklyGoal == WeeklyGoal())
        }
    }

    @Test("A child's profile stays hidden")
    func children() async throws {
        try await Site.run { site in
            let child = site.browser()
            try await child.open("/sign-up")
            try await child.submit(
                "/sign-up", ["username": "kid", "password": Browser.password, "birthDate": "2018-03-01"])
            try await child.open("/welcome/privacy")
            let rejected = try await child.submit("/welcome/privacy", ["privacyLevel": "public"])
            #expect(rejected.status == 422 && rejected.text.contains("error-privacyLevel"))
            #expect(try await site.session("kid").me().privacyLevel == .private)
        }
    }

    @Test("An unknown sport changes nothing")
    func sports() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/welcome/goal")
            #expect(
                try await ana.submit("/welcome/goal", ["sport": "chess", "sports.go": "1"]).location == "/")
            #expect(await ana.cookies["paceline-sport"] == nil)
            #expect(try await ana.open("/workouts/add").text.contains("<option value=\"rowing\" selected>"))
        }
    }

    @Test("The inviter is named in every step, and the last leads to the invitation")
    func invitation() async throws {
        try await Site.run { site in
            _ = try await site.member("ana", name: "Ana Ant")
            let ben = try await site.member("ben")
            let path = "/add/\(try await site.session("ana").friendCode().code)"
            for step in Self.paths {
                let page = try await ben.open("\(step)?next=\(path)")
                #expect(page.text.contains("Ana Ant invites you to be friends"))
            }
            #expect(try await ben.submit("/welcome/goal?next=\(path)").location == path)
            #expect(try await ben.open(path).text.contains("Send request"))
        }
    }
}
