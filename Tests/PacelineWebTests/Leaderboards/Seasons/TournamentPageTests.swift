import Foundation
import HTTPTypes
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Tournaments of everyone on pages") struct TournamentPageTests {
    @Test("An administrator creates a tournament of everyone, which all members see, and cancels it")
    func administrator() async throws {
        try await Site.run { site in
            let chief = try await site.staffMember("chief", .administrator)
            let ben = try await site.member("ben")
            #expect(try await chief.open("/seasons").text.contains("New tournament"))
            let fields = await chief.filledIn
            #expect(fields["metric"] == "xp" && fields["firstDay"] == fields["lastDay"])
            for (field, value, message) in [
                ("lastDay", "2020-01-01", "1 to 92 days"), ("title", "See https://crew.example", "link"),
            ] {
                let wrong = fields.merging(["title": "Sprint"]) { $1 }.merging([field: value]) { $1 }
                let rejected = try await chief.submit("/seasons", wrong)
                #expect(rejected.status == 422 && rejected.text.contains(message), "\(field)")
                #expect(rejected.text.contains("value=\"\(wrong["title"] ?? "")\""), "\(field)")
            }
            let created = try await chief.submit("/seasons", fields.merging(["title": "Sprint"]) { $1 })
            let season = try #require(created.location)
            #expect(season.hasPrefix("/seasons/"))
            let empty = try await chief.open(season).text
            #expect(empty.contains("Cancel tournament") && empty.contains("No results to show."))
            for page in ["/seasons", season] {
                let seen = try await ben.open(page).text
                #expect(seen.contains("Sprint"), "\(page)")
                #expect(!seen.contains("New tournament") && !seen.contains("Cancel tournament"), "\(page)")
            }
            #expect(try await ben.submit("\(season)/cancel").status == 403)
            #expect(try await chief.open("\(season)/cancel").text.contains("Cancel Sprint?"))
            #expect(try await chief.submit("\(season)/cancel").location == "/seasons")
            #expect(try await ben.open(season).status == 404)
        }
    }

    @Test("To members and moderators, the form does not exist, and trying it is no security event")
    func others() async throws {
        try await Site.run { site in
            let browsers = [
                ("ben", try await site.member("ben")),
                ("moe", try await site.staffMember("moe", .moderator)),
            ]
            let day = "\(site.today)"
            let fields = ["title": "Sprint", "metric": "xp", "firstDay": day, "lastDay": day]
            for (name, browser) in browsers {
                #expect(try await !browser.open("/seasons").text.contains("New tournament"), "\(name)")
                #expect(try await browser.submit("/seasons", fields).status == 404, "\(name)")
                let session = try await site.session(name)
                let events = try await session.securityEvents(PageRequest()).items
                #expect(!events.contains { $0.kind == .staffCallRefused }, "\(name)")
                #expect(try await session.seasons(of: nil, kind: nil, PageRequest()).items == [], "\(name)")
            }
        }
    }

    @Test("A session that was opened with a device's key confirms first")
    func weakSession() async throws {
        try await Site.run { site in
            let chief = try await site.staffMember("chief", .administrator)
            try await chief.open("/seasons")
            let fields = await chief.filledIn.merging(["title": "Sprint"]) { $1 }
            let season = try #require(try await chief.submit("/seasons", fields).location)
            #expect(try await chief.submit("/settings/device").status == 303)
            try await chief.open("/")
            try await chief.submit("/sign-out")
            try await chief.open("/sign-in")
            #expect(try await chief.submit("/sign-in/device").status == 303)
            let list = try await chief.open("/seasons").text
            #expect(list.contains("Confirm that it’s you to create tournaments"))
            #expect(!list.contains("New tournament"))
            for path in ["/seasons", "\(season)/cancel"] {
                let asked = try await chief.submit(path, fields)
                #expect(asked.location == "/settings/confirm?next=\(path)")
            }
            let confirming = ["password": Browser.password, "next": "/seasons"]
            #expect(try await chief.submit("/settings/confirm", confirming).location == "/seasons")
            #expect(try await chief.open("/seasons").text.contains("New tournament"))
            #expect(try await chief.submit("/seasons", fields).location?.hasPrefix("/seasons/") == true)
        }
    }

    @Test("A tournament that was sent after the session had ended comes back to its administrator")
    func kept() async throws {
        try await Site.run { site in
            let chief = try await site.staffMember("chief", .administrator)
            try await chief.open("/seasons")
            let fields = await chief.filledIn.merging(["title": "Sprint", "metric": "distance"]) { $1 }
            _ = try await site.session("chief").signOutEverywhere()
            let ended = try await chief.submit("/seasons", fields, headers: [.fetchSite: "same-origin"])
            #expect(ended.status == 401)
            await chief.show(ended)
            let kept = try #require(await chief.filledIn["kept"])
            let back = try await chief.submit(
                "/sign-in", ["username": "chief", "password": Browser.password, "kept": kept])
            #expect(back.status == 200 && back.text.contains("Your session had ended."))
            await chief.show(back)
            let again = await chief.filledIn
            #expect(again["title"] == "Sprint" && again["metric"] == "distance")
            #expect(
                try await site.session("chief").seasons(of: nil, kind: nil, PageRequest()).items == [])
        }
    }
}
