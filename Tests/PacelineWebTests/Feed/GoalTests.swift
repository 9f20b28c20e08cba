import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("The weekly goal") struct GoalTests {
    @Test("A goal can be set, shown with its progress, and removed")
    func goal() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await site.publish(by: "ana")
            let before = try await ana.open("/").text
            #expect(before.contains("Set a weekly goal") && before.contains("Your usual is"))
            try await ana.open("/week/goal")
            let response = try await ana.submit("/week/goal", ["distance": "42.5", "minutes": "240"])
            #expect(response.location == "/")
            let goal = try await site.session("ana").settings().weeklyGoal
            #expect(goal == WeeklyGoal(distance: 42_500, minutes: 240))
            let home = try await ana.open("/").text
            #expect(
                home.contains("of 42.5 km") && home.contains("of 4 h") && !home.contains("4 h 0 min")
                    && !home.contains("Lifted"))
            // 2 of 42.5 km and 6 of 240 minutes.
            #expect(home.contains("3% of your weekly goal") && !home.contains("Your usual is"))
            try await ana.open("/week/goal")
            try await ana.submit("/week/goal", ["distance": "2"])
            let reached = try await ana.open("/").text
            #expect(reached.contains("You reached your weekly goal"))
            #expect(reached.contains(/of [\d.]+ km <svg[^>]+>.*?<\/svg><span class="unseen">, reached</))
            try await ana.open("/week/goal")
            try await ana.submit("/week/goal", ["distance": "42.5", "minutes": "240"])
            #expect(try await ana.open("/week/goal").text.contains(#"value="42.5""#))
            try await ana.submit("/week/goal", [:])
            #expect(try await site.session("ana").settings().weeklyGoal == WeeklyGoal())
        }
    }

    @Test(
        "An invalid goal shows an error next to its field and is kept",
        arguments: [
            ("distance", "far", "Enter a number, such as"), ("minutes", "10081", "fit in a week"),
            ("volume", "-1", "Enter a number, such as"),
        ])
    func rejected(field: String, value: String, message: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/week/goal")
            let response = try await ana.submit("/week/goal", [field: value])
            #expect(response.status == 422 && response.text.contains(message))
            #expect(response.text.contains(#"value="\#(value)""#))
        }
    }
}
