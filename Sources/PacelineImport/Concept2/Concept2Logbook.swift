import Foundation
import Paceline

/// Reads the season export of the Concept2 logbook.
struct Concept2Logbook {
    let name: String
    let options: ImportOptions
    let now: Date

    /// Whether a file that starts with these bytes has the columns of a season export, which no other supported format
    /// has.
    static func matches(_ start: some Collection<UInt8>) -> Bool {
        let header = start.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let text = String(decoding: header, as: UTF8.self).lowercased()
        return signature.allSatisfy(text.contains)
    }

    private static let signature = ["work time (seconds)", "description"]

    func read(_ bytes: [UInt8]) throws(SocialError) -> WorkoutImport {
        let table: CSVTable
        let columns: Concept2Columns
        do {
            table = try CSVTable(bytes)
            columns = try Concept2Columns(of: table)
        } catch {
            throw WorkoutFormat.unreadable(name, error.reason)
        }
        return read(table, columns)
    }

    private func read(_ table: CSVTable, _ columns: Concept2Columns) -> WorkoutImport {
        var result = WorkoutImport(format: .concept2Logbook)
        var lines: [String: Int] = [:]
        table.forEachRow { line, fields in
            do throws(RowProblem) {
                let row = try row(try fields.get(), columns)
                if let first = lines[row.id] {
                    throw RowProblem("The logbook number \(row.id) is already on line \(first).")
                }
                lines[row.id] = line
                result.workouts.append(workout(row, line))
            } catch {
                result.skipped.append(SkippedRow(line: line, reason: error.reason))
            }
        }
        return result
    }

    private func row(_ fields: [String], _ columns: Concept2Columns) throws(RowProblem) -> Concept2Row {
        let row = try Concept2Row(Concept2Fields(columns: columns, fields: fields), options: options)
        do {
            return try row.checked(now: now)
        } catch {
            throw RowProblem(error.message)
        }
    }

    private func workout(_ row: Concept2Row, _ line: Int) -> ImportedWorkout {
        let format = WorkoutFormat.concept2Logbook
        return ImportedWorkout(
            line: line, id: Workout.ID(of: row.id, in: format, importKey: options.importKey),
            formerID: Workout.ID(formerlyOf: row.id, in: format, owner: options.owner), draft: row.draft)
    }
}
