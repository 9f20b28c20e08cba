import Foundation
import HTTPTypes
import Paceline
import PacelineDatabase
import PacelineServer
import PacelineTestSupport
import Testing

@testable import PacelineWeb

@Suite("Forms that failed") struct FailedFormTests {
    private static let sameOrigin: HTTPFields = [.fetchSite: "same-origin"]

    /// Runs the test with a database that can fail.
    private static func run(
        _ test: @Sendable (Site, FailingDatabase) async throws -> Void
    ) async throws {
        let database = FailingDatabase(try SQLiteDatabase.inMemory())
        try await Site.run(on: database) { site in
            try await test(site, database)
            database.fail(with: nil)
        }
    }

    private static let gone = DatabaseError.unavailable("gone: /var/secret")

    @Test("A comment during an outage comes back with its text, and one button sends it again")
    func outage() async throws {
        try await Self.run { site, database in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let (page, path) = ("/workouts/\(workout.id)", "/items/\(workout.id)/comments")
            try await ana.open(page)
            database.fail(with: Self.gone)
            let fields = ["text": "Well <b>done", "return": page]
            let failed = try await ana.submit(path, fields, headers: Self.sameOrigin)
            #expect(failed.status == 503 && failed.headers[.retryAfter] == "5")
            #expect(failed.text.contains("Wait 5 seconds, then send it again."))
            #expect(failed.text.contains("action=\"\(path)\"") && failed.text.contains("Send again"))
            await ana.show(failed)
            let again = await ana.filledIn
            #expect(again["text"] == "Well <b>done" && again["return"] == page)
            let stillFailed = try await ana.submit(path, again, headers: Self.sameOrigin)
            await ana.show(stillFailed)
            #expect(await ana.filledIn["text"] == "Well <b>done")
            database.fail(with: nil)
            let sent = try await ana.submit(path, again, headers: Self.sameOrigin)
            #expect(sent.location?.hasPrefix("\(page)#comment-") == true)
            let comments = try await site.session("ana").comments(on: workout.id.item, PageRequest()).items
            #expect(comments.map(\.text) == ["Well <b>done"])
        }
    }

    @Test("A reply and an edit come back, too, and lead back to their forms without being sent")
    func replies() async throws {
        try await Self.run { site, database in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let session = try await site.session("ana")
            let comment = try await session.comment(CommentDraft(text: "First"), on: workout.id.item)
            for (path, fields) in [
                ("/items/\(workout.id)/comments", ["parent": "\(comment.id)"]),
                ("/comments/\(comment.id)/edit", ["item": "\(workout.id)"]),
            ] {
                try await ana.open("/workouts/\(workout.id)")
                database.fail(with: Self.gone)
                let failed = try await ana.submit(
                    path, fields.merging(["text": "Even splits"]) { $1 }, headers: Self.sameOrigin)
                database.fail(with: nil)
                await ana.show(failed)
                let again = await ana.filledIn
                #expect(again["text"] == "Even splits")
                let form = try await ana.submit(
                    path, again.merging(["text": "Even splits!", "restore": "1"]) { $1 },
                    headers: Self.sameOrigin)
                #expect(form.status == 200 && form.text.contains(">Even splits!</textarea>"))
                #expect(form.text.contains("action=\"\(path)\""))
            }
            let comments = try await session.comments(on: workout.id.item, PageRequest()).items
            #expect(comments.map(\.text) == ["First"])
        }
    }

    @Test("A rate-limited comment comes back with its text and says how long to wait")
    func rateLimit() async throws {
        let limits = RateLimits(person: RateLimit(name: "person", count: 8, window: 600))
        try await Site.run(limits: limits) { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            var response = try await ana.open("/friends")
            for _ in 0..<20 where response.status == 200 { response = try await ana.open("/friends") }
            let path = "/items/\(workout.id)/comments"
            let failed = try await ana.submit(path, ["text": "Well done"], headers: Self.sameOrigin)
            #expect(failed.status == 429 && failed.headers[.retryAfter] != nil)
            #expect(failed.text.contains(/Try again in \d+ seconds\./))
            await ana.show(failed)
            #expect(await ana.filledIn["text"] == "Well done")
            #expect(failed.text.contains("action=\"\(path)\"") && failed.text.contains("Send again"))
            // The script keeps the text itself, and shows the message.
            let part = try await ana.submit(
                path, ["text": "Well done"], headers: [.fetchSite: "same-origin", .fragment: "1"])
            #expect(part.status == 429 && part.text.contains("Try again in"))
            #expect(!part.text.contains("Well done"))
        }
    }

