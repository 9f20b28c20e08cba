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

    @Test("What is held counts neither for the goal nor in the week, and is named until it is released")
    func held() async throws {
        try await Site.run(configuring: { $0.holdsAnomalies = true }) { site in
            let ana = try await site.member("ana")
            _ = try await site.session("ana").update(
                SettingsChanges(weeklyGoal: WeeklyGoal(distance: 10_000, minutes: 60)))
            let start = site.clock.now.addingTimeInterval(-4_000)
            var draft = WorkoutDraft(
                type: .running, title: "Long run", startedAt: start, duration: 3_600,
                measures: WorkoutMeasures(distance: 40_000))
            let run = try await site.publish(draft, by: "ana")
            let home = try await ana.open("/").text
            for part in [
                "0% of your weekly goal", "0 of 10.0 km", "0 of 1 h",
                "<a href=\"/workouts/\(run.id)\">1 held workout isn’t counted</a>",
            ] { #expect(home.contains(part), "\(part)") }
            #expect(!home.contains("40.0 km ·"))
            // A second recording of what counts does not add to it either.
            draft.measures.distance = 5_000
            _ = try await site.session("ana").publish(draft, as: run.id, ifMatch: nil)
            try await site.publish(draft, by: "ana")
            let corrected = try await ana.open("/").text
            for part in ["75% of your weekly goal", "5.0 km of 10.0 km", "1 h of 1 h"] {
                #expect(corrected.contains(part), "\(part)")
            }
            #expect(!corrected.contains("held workout"))
        }
    }

    @Test("A workout stays in its week after a change of the time zone")
    func journey() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            // Monday, 1:00 in UTC, and Sunday evening in New York.
            let monday = site.today.week.lowerBound
            try await site.publish(
                WorkoutDraft(
                    type: .yoga, title: "Yoga", startedAt: monday.startInUTC.addingTimeInterval(3_600),
                    duration: 1_200), by: "ana")
            _ = try await site.session("ana").update(
                AccountChanges(timeZone: "America/New_York"), ifMatch: nil)
            site.clock.advance(by: 2 * 86_400)
            #expect(try await ana.open("/?week=\(monday)").text.contains("Monday 20 min"))
            let before = try await ana.open("/?week=\(monday.adding(days: -1))").text
            #expect(before.contains("No workouts this week") && !before.contains("Sunday 20 min"))
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
