import Foundation
import Paceline
import PacelineImport
import Testing

@Suite struct Concept2SkippedRowsTests {
    @Test(arguments: [
        (["ID": ""], "Log ID is empty."),
        (["ID": "8.77E+07"], "Log ID is “8.77E+07”, which is not a logbook number."),
        (["Date": ""], "Date is empty."),
        (
            ["Date": "2021-02-30 10:00:00"],
            "Date is “2021-02-30 10:00:00”, which is not a date such as 2016-04-29 13:27:00."
        ),
        (
            ["Date": "19/02/2021 10:00"],
            "Date is “19/02/2021 10:00”, which is not a date such as 2016-04-29 13:27:00."
        ),
        (
            ["Date": "2030-01-01 10:00:00"],
            "A workout must start after 1950, and at most 15 minutes from now."
        ),
        (["Work Time (Seconds)": "", "Work Time (Formatted)": ""], "Work Time (Seconds) is empty."),
        (["Work Time (Seconds)": "-3"], "Work Time (Seconds) is negative: -3."),
        (
            ["Work Time (Seconds)": "nan"],
            "Work Time (Seconds) is “nan”, which is not a number such as 271.9."
        ),
        (
            ["Work Time (Seconds)": "1e3"],
            "Work Time (Seconds) is “1e3”, which is not a number such as 271.9."
        ),
        (["Work Distance": "1,224"], "Work Distance is “1,224”, which is not a number such as 271.9."),
        (["Work Distance": "99999999"], "distance must be 0 to 10000000."),
        (["Avg Heart Rate": "301"], "averageHeartRate must be 20 to 300."),
        (["Pace": "fast"], "Pace is “fast”, which is not a time such as 1:51.0."),
        (["Ranked": "perhaps"], "Ranked is “perhaps”, which is neither Yes nor No."),
        (["Type": ""], "Type is empty."),
        (["Comments": "\u{202E}kcab"], "detail.notes contains a control character. Remove it."),
    ])
    func `an invalid row is skipped with the reason`(changes: [String: String], reason: String)
        throws
    {
        var season = Season(changes)
        season.add(["ID": "2"])
        let read = try WorkoutImport.of(season.text)
        #expect(read.skipped == [SkippedRow(line: 2, reason: reason)])
        #expect(read.workouts.map(\.line) == [3])
    }

    @Test func `a time skipped by daylight saving is rejected`() throws {
        let newYork = try #require(TimeZone(identifier: "America/New_York"))
        let read = try WorkoutImport.of(Season(["Date": "2024-03-10 02:30:00"]).text, in: newYork)
        let reason =
            "Date is 2024-03-10 02:30:00, which does not exist in America/New_York: clocks were set forward."
        #expect(read.skipped == [SkippedRow(line: 2, reason: reason)])
    }

    @Test func `a duplicate number is skipped with the first row's line`() throws {
        var season = Season(["Comments": "over\ntwo lines"])
        season.add(["Work Distance": "1000"])
        let read = try WorkoutImport.of(season.text)
        #expect(read.workouts.count == 1)
        #expect(read.skipped == [SkippedRow(line: 4, reason: "The logbook number 1 is already on line 2.")])
    }

    @Test func `a skipped row does not reserve its number`() throws {
        var season = Season(["Work Distance": "far"])
        season.add([:])
        #expect(try WorkoutImport.of(season.text).workouts.map(\.line) == [3])
    }

    @Test(arguments: [",", ",\"surplus\""])
    func `a surplus field is reported`(surplus: String) throws {
        let text = Season().text.dropLast() + surplus + "\n"
        let reason = try #require(try WorkoutImport.of(String(text)).skipped.first).reason
        #expect(reason.hasPrefix("It has 23 fields, but the header has 22"))
    }

    @Test func `a truncated row is reported`() throws {
        let reason = try #require(try WorkoutImport.of(Season().text + "\"2\",\"2021\"\n").skipped.first)
            .reason
        #expect(reason.hasPrefix("It has 2 fields, but the header has 22"))
    }

    @Test(arguments: ["\"2\",\"never closed", "2\",x", "\"2\"x,y"])
    func `a stray quotation mark affects only its row`(row: String) throws {
        var season = Season()
        season.add(["ID": "3"])
        let lines = season.text.split(separator: "\n").map(String.init)
        let read = try WorkoutImport.of([lines[0], lines[1], row, lines[2]].joined(separator: "\n"))
        #expect(read.workouts.map(\.line) == [2, 4])
        #expect(read.skipped.map(\.line) == [3])
        #expect(read.skipped.first?.reason.contains("quotation mark") == true)
    }

    @Test func `invalid UTF-8 affects only its row`() throws {
        var season = Season(["Comments": "caf?"])
        season.add(["ID": "2"])
        let bytes = season.text.utf8.map { $0 == UInt8(ascii: "?") ? 0xE9 : $0 }
        let read = try WorkoutImport.of(bytes)
        #expect(read.workouts.map(\.line) == [3])
        #expect(read.skipped.first?.reason.contains("UTF-8") == true)
    }

    @Test func `a quotation mark combined with an accent is reported`() throws {
        let read = try WorkoutImport.of(Season(["Comments": "\u{301}one\ntwo"]).text)
        #expect(read.skipped == [SkippedRow(line: 2, reason: "Its quotation marks do not match.")])
    }
}
