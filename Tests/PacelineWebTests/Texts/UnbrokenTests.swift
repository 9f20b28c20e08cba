import Foundation
import Paceline
import Testing

@testable import PacelineWeb

/// Figures stay on one line with their unit. The tests look at the markup, since the text of a page has plain spaces.
@Suite("Figures and units") struct UnbrokenTests {
    private static let title = "4\u{A0}×\u{A0}500\u{A0}m"

    @Test("A session's notation doesn't break on cards, pages, lists and in notifications")
    func titles() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana", visibility: .public)
            _ = try await site.member("ben")
            _ = try await site.session("ben").giveKudos(to: workout.id.item, big: false)
            for path in ["/", "/workouts/\(workout.id)", "/@ana", "/experience", "/notifications"] {
                let markup = try await ana.open(path).markup
                #expect(markup.contains(Self.title), "\(path)")
                #expect(!markup.contains("4 × 500 m"), "\(path)")
            }
        }
    }

    @Test("A title in words is shown as it was written")
    func words() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana", title: "Steady 5 km by the lake")
            for path in ["/", "/workouts/\(workout.id)"] {
                #expect(try await ana.open(path).markup.contains("Steady 5 km by the lake"), "\(path)")
            }
        }
    }

    @Test("Results, XP and the amounts of a week don't break")
    func amounts() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await site.publish(by: "ana")
            try await site.publish(3, in: "wordle", by: "ana")
            _ = try await site.session("ana").update(
                SettingsChanges(weeklyGoal: WeeklyGoal(distance: 20_000)))
            let home = try await ana.open("/").markup
            for part in [
                "3\u{A0}guesses", "1\u{A0}puzzle", "7\u{A0}min", "1\u{A0}h\u{A0}ago",
                "2.0\u{A0}km of 20.0\u{A0}km",
            ] {
                #expect(home.contains(part), "\(part)")
            }
            #expect(try await ana.open("/experience").markup.contains("of 10,000\u{A0}XP"))
            let joined = try await ana.open("/@ana").markup.firstMatch(of: /joined (\d+)\u{A0}[A-Z]/)
            #expect(joined != nil)
        }
    }
}