    @Test("A form that was counted against its address is not shown again, nor with a made-up session")
    func addressLimit() async throws {
        let limits = RateLimits(
            person: nil, address: RateLimit(name: "address", count: 8, window: 600), signIn: nil, code: nil)
        try await Site.run(limits: limits) { site in
            let browser = site.browser()
            var response = try await browser.open("/sign-in")
            for _ in 0..<20 where response.status == 200 { response = try await browser.open("/sign-in") }
            for session in [nil, "made-up"] {
                if let session { await browser.setCookie("paceline-session", to: session) }
                for path in ["/groups", "/workouts/add"] {
                    let failed = try await browser.submit(
                        path, ["title": "Tuesday Crew"], headers: Self.sameOrigin)
                    #expect(failed.status == 429 && failed.text.contains("Too many requests"), "\(path)")
                    #expect(!failed.text.contains("Tuesday Crew"), "\(path)")
                }
            }
        }
    }

    @Test("Each kept form comes back from an outage, and no page shows a password")
    func everyForm() async throws {
        try await Self.run { site, database in
            let ana = try await site.member("ana")
            try await ana.open("/friends")
            database.fail(with: Self.gone)
            for page in Pages.site where page.method == .post {
                let fields = [
                    "text": "Well done", "currentPassword": "SECRET one", "newPassword": "SECRET two",
                    "password": "SECRET three",
                ]
                let failed = try await ana.submit(
                    RouteTests.address(of: page), fields, headers: Self.sameOrigin)
                #expect(failed.status == 503 && !failed.text.contains("SECRET"), "\(page.name)")
                #expect(failed.text.contains(">Well done</textarea>"), "\(page.name)")
                #expect(failed.text.contains("Back to the form") == (page.restoring != nil), "\(page.name)")
                // A form without its password can't be sent again.
                #expect(!failed.text.contains("Send again"), "\(page.name)")
            }
        }
    }

    @Test("A recovery form comes back empty, and one for signing up without its password")
    func secrets() async throws {
        try await Self.run { site, database in
            let browser = site.browser()
            try await browser.open("/recover")
            database.fail(with: Self.gone)
            let code = "22222-33333-44444-55555-66666"
            let recovery = try await browser.submit(
                "/recover", ["code": code, "newPassword": Browser.password], headers: Self.sameOrigin)
            #expect(recovery.status == 503 && recovery.text.contains("Back to the form"))
            #expect(!recovery.text.contains(code) && !recovery.text.contains(Browser.password))
            let fields = [
                "username": "ana", "displayName": "Ana Ant", "password": Browser.password,
                "birthDate": "1990-05-17", "next": "/friends",
            ]
            let failed = try await browser.submit("/sign-up", fields, headers: Self.sameOrigin)
            #expect(failed.status == 503 && !failed.text.contains(Browser.password))
            database.fail(with: nil)
            await browser.show(failed)
            let again = await browser.filledIn.merging(["restore": "1"]) { $1 }
            await browser.show(try await browser.submit("/sign-up", again, headers: Self.sameOrigin))
            let form = await browser.filledIn
            #expect(form["username"] == "ana" && form["displayName"] == "Ana Ant")
            #expect(form["birthDate"] == "1990-05-17" && form["next"] == "/friends")
        }
    }

