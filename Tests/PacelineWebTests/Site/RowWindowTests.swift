import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Rows of a page") struct RowWindowTests {
    private static func row(_ intervals: [Interval], on site: Site) -> WorkoutDraft {
        WorkoutDraft(
            type: .rowing, title: "Many", startedAt: site.clock.now.addingTimeInterval(-40_000),
            duration: 20_000, measures: WorkoutMeasures(distance: 30_000),
            detail: WorkoutDetail(intervals: intervals))
    }

    @Test(
        "A position leads to the page with that row, or to the nearest",
        arguments: [
            (nil, 0..<40), ("0", 0..<40), ("39", 0..<40), ("40", 40..<80), ("80", 80..<81), ("81", 80..<81),
            ("-1", 0..<40), ("x", 0..<40), ("99999999999999999999", 0..<40),
            (String(Int.max), 80..<81),
        ])
    func position(position: String?, rows: Range<Int>) {
        #expect(RowWindow(at: position, of: 81, size: 40).rows == rows)
        #expect(RowWindow(at: position, of: 0, size: 40).rows == 0..<0)
    }

    @Test("The table of a long workout has pages, and its chart has all bars")
    func table() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let intervals = (0..<130).map {
                Interval(index: $0, duration: 60 + Double($0 % 5), distance: 200)
            }
            let workout = try await site.publish(Self.row(intervals, on: site), by: "ana")
            let path = "/workouts/\(workout.id)"
            func numbers(_ text: String) -> [Int] {
                text.matches(of: /<tr><td>(\d+)<\/td>/).compactMap { Int($0.1) }
            }
            let first = try await ana.open(path).text
            #expect(numbers(first) == Array(1...60))
            #expect(first.contains("1–60 of 130") && first.contains("\(path)?intervals=60#intervals"))
            let last = try await ana.open("\(path)?intervals=120").text
            #expect(numbers(last) == Array(121...130))
            #expect(last.contains("121–130 of 130") && last.contains("\(path)?intervals=60#intervals"))
            let bars = last.matches(of: /<path[^>]* d="([^"]+)"/).map { $0.1.filter { $0 == "M" }.count }
            #expect(bars.reduce(0, +) == 130)
            #expect(last.contains("130 splits, from"))
        }
    }

    @Test("Sets keep the numbers that they have within their exercise")
    func sets() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let sets = (0..<100).map {
                ExerciseSet(exercise: $0 % 2 == 0 ? "Squat" : "Press", index: $0, repetitions: 5, weight: 40)
            }
            let workout = try await site.publish(
                WorkoutDraft(
                    type: .strength, title: "Long", startedAt: site.clock.now.addingTimeInterval(-20_000),
                    duration: 9_000, detail: WorkoutDetail(sets: sets)), by: "ana")
            let text = try await ana.open("/workouts/\(workout.id)?sets=60").text
            #expect(text.contains(#"<td class="named" rowspan="40">Press</td><td>11</td>"#))
            #expect(!text.contains(">Squat</td>"))
            let first = try await ana.open("/workouts/\(workout.id)").text
            #expect(first.contains(#"<td class="named" rowspan="50">Squat</td><td>1</td>"#))
            #expect(first.contains(#"<td class="named" rowspan="10">Press</td><td>1</td>"#))
        }
    }

    @Test("The form of a long workout shows a part of the rows, and keeps the others")
    func form() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let intervals = (0..<100).map {
                Interval(index: $0, duration: 61.23 + Double($0), distance: 200, heartRate: 150)
            }
            let workout = try await site.publish(Self.row(intervals, on: site), by: "ana")
            let path = "/workouts/\(workout.id)/edit"
            let form = try await ana.open("\(path)?intervals=40").text
            #expect(form.contains("41–80 of 100") && !form.contains("value=\"intervals\" data-more-rows"))
            #expect(form.contains("Save and show 1–40") && form.contains("Save and show 81–100"))
            var fields = await ana.filledIn
            #expect(fields["intervals.39.duration"] == nil && fields["intervals.80.duration"] == nil)
            fields["intervals.50.duration"] = "1:00"
            fields["intervals.51.duration"] = "x"
            let wrong = try await ana.upload(path, fields)
            #expect(wrong.status == 422 && wrong.text.contains("41–80 of 100"))
            fields["intervals.51.duration"] = "1:01"
            fields["then"] = "intervals=80"
            #expect(try await ana.upload(path, fields).location == "\(path)?intervals=80#intervals")
            var expected = intervals
            (expected[50].duration, expected[51].duration) = (60, 61)
            let edited = try await site.session("ana").workout(workout.id)
            #expect(edited.detail?.intervals == expected)

            // The last rows can be removed and followed by others.
            try await ana.open("\(path)?intervals=99")
            fields = await ana.filledIn
            for name in fields.keys where name.hasPrefix("intervals.98.") { fields[name] = "" }
            fields["intervals.100.duration"] = "2:00"
            #expect(try await ana.upload(path, fields).status == 303)
            let last = try await site.session("ana").workout(workout.id).detail?.intervals ?? []
            #expect(last.count == 100 && last.prefix(98) == expected.prefix(98))
            #expect(last.map(\.index) == Array(0..<100) && last.last?.duration == 120)
        }
    }

    @Test("A position without rows loses nothing", arguments: ["", "-5", "120", "9223372036854775807"])
    func foreignPosition(position: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(
                Self.row((0..<100).map { Interval(index: $0, duration: 60, distance: 200) }, on: site),
                by: "ana")
            let path = "/workouts/\(workout.id)/edit"
            try await ana.open(path)
            let fields = await ana.filledIn.merging(["intervals.first": position]) { $1 }
            #expect(try await ana.upload(path, fields).status == 303)
            let edited = try await site.session("ana").workout(workout.id)
            #expect(edited.detail?.intervals == workout.detail?.intervals)
        }
    }
}
