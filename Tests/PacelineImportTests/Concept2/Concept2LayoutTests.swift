import Foundation
import Paceline
import PacelineImport
import Testing

@Suite struct Concept2LayoutTests {
    @Test(arguments: [
        Season.older, Season.newer, Season.newer.reversed(), Season.newer.map { $0.uppercased() },
    ])
    func `columns are found by name`(columns: [String]) throws {
        var season = Season()
        season.rows = season.rows.map { row in
            row.merging(row.map { ($0.key.uppercased(), $0.value) }) { first, _ in first }
        }
        season.columns = columns
        let read = try WorkoutImport.of(season.text)
        #expect(read == (try WorkoutImport.of(Season().text)))
        #expect(read.workouts.count == 1)
    }

    @Test(arguments: ["\n", "\r\n", "\r"], [true, false])
    func `every kind of line break is accepted, with quotes or without`(lineBreak: String, isQuoted: Bool)
        throws
    {
        var season = Season(["Comments": "two\nlines"])
        season.add(["ID": "2"])
        season.lineBreak = lineBreak
        season.isQuoted = isQuoted
        let read = try WorkoutImport.of("\u{FEFF}" + season.text)
        #expect(read.workouts.map(\.line) == [2, 4])
        #expect(try WorkoutImport.of(String(season.text.dropLast())) == read)
    }

    @Test func `blank lines are not rows but count as lines`() throws {
        let lines = Season().text.split(separator: "\n")
        let read = try WorkoutImport.of("\(lines[0])\n\n  \n\(lines[1])\n\n")
        #expect(read.workouts.map(\.line) == [4])
        #expect(read.skipped.isEmpty)
    }

    @Test func `a file with only a header has no workouts`() throws {
        var season = Season()
        season.rows = []
        #expect(try WorkoutImport.of(season.text) == WorkoutImport(format: .concept2Logbook))
    }

    @Test func `an optional column may be missing`() throws {
        var season = Season()
        season.columns.removeAll { ["Pace", "Avg Heart Rate", "Comments", "Ranked"].contains($0) }
        let draft = try #require(try WorkoutImport.of(season.text).drafts.first).draft
        #expect(draft.averageSplit == nil)
        #expect(draft.isErgTest == false)
    }

    @Test func `a missing required column is named`() throws {
        var season = Season()
        season.columns.removeAll { $0 == "ID" || $0 == "Type" }
        let error = #expect(throws: SocialError.self) { try WorkoutImport.of(season.text) }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.hasPrefix("“season.csv” lacks the column “Log ID”, “Type”.") == true)
    }
}
