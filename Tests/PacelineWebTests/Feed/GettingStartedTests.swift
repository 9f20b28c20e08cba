import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Getting started") struct GettingStartedTests {
    private func picture() throws -> [UInt8] {
        Array(try #require(Data(base64Encoded: EditTests.pixel)))
    }

    /// The steps that are still links, by their paths.
    private func open(_ page: Browser.Shown) throws -> [String] {
        let list = try #require(page.text.firstMatch(of: /(?s)class="card checklist".*?<\/section>/)).0
        return list.matches(of: /<a class="grow" href="([^"]+)"/).map { String($0.1) }
    }

    @Test("Each step ticks itself off, and the list disappears with the last")
    func ticking() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let session = try await site.session("ana")
            var left = [
                "/welcome/profile", "/workouts/add", "/friends/find", "/groups", "/welcome/goal",
                "/settings/security",
            ]
            let check = {
                let page = try await ana.open("/")
                #expect(try open(page) == left)
                #expect(page.text.contains("\(6 - left.count) of 6 done"))
            }
            try await check()
            for path in left { #expect(try await ana.open(path).status == 200, "\(path)") }

            _ = try await session.setAvatar(try picture())
            left.removeAll { $0 == "/welcome/profile" }
            try await check()
            try await site.publish(3, in: "wordle", by: "ana")
            left.removeAll { $0 == "/workouts/add" }
            try await check()
            _ = try await session.update(SettingsChanges(weeklyGoal: WeeklyGoal(minutes: 90)))
            left.removeAll { $0 == "/welcome/goal" }
            try await check()
            _ = try await session.createRecoveryCodes()
            left.removeAll { $0 == "/settings/security" }
            try await check()
            _ = try await session.createGroup(title: "Crew")
            left.removeAll { $0 == "/groups" }
            try await check()
            try await site.befriend("ana", "ben")
            #expect(!(try await ana.open("/").text.contains("Getting started")))
        }
    }

    @Test("Joining a group counts like creating one")
    func joining() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana"), try await site.member("ben"))
            let group = try await site.session("ana").createGroup(title: "Crew")
            let code = try await site.session("ana").joinCode(of: group.id).code
            let before = try await ben.open("/")
            #expect(try open(before).contains("/groups"))
            _ = try await site.session("ben").joinGroup(code: code)
            for browser in [ana, ben] {
                let page = try await browser.open("/")
                #expect(try !open(page).contains("/groups"))
            }
        }
    }

    @Test("A workout counts like a score")
    func alternatives() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await site.publish(by: "ana")
            #expect(
                try open(try await ana.open("/")) == [
                    "/welcome/profile", "/friends/find", "/groups", "/welcome/goal", "/settings/security",
                ])
        }
    }

    @Test("The list is beside a feed, and above an empty one")
    func place() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let side = /(?s)<aside class="week-side.*?<\/aside>/
            let empty = try await ana.open("/").text
            #expect(try !#require(empty.firstMatch(of: side)).0.contains("card checklist"))
            #expect(empty.contains("card checklist"))
            try await site.publish(by: "ana")
            let full = try await ana.open("/").text
            #expect(try #require(full.firstMatch(of: side)).0.contains("card checklist"))
            #expect(full.matches(of: /card checklist/).count == 1)
        }
    }

    @Test("The list can be hidden in a browser")
    func hiding() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            #expect(try await ana.open("/").text.contains("Hide in this browser"))
            #expect(try await ana.submit("/getting-started/hide").location == "/")
            #expect(!(try await ana.open("/").text.contains("Getting started")))
        }
    }

    @Test(
        "The list isn't shown on later pages, under filters, or to members of long standing with a full home page"
    )
    func onlyAtFirst() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for path in ["/?whose=me", "/?show=rowing"] {
                #expect(!(try await ana.open(path).text.contains("Getting started")), "\(path)")
            }
            site.clock.advance(by: 31 * 86_400)
            #expect(try await ana.open("/").text.contains("Getting started"))
            try await site.publish(by: "ana")
            #expect(!(try await ana.open("/").text.contains("Getting started")))
        }
    }

    @Test("An empty home page shows an example, named as one, with nothing to press")
    func example() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let page = try await ana.open("/").text
            let start = try #require(
                page.range(of: "<section class=\"example\" aria-label=\"Example of a card\">"))
            let end = try #require(page.range(of: "</section>", range: start.upperBound..<page.endIndex))
            let example = page[start.upperBound..<end.lowerBound]
            #expect(example.contains("class=\"chart") && example.contains("5 kudos"))
            #expect(!example.contains("badge test"), "Intervals are no test.")
            for part in ["<a ", "<button", "<form"] { #expect(!example.contains(part), "\(part)") }
            let checklist = try #require(page.range(of: "class=\"card checklist\""))
            let suggestions = try #require(page.range(of: "id=\"others-title\""))
            #expect(checklist.lowerBound < start.lowerBound && start.lowerBound < suggestions.lowerBound)
            #expect(!page.contains("class=\"filters\""), "There is nothing to filter.")
            let filtered = try await ana.open("/?show=rowing").text
            #expect(!filtered.contains("class=\"example\"") && filtered.contains("class=\"filters\""))
            try await ana.submit("/getting-started/hide")
            #expect(try await ana.open("/").text.contains("class=\"example\""))
            try await site.publish(by: "ana")
            let full = try await ana.open("/").text
            #expect(!full.contains("class=\"example\"") && full.contains("class=\"filters\""))
        }
    }

    @Test("Suggestions say why, here and where people are found, and leave out blocked people")
    func suggestions() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for name in ["ben", "cleo", "dora", "emil", "fred"] { _ = try await site.member(name) }
            try await site.befriend("ana", "ben")
            try await site.befriend("ben", "cleo")
            try await site.publish(by: "ana")
            try await site.publish(by: "dora", visibility: .public)
            try await site.session("emil").block(.username("ana"))
            for path in ["/", "/friends/find"] {
                let page = try await ana.open(path).text
                #expect(page.contains("@cleo · 1 friend in common"), "\(path)")
                #expect(page.contains("@dora · Shares a sport with you"), "\(path)")
                #expect(page.contains("@fred · Active here lately"), "\(path)")
                #expect(!page.contains("@emil"), "\(path)")
                let known = try #require(page.range(of: "People you may know</h2>"))
                let others = try #require(page.range(of: "People here</h2>"))
                let between = page[known.upperBound..<others.lowerBound]
                #expect(between.contains("@cleo") && !between.contains("@dora"), "\(path)")
            }
            // The home page suggests three people, to a member without friends those who are active.
            let newcomer = try await site.member("gwen")
            let suggested = try await newcomer.open("/").text.matches(of: /@\w+ · Active here lately/)
            #expect(suggested.count == 3)
            #expect(try await !newcomer.open("/").text.contains("you may know"))
            let form = try await ana.open("/").text.contains("action=\"/@cleo/request\"")
            #expect(form)
        }
    }
}
