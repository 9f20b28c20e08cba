import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Badges on pages") struct BadgePageTests {
    /// A run of 10 km in one hour.
    private static func run(_ site: Site) -> WorkoutDraft {
        WorkoutDraft(
            type: .running, title: "Long run", startedAt: site.clock.now.addingTimeInterval(-4_000),
            duration: 3_600, measures: WorkoutMeasures(distance: 10_000, averageHeartRate: 150),
            visibility: .public)
    }

    @Test("The page lists what was earned and what is missing, with progress")
    func badges() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let empty = try await ana.open("/experience/badges").text
            #expect(empty.contains("0 of 40") && empty.contains("Publish workouts to earn badges"))
            _ = try await site.publish(Self.run(site), by: "ana")
            try await site.engine.followLog()
            let text = try await ana.open("/experience/badges").text
            for part in [
                "5K", "10K", "1 workout", "Half marathon", "Run 21.1 km in one workout", "10 of 100 km",
                "1 of 10",
            ] {
                #expect(text.contains(part), "\(part)")
            }
            #expect(text.contains("#flag\"") && text.contains("#badge\""))
            #expect(text.contains("class=\"missing\""))
        }
    }

    @Test("Profile, XP page and feed show badges, and an item has a page of its own")
    func shown() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let run = try await site.publish(Self.run(site), by: "ana")
            try await site.engine.followLog()
            for path in ["/@ana", "/experience", "/"] {
                let text = try await ana.open(path).text
                #expect(text.contains("10K"), "\(path)")
                #expect(text.contains("class=\"medal\"") == (path != "/"), "\(path)")
            }
            let items = try await site.session("ana").feed(FeedQuery(kinds: [.levelUp]), PageRequest()).items
            let item = try #require(items.first)
            let page = try await ana.open("/items/\(item.id)").text
            #expect(page.contains("<h1 dir=\"auto\">Level 2</h1>") && page.contains("Reached 500 XP"))
            let link = "Earned with <a href=\"/workouts/\(run.id)\"><bdi>Long run</bdi></a>"
            #expect(page.contains(link))
            let ben = try await site.member("ben")
            try await site.befriend("ana", "ben")
            #expect(try await ben.open("/items/\(item.id)").text.contains(link))
            try await ana.submit("/workouts/\(run.id)/visibility", ["visibility": "private"])
            #expect(try await !ben.open("/items/\(item.id)").text.contains("Earned with"))
            let card = try await ana.open("/items/\(item.id)/card").text
            #expect(card.contains("Level 2") && card.contains("Reached 500 XP"))
        }
    }

    @Test("What a workout earned is one row below it in the feed, which names it and has buttons once")
    func rows() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana"), try await site.member("ben"))
            try await site.befriend("ana", "ben")
            let run = try await site.publish(Self.run(site), by: "ana")
            try await site.publish(by: "ben", title: "Later row.")
            try await site.engine.followLog()
            for browser in [ana, ben] {
                let text = try await browser.open("/").text
                let cards = text.split(separator: "<article").dropFirst()
                let earned = try #require(cards.first { $0.contains("id=\"earned-") && $0.contains("10K") })
                let named = "Earned with <a href=\"/workouts/\(run.id)\"><bdi>Long run<"
                for part in ["10K", "5K", "1 workout", "Level 2", named] {
                    #expect(earned.contains(part), "\(part)")
                }
                #expect(earned.matches(of: /class="reactions"/).count == 1)
                let place = try #require(cards.firstIndex(of: earned))
                #expect(cards[place - 1].contains("id=\"item-\(run.id.item)\""))
            }
        }
    }

    @Test("A row names no workout that its reader cannot see on the page")
    func withoutWorkout() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.publish(Self.run(site), by: "ana")
            try await site.engine.followLog()
            let levels = try await ana.open("/?show=levels").text
            #expect(levels.contains("Reached 500 XP") && !levels.contains("Earned with"))
            #expect(!levels.contains("Long run"))
        }
    }

    @Test("A chip of the home page shows levels and badges alone, and stays with the other filters")
    func filtered() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana"), try await site.member("ben"))
            try await site.befriend("ana", "ben")
            _ = try await site.publish(Self.run(site), by: "ana")
            try await site.publish(by: "ben", title: "Later row.")
            try await site.publish(3, in: "wordle", by: "ana")
            try await site.engine.followLog()
            #expect(try await ben.open("/").text.contains("href=\"/?show=badges\">Badges</a>"))
            let badges = try await ben.open("/?show=badges").text
            for part in [
                "10K", "5K", "1 workout", "Level 2", "href=\"/?show=badges\" aria-current=\"page\"",
                "<option value=\"badges\" selected>All sports</option>",
            ] {
                #expect(badges.contains(part), "\(part)")
            }
            for part in ["Long run", "Later row.", "Wordle", "Earned with"] {
                #expect(!badges.contains(part), "\(part)")
            }
            let articles = badges.matches(of: /<article[^>]*id="([a-z]+)-/).map { String($0.1) }
            #expect(articles == ["earned", "earned"])
            let anas = try await ben.open("/?whose=@ana&show=badges").text
            #expect(anas.matches(of: /<article/).count == 1)
            #expect(anas.contains("href=\"/?whose=@ana&amp;show=scores\""))
            let mine = try await ana.open("/?whose=me&show=badges&from=2020-01-01&to=2020-01-02").text
            #expect(mine.contains("Nothing matches"))
        }
    }

    @Test("A profile shows six badges, and links to the others")
    func profile() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana"), try await site.member("ben"))
            for days in 0..<3 {
                // The distances of five badges, and together 100 km.
                var draft = Self.run(site)
                draft.startedAt = site.clock.now.addingTimeInterval(-20_000 - 86_400 * Double(days))
                draft.duration = 18_000
                draft.measures.distance = 51_000
                _ = try await site.publish(draft, by: "ana")
            }
            try await site.engine.followLog()
            let count = try await site.session("ben").achievements(of: .username("ana")).count
            try #require(count > 6)
            for (browser, all) in [(ana, "/experience/badges"), (ben, "/@ana/badges")] {
                let text = try await browser.open("/@ana").text
                #expect(text.matches(of: /class="medal"/).count == 6)
                #expect(text.contains("href=\"\(all)\""), "\(all)")
            }
            let others = try await ben.open("/@ana/badges").text
            #expect(others.matches(of: /class="medal"/).count == count && !others.contains("Still to earn"))
            #expect(try await ana.open("/@ben").text.contains("/@ben/badges") == false)
            #expect(try await ana.open("/@ben/badges").location == "/@ben")
        }
    }

    @Test("Every achievement has an icon in the sprite")
    func icons() throws {
        let sprite = try #require(try PageRenderer().assets.asset(named: "icons.svg"))
        let text = String(decoding: sprite.bytes, as: UTF8.self)
        for achievement in Achievement.catalogue {
            #expect(achievement.icon != "trophy", "\(achievement.id)")
            #expect(text.contains("<symbol id=\"\(achievement.icon)\""), "\(achievement.id)")
        }
        for icon in ["badge", "level"] { #expect(text.contains("<symbol id=\"\(icon)\"")) }
    }
}
