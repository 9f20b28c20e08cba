import Foundation
import Paceline
import PacelineImport

/// Builds a season export, valid or not.
struct Season {
    static let older = [
        "ID", "Date", "Description", "Work Time (Formatted)", "Work Time (Seconds)", "Rest Time (Formatted)",
        "Rest Time (Seconds)", "Work Distance", "Rest Distance", "Stroke Rate/Cadence", "Stroke Count",
        "Pace",
        "Avg Watts", "Cal/Hour", "Total Cal", "Avg Heart Rate", "Drag Factor", "Age", "Weight", "Type",
        "Ranked",
        "Comments",
    ]
    static let newer = ["Log ID"] + older.dropFirst() + ["Date Entered"]

    var columns = Season.older
    var rows: [[String: String]] = []
    var lineBreak = "\n"
    var isQuoted = true

    /// Creates a season with one row: a 2,000 m piece with the changed fields.
    init(_ changes: [String: String] = [:]) {
        add(changes)
    }

    mutating func add(_ changes: [String: String]) {
        let plain = [
            "ID": "1", "Log ID": "1", "Date": "2021-02-19 13:38:00", "Description": "2000m row",
            "Work Time (Formatted)": "\"8:00.0\"", "Work Time (Seconds)": "480", "Work Distance": "2000",
            "Stroke Rate/Cadence": "24", "Stroke Count": "192", "Pace": "2:00.0", "Avg Watts": "203",
            "Total Cal": "131", "Avg Heart Rate": "164", "Drag Factor": "122", "Age": "43", "Weight": "Hwt",
            "Type": "Indoor Rower", "Ranked": "No",
        ]
        rows.append(plain.merging(changes) { $1 })
    }

    var text: String {
        ([columns] + rows.map { row in columns.map { row[$0] ?? "" } })
            .map { $0.map(written).joined(separator: ",") + lineBreak }.joined()
    }

    private func written(_ field: String) -> String {
        let needsQuotes = field.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        return isQuoted || needsQuotes ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
    }
}

extension WorkoutImport {
    static let utc = TimeZone(secondsFromGMT: 0)!
    static let owner = Person.ID("0190163d-8694-739b-aea5-966c26f8ad91")!
    static let importKey = "uB0ZQbJ8cXhK2m3vTf5nYw"
    static let now = Date(timeIntervalSince1970: 1_795_000_000)

    /// Reads a text as a file, with a fixed owner and instant.
    static func of(
        _ text: String, in timeZone: TimeZone = utc, visibility: ItemVisibility? = nil
    ) throws -> WorkoutImport {
        try of(Array(text.utf8), in: timeZone, visibility: visibility)
    }

    static func of(
        _ bytes: [UInt8], in timeZone: TimeZone = utc, visibility: ItemVisibility? = nil
    ) throws -> WorkoutImport {
        let options = ImportOptions(
            owner: owner, importKey: importKey, timeZone: timeZone, visibility: visibility)
        return try WorkoutImport(reading: bytes, named: "season.csv", options: options, now: now)
    }
}
