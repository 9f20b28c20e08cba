import Foundation
import HTTPTypes
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Forms sent after the session ended") struct KeptFormTests {
    private static let sameOrigin: HTTPFields = [.fetchSite: "same-origin"]

    @Test("A workout comes back filled in after signing in, and is not published by itself")
    func workout() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let fields = await ana.filledIn.merging([
                "title": "4x500m & more", "duration": "6:54", "detail.notes": "Windy\nand cold",
            ]) { $1 }
            _ = try await site.session("ana").signOutEverywhere()
            let photo = UploadedFile(
                field: "photo", name: "row.png", bytes: [UInt8](repeating: 7, count: 300_000))
            let ended = try await ana.upload(
                "/workouts/add", fields, files: [photo], headers: Self.sameOrigin)
            #expect(ended.status == 401 && ended.text.contains("what you typed comes back"))
            // Nothing is wrong.
            #expect(ended.text.contains("role=\"status\"") && !ended.text.contains("class=\"alert\""))
            #expect(!ended.text.contains("Windy"))
            await ana.show(ended)
            let kept = try #require(await ana.filledIn["kept"])
            let wrong = try await ana.submit(
                "/sign-in", ["username": "ana", "password": "wrong", "kept": kept])
            #expect(wrong.status == 401 && wrong.text.contains(kept))
            let back = try await ana.submit(
                "/sign-in", ["username": "ana", "password": Browser.password, "kept": kept])
            #expect(back.status == 200 && back.text.contains("Your session had ended."))
            #expect(back.text.contains("Choose the photo again."))
            #expect(try await site.session("ana").workouts(of: .me, PageRequest()).items.isEmpty)
            await ana.show(back)
            let again = await ana.filledIn
            #expect(again["title"] == "4x500m & more" && again["detail.notes"] == "Windy\nand cold")
            #expect(again["id"] == fields["id"] && again["csrf"] != fields["csrf"])
            let published = try await ana.upload("/workouts/add", again)
            #expect(published.location == "/workouts/\(try #require(fields["id"]))")
        }
    }

    @Test(
        "Other forms come back, too",
        arguments: [
            ("/groups", "title", "Tuesday Crew"), ("/settings/profile", "bio", "Rows at dawn"),
            ("/games/wordle/score", "puzzle", "1234"), ("/games/add", "text", "Wordle 1,234 4/6"),
            ("/items/ITEM/comments", "text", "Well done"), ("/@ben/request", "message", "Hi Ben"),
            ("/week/goal", "minutes", "150"), ("/settings/privacy", "workoutVisibility", "friends"),
            ("/groups/GROUP/settings", "title", "Wednesday Crew"),
            ("/groups/GROUP/invitations", "person", "ben"), ("/welcome/profile", "displayName", "Ana Ant"),
            ("/welcome/privacy", "workoutVisibility", "friends"), ("/welcome/goal", "minutes", "150"),
            ("/friends/add", "code", "ABC234"), ("/games/add/publish", "text", "Wordle 1,234 4/6"),
            ("/settings/username", "username", "ana_ant"), ("/settings/tokens", "name", "Rowing script"),
        ])
    func others(path: String, field: String, text: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let workout = try await site.publish(by: "ana")
            let group = try await site.session("ana").createGroup(title: "Crew").id
            try await ana.open("/")
            _ = try await site.session("ana").signOutEverywhere()
            let target = path.replacing("ITEM", with: "\(workout.id)").replacing("GROUP", with: "\(group)")
            let ended = try await ana.submit(target, [field: text], headers: Self.sameOrigin)
            #expect(ended.status == 401)
            await ana.show(ended)
            let kept = try #require(await ana.filledIn["kept"])
            let back = try await ana.submit(
                "/sign-in", ["username": "ana", "password": Browser.password, "kept": kept])
            #expect(back.status == 200 && back.text.contains("Your session had ended."))
            await ana.show(back)
            #expect(await ana.filledIn[field] == text)
        }
    }

    /// The forms that are not kept, by the reason.
    private static let notKept = [
        "It is only a button": [
            "/getting-started/hide", "/invitation/dismiss", "/sign-in/device", "/sign-in/passkey",
            "/sign-out",
            "/recover/former/device", "/recover/former/passkey",
            "/sign-out/everywhere",
            "/friends/code/reset", "/requests/{id}/accept", "/requests/{id}/decline", "/requests/{id}/cancel",
            "/{person}/follow", "/{person}/unfollow", "/{person}/notifications", "/{person}/mute",
            "/{person}/unmute", "/{person}/unfriend", "/{person}/block", "/{person}/unblock",
            "/{person}/remove-follower", "/workouts/{id}/delete", "/items/{id}/kudos",
            "/comments/{id}/delete", "/workouts/{id}/review",
            "/comments/{id}/heart", "/games/{game}/{day}/delete", "/join/{code}", "/groups/{id}/accept",
            "/groups/{id}/decline", "/groups/{id}/sharing", "/groups/{id}/invite",
            "/groups/{id}/invitations/{person}/withdraw", "/groups/{id}/activate", "/groups/{id}/stop",
            "/groups/{id}/leave", "/groups/{id}/delete", "/groups/{id}/revoke",
            "/groups/{id}/members/{person}/role", "/groups/{id}/members/{person}/remove",
            "/groups/{id}/members/{person}/transfer", "/notifications/read", "/settings/avatar/remove",
            "/settings/header/remove", "/settings/device", "/settings/email/confirmation",
            "/settings/identities/{id}/unlink",
            "/settings/privacy/scores", "/settings/sessions/{id}/end", "/settings/recovery-codes",
            "/settings/tokens/{id}/revoke", "/settings/passkeys/{id}/remove",
            "/experience/rewards/{reward}", "/experience/redemptions/{id}/code",
            "/experience/redemptions/{id}/refund", "/seasons/{id}/cancel",
        ],
        "It is for a passkey that the browser has just created": ["/settings/passkeys"],
        "It is one choice, on a page that shows the current one": ["/workouts/{id}/visibility"],
        "It holds nothing but passwords": [
            "/settings/password", "/settings/password/set", "/settings/confirm",
        ],
    ]

    @Test("Each form is kept, or there is a reason why not")
    func everyForm() async throws {
        let forms = Pages.site.filter { $0.method == .post }
        let others = forms.filter { $0.restoring == nil }.map(\.path.description)
        #expect(others.sorted() == Self.notKept.values.flatMap(\.self).sorted())
        try await Site.run { site in
            let browser = try await site.member("ana")
            try await browser.open("/")
            _ = try await site.session("ana").signOutEverywhere()
            for page in forms where page.restoring != nil && page.access != .anyone {
                let ended = try await browser.submit(
                    RouteTests.address(of: page), ["text": "Well done"], headers: Self.sameOrigin)
                #expect(ended.status == 401 && ended.text.contains(#"name="kept""#), "\(page.name)")
            }
        }
    }

    @Test("A reply to a notification, and the choice of notifications, come back")
    func notifications() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let workout = try await site.publish(by: "ana", visibility: .public)
            let comment = try await site.session("ben").comment(
                CommentDraft(text: "Strong finish"), on: workout.id.item)
            let inbox = try await site.session("ana").notifications(PageRequest())
            let notification = try #require(inbox.items.first)
            let reply = [
                "item": "\(workout.id)", "comment": "\(comment.id)",
                "upTo": "\(notification.at.milliseconds)",
                "text": "Thank you", "return": "/notifications",
            ]
            let path = "/notifications/\(notification.id)/reply"
            let replied = try await Self.returning(to: path, reply, as: ana, on: site)
            #expect(replied.text.contains(">Thank you</textarea>"))
            #expect(replied.text.contains(#"name="parent" value="\#(comment.id)""#))
            await ana.show(
                try await Self.returning(to: "/settings/notifications", ["kudos": "1"], as: ana, on: site))
            let choices = await ana.filledIn
            #expect(choices["kudos"] == "1" && choices["comment"] == nil)
            #expect(try await site.session("ana").notificationSettings().wants(.comment))
        }
    }

    @Test("The choice of a username comes back after signing in on the same device")
    func username() async throws {
        try await Site.run { site in
            let browser = site.browser()
            try await browser.open("/sign-in")
            try await browser.submit("/sign-in/device")
            try await browser.open("/welcome")
            site.clock.advance(by: 91 * 86_400)
            let ended = try await browser.submit(
                "/welcome", ["username": "ana_ant", "displayName": "Ana Ant"], headers: Self.sameOrigin)
            #expect(ended.status == 401)
            await browser.show(ended)
            let kept = try #require(await browser.filledIn["kept"])
            let back = try await browser.submit("/sign-in/device", ["kept": kept])
            #expect(back.status == 200 && back.text.contains("Your session had ended."))
            await browser.show(back)
            let again = await browser.filledIn
            #expect(again["username"] == "ana_ant" && again["displayName"] == "Ana Ant")
        }
    }

    @Test(
        "Files can't be kept, so the form asks for them again",
        arguments: [
            ("/workouts/import", "files"), ("/settings/avatar", "avatar"), ("/settings/header", "header"),
            ("/welcome/profile", "avatar"),
        ])
    func files(path: String, field: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/")
            let fields = ["visibility": "private", "displayName": "Ana Ant"]
            let file = UploadedFile(field: field, name: "a.bin", bytes: [UInt8](repeating: 7, count: 100_000))
            let back = try await Self.returning(to: path, fields, files: [file], as: ana, on: site)
            #expect(back.text.contains("Choose the file again."))
            await ana.show(back)
            let again = await ana.filledIn
            #expect(path != "/workouts/import" || again["visibility"] == "private")
            #expect(path != "/welcome/profile" || again["displayName"] == "Ana Ant")
        }
    }

    @Test("Of the form of a visitor, only what comes before the files is read, however large they are")
    func beginning() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/")
            let size = ImportPages.largestForm + 1
            let file = UploadedFile(field: "files", name: "a.csv", bytes: [UInt8](repeating: 7, count: size))
            let back = try await Self.returning(
                to: "/workouts/import", ["visibility": "private"], files: [file], as: ana, on: site)
            await ana.show(back)
            #expect(await ana.filledIn["visibility"] == "private")
        }
    }

    @Test("The preview of an import leads back to choosing the files")
    func preview() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/")
            let fields = [
                "visibility": "private", "file.0.name": "season.csv",
                "file.0.bytes": Data("SECRET".utf8).base64EncodedString(),
            ]
            let back = try await Self.returning(to: "/workouts/import/publish", fields, as: ana, on: site)
            #expect(back.text.contains("Choose the file again."))
            #expect(back.text.contains(#"action="/workouts/import""#))
        }
    }

    /// Sends the form after the session has ended, and signs in.
    private static func returning(
        to path: String, _ fields: [String: String], files: [UploadedFile] = [], as browser: Browser,
        on site: Site
    ) async throws -> Browser.Shown {
        _ = try await site.session("ana").signOutEverywhere()
        let ended =
            files.isEmpty
            ? try await browser.submit(path, fields, headers: sameOrigin)
            : try await browser.upload(path, fields, files: files, headers: sameOrigin)
        #expect(ended.status == 401, "\(path)")
        await browser.show(ended)
        let kept = try #require(await browser.filledIn["kept"], "\(path)")
        let back = try await browser.submit(
            "/sign-in", ["username": "ana", "password": Browser.password, "kept": kept])
        #expect(back.status == 200 && back.text.contains("Your session had ended."), "\(path)")
        return back
    }

    @Test("An edited comment and an edited workout come back in their places")
    func edits() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let comment = try await site.session("ana").comment(
                CommentDraft(text: "Well done"), on: workout.id.item)
            try await ana.open("/workouts/\(workout.id)/edit")
            let form = await ana.filledIn
            for (path, fields) in [
                ("/comments/\(comment.id)/edit", ["text": "Very well done", "item": "\(workout.id)"]),
                ("/workouts/\(workout.id)/edit", form.merging(["title": "Very well done"]) { $1 }),
            ] {
                try await ana.open("/")
                _ = try await site.session("ana").signOutEverywhere()
                await ana.show(try await ana.submit(path, fields, headers: Self.sameOrigin))
                let kept = try #require(await ana.filledIn["kept"])
                let back = try await ana.submit(
                    "/sign-in", ["username": "ana", "password": Browser.password, "kept": kept])
                #expect(back.status == 200 && back.text.contains("Your session had ended."))
                #expect(back.text.contains("Very well done") && back.text.contains("action=\"\(path)\""))
            }
        }
    }

    @Test("A form from an earlier session comes back at once, and is not executed")
    func earlierSession() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let token = await ana.page.token
            try await ana.submit("/sign-out")
            try await ana.open("/sign-in")
            try await ana.submit("/sign-in", ["username": "ana", "password": Browser.password])
            // The script sends the form again as a whole when a part is rejected.
            let fields = ["title": "Tuesday Crew"]
            let part = try await ana.submit(
                "/groups", fields, token: token, headers: [.fetchSite: "same-origin", .fragment: "1"])
            #expect(part.status == 403)
            let back = try await ana.submit("/groups", fields, token: token, headers: Self.sameOrigin)
            #expect(back.status == 200 && back.text.contains(#"value="Tuesday Crew""#))
            #expect(
                try await site.session("ana").groupsPage(invitations: PageRequest(limit: 1)).groups.isEmpty)
        }
    }

    @Test("What was written under an item that is gone by then is shown on the page that says so")
    func goneSubject() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let workout = try await site.publish(by: "ben", visibility: .public)
            try await ana.open("/")
            _ = try await site.session("ana").signOutEverywhere()
            let written = ["text": "Well done & more"]
            let path = "/items/\(workout.id)/comments"
            await ana.show(try await ana.submit(path, written, headers: Self.sameOrigin))
            let kept = try #require(await ana.filledIn["kept"])
            try await site.session("ben").deleteWorkout(workout.id)
            let back = try await ana.submit(
                "/sign-in", ["username": "ana", "password": Browser.password, "kept": kept])
            #expect(back.status == 404 && back.text.contains(">Well done &amp; more</textarea>"))
            #expect(!back.text.contains("Your session had ended."))
            #expect(try await ana.open("/notifications").status == 200, "Ana is signed in.")
        }
    }

    @Test("A welcome step that comes back still leads to the invitation")
    func welcome() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let path = "/welcome/profile?next=/join/ABCDEFGHJK"
            try await ana.open(path)
            let fields = await ana.filledIn.merging(["displayName": "Ana Ant"]) { $1 }
            _ = try await site.session("ana").signOutEverywhere()
            let ended = try await ana.upload(path, fields, headers: Self.sameOrigin)
            await ana.show(ended)
            let kept = try #require(await ana.filledIn["kept"])
            let back = try await ana.submit(
                "/sign-in", ["username": "ana", "password": Browser.password, "kept": kept])
            await ana.show(back)
            let again = await ana.filledIn
            #expect(again["displayName"] == "Ana Ant" && back.text.contains("action=\"\(path)\""))
            #expect(
                try await ana.upload(path, again).location == "/welcome/privacy?next=/join/ABCDEFGHJK")
        }
    }

    @Test(
        "A visitor's form that was open for too long comes back without its password",
        arguments: ["/sign-up", "/sign-in"])
    func visitor(path: String) async throws {
        try await Site.run { site in
            let (ana, other) = (site.browser(), site.browser())
            try await ana.open("\(path)?next=/friends")
            let fields = await ana.filledIn.merging([
                "username": "ana_ant", "displayName": "Ana", "password": Browser.password,
                "birthDate": "1990-05-17",
            ]) { $1 }
            try await other.open(path)
            let back = try await other.submit(
                path, fields, token: await ana.page.token, headers: Self.sameOrigin)
            #expect(back.status == 200 && back.text.contains("open for too long"))
            #expect(!back.text.contains(Browser.password))
            await other.show(back)
            let again = await other.filledIn
            #expect(again["username"] == "ana_ant" && again["next"] == "/friends")
            #expect(path == "/sign-in" || again["birthDate"] == "1990-05-17")
            let foreign = try await other.submit(path, fields, token: await ana.page.token)
            #expect(foreign.status == 403)
        }
    }

    @Test("A recovery form that was open for too long comes back without its code and password")
    func recovery() async throws {
        try await Site.run { site in
            let (ana, other) = (site.browser(), site.browser())
            try await ana.open("/recover")
            try await other.open("/recover")
            let fields = ["code": "22222-33333-44444-55555-66666", "newPassword": Browser.password]
            let back = try await other.submit(
                "/recover", fields, token: await ana.page.token, headers: Self.sameOrigin)
            #expect(back.status == 200 && back.text.contains("open for too long"))
            #expect(fields.values.allSatisfy { !back.text.contains($0) })
        }
    }

    @Test("Only its author gets a form back, also in a browser that others use")
    func otherPerson() async throws {
        try await Site.run { site in
            let browser = try await site.member("ana")
            _ = try await site.member("ben")
            let fields = ["title": "Tuesday Crew"]
            try await browser.open("/")
            _ = try await site.session("ana").signOutEverywhere()
            await browser.show(try await browser.submit("/groups", fields, headers: Self.sameOrigin))
            let kept = try #require(await browser.filledIn["kept"])
            let other = try await browser.submit(
                "/sign-in", ["username": "ben", "password": Browser.password, "kept": kept])
            #expect(other.status == 303 && other.location == "/")
            // Where no one has signed in, the form is no one's.
            let unknown = site.browser()
            try await unknown.open("/sign-in")
            let lost = try await unknown.submit("/groups", fields, headers: Self.sameOrigin)
            #expect(lost.status == 303 && !lost.text.contains(#"name="kept""#))
        }
    }

    @Test("The sign-in page that carries the largest form is small")
    func largest() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.session("ana").signOutEverywhere()
            let send = { (length: Int) in
                let fields = ["title": String(repeating: "x", count: length)]
                return try await ana.submit("/groups", fields, headers: Self.sameOrigin)
            }
            var (kept, tooLarge) = (30_000, 63_000)
            while tooLarge - kept > 8 {
                let length = (kept + tooLarge) / 2
                if try await send(length).status == 401 { kept = length } else { tooLarge = length }
            }
            let page = try await send(kept).text
            #expect(page.contains(#"name="kept""#) && page.utf8.count < 60_000, "\(page.utf8.count)")
        }
    }

    @Test("Only forms that surely come from this site are kept, and only for the same browser")
    func foreign() async throws {
        try await Site.run { site in
            let (ana, eve) = (try await site.member("ana"), site.browser())
            let fields = ["title": "Tuesday Crew"]
            _ = try await site.session("ana").signOutEverywhere()
            for headers: HTTPFields in [[:], [.fetchSite: "cross-site"], [.origin: "https://evil.example"]] {
                let rejected = try await ana.submit("/groups", fields, headers: headers)
                #expect(rejected.status != 401 && !rejected.text.contains(#"name="kept""#))
            }
            await ana.show(try await ana.submit("/groups", fields, headers: Self.sameOrigin))
            let kept = try #require(await ana.filledIn["kept"])
            try await eve.open("/sign-in")
            let signedIn = try await eve.submit(
                "/sign-in", ["username": "ana", "password": Browser.password, "kept": kept])
            #expect(signedIn.status == 303 && signedIn.location == "/")
            // A form that is too large to carry leads to the sign-in page.
            _ = try await site.session("ana").signOutEverywhere()
            let large = ["title": String(repeating: "x", count: 63_000)]
            #expect(try await ana.submit("/groups", large, headers: Self.sameOrigin).status == 303)
        }
    }
}
