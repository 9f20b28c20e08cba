import Foundation
import Paceline
import PacelineEngine
import Testing

@testable import PacelineWeb

@Suite("Page size") struct PageSizeTests {
    /// The most bytes of a page before compression.
    private static let most = 60_000

    /// Creates a row of many different intervals.
    private static func row(_ count: Int, title: String, on site: Site) -> WorkoutDraft {
        let intervals = (0..<count).map {
            Interval(
                index: $0, duration: 60.1 + Double($0 % 7), distance: 251, strokeRate: 24,
                heartRate: 151 + Double($0 % 9), restDuration: 30)
        }
        return WorkoutDraft(
            type: .rowing, title: title, startedAt: site.clock.now.addingTimeInterval(-172_800),
            duration: 100_000, measures: WorkoutMeasures(distance: 251 * Double(count)),
            detail: WorkoutDetail(intervals: intervals))
    }

    @Test("A home page of workouts with sketches, kudos and comments, or of puzzles, is small")
    func home() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for name in ["ben", "cleo"] {
                _ = try await site.member(name)
                try await site.befriend("ana", name)
            }
            let comment = String(repeating: "Long comment. ", count: 35)
            for number in 0..<12 {
                let workout = try await site.publish(
                    Self.row(WorkoutSketch.maximumBars, title: "Row \(number)", on: site), by: "ana")
                for name in ["ben", "cleo"] {
                    _ = try await site.session(name).giveKudos(to: workout.id.item, big: false)
                    _ = try await site.session(name).comment(CommentDraft(text: comment), on: workout.id.item)
                }
            }
            let sketches = try await ana.open("/").text
            #expect(sketches.matches(of: /class="chart sketch"/).count == 12)
            #expect(sketches.utf8.count < Self.most, "\(sketches.utf8.count)")
            for game in ["wordle", "nyt_mini", "connections", "strands", "queens", "tango"] {
                for day in 0..<5 {
                    try await site.publish(3, in: game, on: site.today.adding(days: -day), by: "ana")
                }
            }
            let puzzles = try await ana.open("/?show=scores").text
            #expect(puzzles.matches(of: /class="puzzle"/).count == 30)
            #expect(puzzles.utf8.count < Self.most, "\(puzzles.utf8.count)")
        }
    }

    @Test("The page and the form of a workout with hundreds of intervals and many comments are small")
    func longWorkout() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(Self.row(1_000, title: "Long", on: site), by: "ana")
            let comment = String(repeating: "Long comment. ", count: 35)
            for _ in 0..<30 {
                _ = try await site.session("ana").comment(CommentDraft(text: comment), on: workout.id.item)
            }
            for page in ["", "?intervals=960", "/edit", "/edit?intervals=960"] {
                let text = try await ana.open("/workouts/\(workout.id)\(page)").text
                #expect(text.utf8.count < Self.most, "\(page): \(text.utf8.count)")
            }
            // A form that was extended as often as its button allows.
            try await ana.open("/workouts/add")
            var form = try await ana.open("/workouts/add").text
            for _ in 0..<20 where form.contains("name=\"more\" value=\"intervals\"") {
                let fields = await ana.filledIn.merging(["more": "intervals"]) { $1 }
                let response = try await ana.upload("/workouts/add", fields)
                await ana.show(response)
                form = response.text
            }
            #expect(form.contains("intervals.40.duration") && !form.contains("intervals.45.duration"))
            #expect(form.utf8.count < Self.most, "\(form.utf8.count)")
        }
    }
}