    @Test("A form with a photo that is too large comes back with its text, and asks for the photo again")
    func tooLarge() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let fields = await ana.filledIn.merging([
                "title": "4x500m", "duration": "6:54", "detail.notes": "Windy",
            ]) { $1 }
            let photo = UploadedFile(
                field: "photo", name: "row.png", bytes: [UInt8](repeating: 7, count: EditPages.largestForm))
            let failed = try await ana.upload(
                "/workouts/add", fields, files: [photo], headers: Self.sameOrigin)
            #expect(failed.status == 413 && failed.text.contains("Choose the file again."))
            #expect(!failed.text.contains("Send again"))
            await ana.show(failed)
            let again = await ana.filledIn
            #expect(again["title"] == "4x500m" && again["detail.notes"] == "Windy")
            #expect(again["duration"] == "6:54" && again["id"] == fields["id"])
            let form = try await ana.upload("/workouts/add", again.merging(["restore": "1"]) { $1 })
            #expect(form.status == 200 && form.text.contains("Choose the photo again."))
            #expect(try await site.session("ana").workouts(of: .me, PageRequest()).items.isEmpty)
        }
    }

    @Test("A form with a photo for which there is no memory comes back with its text")
    func noMemory() async throws {
        var bodies = BodyLimits()
        bodies.memory = 400_000
        try await Site.run(bodies: bodies) { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let fields = await ana.filledIn.merging(["title": "4x500m", "duration": "6:54"]) { $1 }
            let photo = UploadedFile(
                field: "photo", name: "row.png", bytes: [UInt8](repeating: 7, count: 400_000))
            let failed = try await ana.upload(
                "/workouts/add", fields, files: [photo], headers: Self.sameOrigin)
            #expect(failed.status == 503 && failed.headers[.retryAfter] == "2")
            #expect(failed.text.contains("Choose the file again.") && !failed.text.contains("Send again"))
            await ana.show(failed)
            let again = await ana.filledIn
            #expect(again["title"] == "4x500m" && again["duration"] == "6:54")
        }
    }

    @Test("A text that is too large comes back as a whole, up to a limit")
    func longText() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let path = "/items/\(workout.id)/comments"
            for (length, isShown) in [(70_000, true), (300_000, false)] {
                let text = String(repeating: "x", count: length)
                let failed = try await ana.submit(path, ["text": text], headers: Self.sameOrigin)
                #expect(failed.status == 413 && failed.text.contains(text) == isShown, "\(length)")
            }
        }
    }

    @Test("A text about something that is gone is not lost, and can't be sent again")
    func missing() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let path = "/items/\(UUID().uuidString.lowercased())/comments"
            let failed = try await ana.submit(path, ["text": "Well done"], headers: Self.sameOrigin)
            #expect(failed.status == 404 && failed.text.contains(">Well done</textarea>"))
            #expect(!failed.text.contains("Send again") && !failed.text.contains("Back to the form"))
        }
    }

    @Test("A form with more fields than any page has is not shown")
    func manyFields() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let path = "/items/\(UUID().uuidString.lowercased())/comments"
            let many = Dictionary(uniqueKeysWithValues: (0..<FailedForm.mostFields).map { ("f\($0)", "") })
            let fields = many.merging(["text": "Well done"]) { $1 }
            let failed = try await ana.submit(path, fields, headers: Self.sameOrigin)
            #expect(failed.status == 404 && !failed.text.contains("Well done"))
        }
    }

    @Test("A button can be pressed again")
    func button() async throws {
        try await Self.run { site, database in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            try await site.befriend("ana", "ben")
            let item = try await site.publish(by: "ben").id.item
            try await ana.open("/friends")
            database.fail(with: Self.gone)
            let failed = try await ana.submit(
                "/items/\(item)/kudos", ["given": "1", "return": "/#item-\(item)"], headers: Self.sameOrigin)
            database.fail(with: nil)
            await ana.show(failed)
            let sent = try await ana.submit(
                "/items/\(item)/kudos", await ana.filledIn, headers: Self.sameOrigin)
            #expect(sent.location == "/#item-\(item)")
            #expect(try await site.session("ben").item(item).kudosCount == 1)
        }
    }

    @Test("Only a form that surely comes from this site is shown")
    func foreign() async throws {
        try await Self.run { site, database in
            let ana = try await site.member("ana")
            try await ana.open("/friends")
            database.fail(with: Self.gone)
            for headers: HTTPFields in [[:], [.fetchSite: "cross-site"], [.origin: "https://evil.example"]] {
                let failed = try await ana.submit("/groups", ["title": "Crew of Eve"], headers: headers)
                #expect(failed.status == 503 && !failed.text.contains("Crew of Eve"))
            }
        }
    }
}
