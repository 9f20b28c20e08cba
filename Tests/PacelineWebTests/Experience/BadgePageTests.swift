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
                "5K", "10K", "1 workout", "Half marathon", "Run 21.0975 km in one workout", "10 of 100 km",
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
            _ = try await site.publish(Self.run(site), by: "ana")
            try await site.engine.followLog()
            for path in ["/@ana", "/experience", "/"] {
                let text = try await ana.open(path).text
                #expect(text.contains("10K") && text.contains("class=\"medal\""), "\(path)")
            }
            let items = try await site.session("ana").feed(FeedQuery(kind: .levelUp), PageRequest()).items
            let item = try #require(items.first)
            let page = try await ana.open("/items/\(item.id)").text
            #expect(page.contains("<h1>Level 2</h1>") && page.contains("A new level"))
            let card = try await ana.open("/items/\(item.id)/card").text
            #expect(card.contains("Level 2") && card.contains("Level up"))
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
