import Foundation
import Paceline
import PacelineImport
import Testing

@Suite struct Concept2RowTests {
    private func draft(_ changes: [String: String], in timeZone: TimeZone = WorkoutImport.utc) throws
        -> WorkoutDraft
    {
        let read = try WorkoutImport.of(Season(changes).text, in: timeZone)
        #expect(read.skipped == [])
        return try #require(read.drafts.first).draft
    }

    @Test func `a plain piece`() throws {
        // The logbook dates a piece at its end.
        let end = Date(timeIntervalSince1970: 1_613_741_880)
        #expect(
            try draft([:])
                == WorkoutDraft(
                    type: .rowing, title: "2000m", startedAt: end.addingTimeInterval(-480), endedAt: end,
                    duration: 480,
                    measures: WorkoutMeasures(
                        distance: 2_000, energy: 131, averageHeartRate: 164, averageSplit: 120,
                        averagePower: 203, strokeRate: 24
                    ),
                    isErgTest: false, isCompleted: true, source: "Concept2",
                    detail: WorkoutDetail(notes: "Drag factor 122, heavyweight, 192 strokes.")))
    }

    @Test func `the end comes after work and rest`() throws {
        let intervals = try draft([
            "Description": "2x4:00/3:00r row", "Rest Time (Seconds)": "360", "Rest Distance": "295",
        ])
        #expect(intervals.endedAt == intervals.startedAt.addingTimeInterval(840))
        #expect(intervals.title == "2x4:00/3:00r")
        #expect(intervals.detail?.intervals.map(\.duration) == [240, 240])
        #expect(intervals.detail?.intervals.map(\.restDuration) == [180, 180])
        #expect(intervals.detail?.notes?.hasSuffix("295 m in the rest.") == true)
    }

    @Test func `drafts have the visibility of the options`() throws {
        #expect(
            try WorkoutImport.of(Season().text, visibility: .friends).drafts.map(\.draft.visibility) == [
                .friends
            ])
    }

    @Test(arguments: ["", "0", "0.0"])
    func `a value without a sensor is nil`(text: String) throws {
        let draft = try draft([
            "Avg Heart Rate": text, "Avg Watts": text, "Stroke Rate/Cadence": text, "Stroke Count": text,
        ])
        #expect(draft.averageHeartRate == nil)
        #expect(draft.averagePower == nil)
        #expect(draft.strokeRate == nil)
        #expect(draft.detail?.notes == "Drag factor 122, heavyweight.")
    }

    @Test(arguments: [
        ("1,000m row", "1000m"), ("10,000m RowErg", "10000m"),
        ("v2000m/3:00r...3 BikeErg", "v2000m/3:00r...3"),
        ("50 cal ski", "50 cal"), ("21c row", "21c"), ("Just row", "Just row"), ("1:00:01 row", "1:00:01"),
        ("Fartlek, easy row", "Fartlek, easy"), ("row", "row"), ("", "2000m"),
    ])
    func `the title omits the machine`(description: String, title: String) throws {
        #expect(try draft(["Description": description]).title == title)
    }

    @Test(
        arguments: [
            ("RowErg", .rowing), ("Indoor Rower", .rowing), ("Dynamic RowErg", .rowing), ("Slides", .rowing),
            ("On-water", .rowing), ("BikeErg", .cycling), ("SkiErg", .skiing), ("Snow", .skiing),
            ("RollerSki", .skiing),
        ] as [(String, WorkoutType)])
    func `a known machine has a workout type`(machine: String, type: WorkoutType) throws {
        #expect(try draft(["Type": machine]).type == type)
    }

    @Test(arguments: ["MultiErg", "Paddle Adapter", "StairErg"])
    func `an unknown machine is named in the notes`(machine: String) throws {
        let draft = try draft(["Type": machine])
        #expect(draft.type == .other)
        #expect(draft.detail?.notes?.hasPrefix("On \(machine), drag factor") == true)
    }

    @Test func `a pace per 1000 m is converted to 500 m`() throws {
        #expect(try draft(["Type": "BikeErg", "Pace": "2:46.9"]).averageSplit == 83.45)
    }

    @Test(
        arguments: [("30:57.5", 1_857.5), ("1:00:57.5", 3_657.5), ("", nil), ("0:00.0", nil)]
            as [(String, Double?)])
    func `a slow pace is kept, and an empty one is nil`(pace: String, split: Double?) throws {
        #expect(try draft(["Pace": pace]).averageSplit == split)
    }

    @Test func `the formatted time replaces missing seconds`() throws {
        let draft = try draft(["Work Time (Seconds)": "", "Work Time (Formatted)": "\"1:02:03.4\""])
        #expect(draft.duration == 3_723.4)
    }

    @Test func `a ranked piece is an erg test`() throws {
        #expect(try draft(["Ranked": "Yes"]).isErgTest == true)
    }

    @Test func `the person's comment comes first in the notes`() throws {
        let notes = try draft(["Comments": "Felt \"good\", mostly\nsecond line"]).detail?.notes
        #expect(
            notes == "Felt \"good\", mostly\nsecond line\nDrag factor 122, heavyweight, 192 strokes.")
    }

    @Test func `a comment of maximum length is kept whole`() throws {
        let comment = String(repeating: "a", count: 2_000)
        #expect(try draft(["Comments": comment]).detail?.notes == comment)
    }

    @Test func `a row without extra values has no notes`() throws {
        let empty = ["Drag Factor", "Avg Watts", "Weight", "Stroke Count"].map { ($0, "") }
        #expect(try draft(Dictionary(uniqueKeysWithValues: empty)).detail?.notes == nil)
    }
}
