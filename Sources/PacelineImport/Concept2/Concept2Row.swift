import Foundation
import Paceline

/// A parsed row of the export.
struct Concept2Row {
    /// The logbook's id of the workout.
    let id: String
    private(set) var draft: WorkoutDraft

    /// Parses a row.
    /// - Parameters:
    ///   - fields: the row's fields.
    ///   - options: the time zone and visibility of the workout.
    /// - Throws: ``RowProblem`` that names the invalid column.
    init(_ fields: Concept2Fields, options: ImportOptions) throws(RowProblem) {
        id = try Self.id(fields[.id])
        let machine = Concept2Machine(try fields[.machine].required())
        let work = try Self.workSeconds(fields)
        let distance = try fields[.workDistance].number()
        let rest = try fields[.restSeconds].number() ?? 0
        let end = try Self.end(fields[.date], in: options.timeZone)
        let title = Self.title(fields[.description].text, duration: work, distance: distance)
        draft = WorkoutDraft(
            type: machine.type, title: title, startedAt: end.addingTimeInterval(-work - rest), endedAt: end,
            duration: work,
            measures: WorkoutMeasures(
                distance: distance, energy: try fields[.calories].number(),
                averageHeartRate: try Self.measured(fields[.heartRate]),
                averageSplit: try Self.split(fields[.pace], on: machine),
                averagePower: try Self.measured(fields[.averageWatts]),
                strokeRate: try Self.measured(fields[.strokeRate])),
            isErgTest: try Self.isRanked(fields[.ranked]),
            isCompleted: true, source: "Concept2", visibility: options.visibility,
            detail: WorkoutDetail(
                intervals: WorkoutPattern(title).intervals(duration: work, distance: distance),
                notes: Concept2Notes.of(fields, machine: machine)))
    }

    /// Returns the row with its draft validated and normalised.
    func checked(now: Date) throws(SocialError) -> Concept2Row {
        var checked = self
        checked.draft = try draft.checked(now: now)
        return checked
    }

    /// Accepts digits only, since a spreadsheet that saved `8.77E+07` has lost the id.
    private static func id(_ field: CSVField) throws(RowProblem) -> String {
        let text = try field.required()
        guard text.utf8.count <= 20, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw RowProblem("\(field.column) is “\(field.shown)”, which is not a logbook number.")
        }
        return text
    }

    /// The end of the workout: the logbook's `Date`. If it were the start, pieces of one session would overlap.
    private static func end(_ field: CSVField, in timeZone: TimeZone) throws(RowProblem) -> Date {
        guard let time = LocalTime(try field.required()) else {
            throw RowProblem(
                "\(field.column) is “\(field.shown)”, which is not a date such as 2016-04-29 13:27:00.")
        }
        guard let instant = time.instant(in: timeZone) else {
            throw RowProblem(
                """
                \(field.column) is \(field.shown), which does not exist in \(timeZone.identifier): clocks were set \
                forward.
                """)
        }
        return instant
    }

    /// The work time in seconds, exact to a tenth, or else from the formatted time.
    private static func workSeconds(_ fields: Concept2Fields) throws(RowProblem) -> Double {
        if let seconds = try fields[.workSeconds].number() { return seconds }
        if let formatted = try clockTime(fields[.workTime]) { return formatted.seconds }
        throw RowProblem("\(fields[.workSeconds].column) is empty.")
    }

    /// The split in seconds per 500 m, converted from the machine's pace.
    private static func split(_ field: CSVField, on machine: Concept2Machine) throws(RowProblem) -> Double? {
        guard let pace = try clockTime(field), pace.tenths > 0 else { return nil }
        return pace.seconds * 500 / machine.paceDistance
    }

    /// A time without the extra quotation marks of the older layout.
    private static func clockTime(_ field: CSVField) throws(RowProblem) -> ClockTime? {
        guard let text = field.text?.trimming({ $0 == "\"" || $0 == " " }), !text.isEmpty else { return nil }
        guard let time = ClockTime(String(text)) else {
            throw RowProblem("\(field.column) is “\(field.shown)”, which is not a time such as 1:51.0.")
        }
        return time
    }

    /// A measured number; nil for zero, which some rows contain when there was no sensor.
    private static func measured(_ field: CSVField) throws(RowProblem) -> Double? {
        let number = try field.number()
        return number == 0 ? nil : number
    }

    private static func isRanked(_ field: CSVField) throws(RowProblem) -> Bool {
        switch field.text?.lowercased() {
        case "yes": true
        case "no", nil: false
        default: throw RowProblem("\(field.column) is “\(field.shown)”, which is neither Yes nor No.")
        }
    }

    private static func title(_ description: String?, duration: Double, distance: Double?) -> String {
        if let description { return Concept2Title.of(description) }
        if let distance, distance > 0 { return "\(Int64(distance))m" }
        return ClockTime(seconds: duration)?.description ?? "Workout"
    }
}
