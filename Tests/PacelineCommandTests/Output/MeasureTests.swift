import Foundation
import Paceline
import Testing

@testable import PacelineCommand

@Suite("Measures") struct MeasureTests {
    @Test(
        "Times are written as each sport does",
        arguments: [
            (390.0, WorkoutType.rowing, "6:30.0"), (97.5, .rowing, "1:37.5"), (3_723.4, .rowing, "1:02:03"),
            (3_723, .running, "1:02:03"), (59.96, .rowing, "1:00.0"), (1_500.4, .strength, "25:00"),
        ])
    func duration(seconds: Double, type: WorkoutType, expected: String) {
        #expect(Measure.duration(seconds, of: type) == expected)
    }

    @Test(
        "Distances count metres on an ergometer, kilometres where it is far",
        arguments: [
            (2_000.0, WorkoutType.rowing, "2000 m"), (12_400, .rowing, "12.4 km"),
            (12_400, .running, "12.4 km"),
            (800, .running, "800 m"), (0, .running, ""),
        ])
    func distance(metres: Double, type: WorkoutType, expected: String) {
        #expect(Measure.distance(metres, of: type) == expected)
    }

    @Test(
        "Speed is a split, a pace or a speed",
        arguments: [
            (WorkoutType.rowing, 97.5, "1:37.5 /500m"), (.running, 137.5, "4:35 /km"),
            (.cycling, 57.7, "31.2 km/h"),
        ])
    func pace(type: WorkoutType, split: Double, expected: String) {
        #expect(Measure.pace(split: split, distance: nil, duration: 0, of: type) == expected)
    }

    @Test("Speed follows from distance and time where no split is told, and from nothing there is none")
    func derivedPace() {
        #expect(Measure.pace(split: nil, distance: 2_000, duration: 420, of: .rowing) == "1:45.0 /500m")
        #expect(Measure.pace(split: nil, distance: nil, duration: 420, of: .rowing) == "")
    }

    @Test(
        "Weights and large numbers are grouped",
        arguments: [(12_340.0, "12,340 kg"), (82.5, "82.5 kg"), (3_982.5, "3,982.5 kg"), (0, "")])
    func weight(kilograms: Double, expected: String) {
        #expect(Measure.weight(kilograms) == expected)
    }

    @Test("Things are counted in the singular or the plural")
    func count() {
        #expect(Measure.count(1, "day") == "1 day")
        #expect(Measure.count(1_200, "day") == "1,200 days")
        #expect(Measure.count(0, "person", "people") == "0 people")
    }

    private static let ages: [(seconds: Double, text: String)] = [
        (-30, "just now"), (59, "just now"), (300, "5 min ago"), (7_300, "2 h ago"), (259_200, "3 d ago"),
        (1_728_000, "2026-04-11"), (-259_200, "in 3 d"),
    ]

    @Test("Instants are told as people do", arguments: ages)
    func relativeTime(age: (seconds: Double, text: String)) throws {
        let now = try #require(Day("2026-05-01")).startInUTC.addingTimeInterval(43_200)
        #expect(HumanTime.text(for: now.addingTimeInterval(-age.seconds), now: now, in: .gmt) == age.text)
    }

    @Test("The progress bar tells how far it is")
    func progress() {
        #expect(
            ProgressBar.line("Importing", 50, 1_200, 2_400).hasSuffix(
                "████████████░░░░░░░░░░░░  50 %  1,200 of 2,400"))
    }
}
