import Foundation
import Paceline

/// The values of a workout's form fields, by field name.
struct WorkoutFormValues: Sendable, Equatable {
    private var texts: [String: String]

    /// The sports to choose from.
    static let sports: [WorkoutType] = [
        .rowing, .skiing, .cycling, .running, .walking, .hiking, .swimming, .strength, .yoga, .other,
    ]
    static let firstSport = WorkoutType.rowing

    /// Returns nil for a text that is none of ``sports``.
    static func sport(_ text: String?) -> WorkoutType? {
        text.flatMap(WorkoutType.init(rawValue:)).flatMap { sports.contains($0) ? $0 : nil }
    }

    /// Reads the sports that a user chose, separated by dots, the main one first. Those that are none of ``sports`` are
    /// left out.
    static func chosenSports(_ text: String?) -> [WorkoutType] {
        (text ?? "").split(separator: ".").compactMap { sport(String($0)) }.reduce(into: []) {
            chosen, sport in
            if !chosen.contains(sport) { chosen.append(sport) }
        }
    }

    /// All ``sports``, the chosen ones first.
    static func allSports(startingWith chosen: [WorkoutType]) -> [WorkoutType] {
        chosen + sports.filter { !chosen.contains($0) }
    }

    /// Reads the values from a submitted form.
    init(_ form: FormData) {
        texts = Dictionary(uniqueKeysWithValues: form.names.map { ($0, form[$0] ?? "") })
    }

    /// Reads the values from a form that shows some of the rows of a workout. The others keep their values.
    init(_ form: FormData, editing old: Workout?, in timeZone: TimeZone) {
        self.init(form)
        guard let old else { return }
        let before = WorkoutFormValues(old, in: timeZone)
        for list in RowList.all {
            let position = form[list.position].flatMap(Int.init) ?? 0
            let first = min(max(0, position), list.limit)
            let shown = first..<(first + RowList.rowsPerPage)
            for index in 0..<before.count(of: list) where !shown.contains(index) {
                for column in list.columns {
                    let name = list.name(of: column, at: index)
                    texts[name] = before[name]
                }
            }
        }
    }

    /// Creates the default values of an empty form.
    /// - Parameter sport: the user's main sport.
    init(beginningAt start: LocalTime, visibility: ItemVisibility, sport: WorkoutType? = nil) {
        texts = [
            "type": (sport ?? Self.firstSport).rawValue, "startedAt": "\(start)",
            "visibility": "\(visibility)",
        ]
    }

    /// Creates the values from an existing workout.
    init(_ workout: Workout, in timeZone: TimeZone) {
        let detail = workout.detail ?? WorkoutDetail()
        texts = [
            "type": workout.type.rawValue, "title": workout.title,
            "startedAt": "\(LocalTime(of: workout.startedAt, in: timeZone))",
            "duration": Self.clock(workout.duration), "isErgTest": workout.isErgTest ? "1" : "",
            "visibility": "\(workout.visibility)",
            "detail.notes": detail.notes ?? "",
        ]
        texts.merge(workout.measures.texts) { $1 }
        for (index, interval) in detail.intervals.enumerated() { set(interval, at: index) }
        for (index, set) in detail.sets.enumerated() { self.set(set, at: index) }
    }

    /// The value of a field; empty if it is missing.
    subscript(name: String) -> String {
        get { texts[name] ?? "" }
        set { texts[name] = newValue }
    }

    func field(_ list: RowList, _ index: Int, _ column: String) -> String {
        self[list.name(of: column, at: index)]
    }

    /// The number of rows of a list, including empty ones.
    func count(of list: RowList) -> Int {
        let indices = texts.keys.compactMap { list.index(in: $0) }
        return min((indices.max() ?? -1) + 1, list.limit)
    }

    /// Whether all fields of the row are empty.
    func isEmpty(_ list: RowList, _ index: Int) -> Bool {
        list.columns.allSatisfy { field(list, index, $0).isEmpty }
    }

    private mutating func set(_ interval: Interval, at index: Int) {
        let values = [
            Self.clock(interval.duration), Self.number(interval.distance), Self.number(interval.strokeRate),
            Self.number(interval.heartRate), Self.clock(interval.restDuration),
        ]
        set(values, in: .intervals, at: index)
    }

    private mutating func set(_ set: ExerciseSet, at index: Int) {
        let values = [set.exercise, set.repetitions.map(String.init) ?? "", Self.number(set.weight)]
        self.set(values, in: .sets, at: index)
    }

    private mutating func set(_ values: [String], in list: RowList, at index: Int) {
        for (column, value) in zip(list.columns, values) { texts[list.name(of: column, at: index)] = value }
    }

    static func clock(_ seconds: Double?) -> String {
        seconds.flatMap { ClockTime(seconds: $0) }?.description ?? ""
    }

    /// Rounds to hundredths, without trailing zeros.
    static func number(_ number: Double?) -> String {
        guard let number else { return "" }
        let hundredths = (number * 100).rounded() / 100
        return hundredths == hundredths.rounded() ? String(format: "%.0f", hundredths) : "\(hundredths)"
    }
}

/// A list in the form, with a row of fields per entry.
struct RowList: Sendable {
    let field: SportField
    let columns: [String]
    /// The maximum number of rows.
    let limit: Int

    static let intervals = RowList(
        field: .intervals, columns: ["duration", "distance", "strokeRate", "heartRate", "restDuration"],
        limit: WorkoutDetail.limit.intervals)
    static let sets = RowList(
        field: .sets, columns: ["exercise", "repetitions", "weight"], limit: WorkoutDetail.limit.sets)

    static let all = [intervals, sets]

    /// The number of rows that a form shows. More would make a page too large to load quickly.
    static let rowsPerPage = 40

    var name: String { field.rawValue }

    /// The field with the index of the first row that the form shows.
    var position: String { "\(name).first" }

    /// The number of rows of a workout.
    func count(in detail: WorkoutDetail?) -> Int {
        (field == .intervals ? detail?.intervals.count : detail?.sets.count) ?? 0
    }

    /// `intervals.3.distance`.
    func name(of column: String, at index: Int) -> String { "\(name).\(index).\(column)" }

    /// The row of a field name; nil for other fields.
    func index(in field: String) -> Int? {
        let parts = field.split(separator: ".")
        guard parts.count == 3, parts[0] == name, let index = Int(parts[1]), index >= 0 else { return nil }
        return index
    }

    /// The list, row and column of a field name; nil for fields outside lists.
    static func cell(_ name: String) -> (list: RowList, index: Int, column: String)? {
        for list in all {
            guard let index = list.index(in: name) else { continue }
            return (list, index, String(name.split(separator: ".")[2]))
        }
        return nil
    }
}
