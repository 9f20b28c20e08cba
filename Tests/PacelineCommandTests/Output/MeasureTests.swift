import Foundation
import Paceline
import Testing

@testable import PacelineCommand

@Suite("Measures") struct MeasureTests {
    @Test(
        "Times use each sport's notation",
        arguments: [
            (390.0, WorkoutType.rowing, "6:30.0"), (97.5, .rowing, "1:37.5"), (3_723.4, .rowing, "1:02:03"),
            (3_723, .running, "1:02:03"), (59.96, .rowing, "1:00.0"), (1_500.4, .strength, "25:00"),
        ])
    func duration(seconds: Double, type: WorkoutType, expected: String) {
        #expect(Measure.duration(seconds, of: type) == expected)
    }

    @Test(
        "Distances are in metres on an ergometer, and elsewhere in kilometres when long",
        arguments: [
            (2_000.0, WorkoutType.rowing, "2000 m"), (12_400, .rowing, "12,400 m"),
            (12_400, .running, "12.4 km"),
            (800, .running, "800 m"), (0, .running, ""),
        ])
    func distance(metres: Double, type: WorkoutType, expected: String) {
        #expect(Measure.distance(metres, of: type) == expected)
    }

    @Test(
        "Sizes are in units of 1,000",
        arguments: [
            (0, "0 KB"), (64, "0.1 KB"), (1_500, "1.5 KB"), (200_000_000, "200 MB"), (12_340_000, "12.3 MB"),
            (1_000_000_000, "1 GB"), (10_000_000_000_000, "10,000 GB"),
        ] as [(Int64, String)])
    func size(bytes: Int64, expected: String) {
        #expect(Measure.size(bytes) == expected)
    }

    @Test(
        "Speed is shown as a split, a pace or a speed",
        arguments: [
            (WorkoutType.rowing, 97.5, "1:37.5 /500m"), (.running, 137.5, "4:35 /km"),
            (.cycling, 57.7, "31.2 km/h"),
        ])
    func pace(type: WorkoutType, split: Double, expected: String) {
        #expect(Measure.pace(split: split, distance: nil, duration: 0, of: type) == expected)
    }

    @Test("Without a split, speed is derived from distance and time if both are known")
    func derivedPace() {
        #expect(Measure.pace(split: nil, distance: 2_000, duration: 420, of: .rowing) == "1:45.0 /500m")
        #expect(Measure.pace(split: nil, distance: nil, duration: 420, of: .rowing) == "")
    }

    @Test(
        "Weights use digit grouping",
        arguments: [(12_340.0, "12,340 kg"), (82.5, "82.5 kg"), (3_982.5, "3,982.5 kg"), (0, "")])
    func weight(kilograms: Double, expected: String) {
        #expect(Measure.weight(kilograms) == expected)
    }

    @Test("Counts use singular and plural")
    func count() {
        #expect(Measure.count(1, "day") == "1 day")
        #expect(Measure.count(1_200, "day") == "1,200 days")
        #expect(Measure.count(0, "person", "people") == "0 people")
    }

    private static let ages: [(seconds: Double, text: String)] = [
        (-30, "just now"), (59, "just now"), (300, "5 min ago"), (7_300, "2 h ago"), (259_200, "3 d ago"),
        (604_799, "6 d ago"), (604_800, "2026-04-24"), (1_728_000, "2026-04-11"), (-259_200, "in 3 d"),
    ]

    @Test("Recent instants are relative, older ones are dates", arguments: ages)
    func relativeTime(age: (seconds: Double, text: String)) throws {
        let now = try #require(Day("2026-05-01")).startInUTC.addingTimeInterval(43_200)
        #expect(HumanTime.text(for: now.addingTimeInterval(-age.seconds), now: now, in: .gmt) == age.text)
    }

    @Test("The progress bar shows the percentage and the counts")
    func progress() {
        #expect(
            ProgressBar.line("Importing", 50, 1_200, 2_400).hasSuffix(
                "████████████░░░░░░░░░░░░  50 %  1,200 of 2,400"))
    }
}
