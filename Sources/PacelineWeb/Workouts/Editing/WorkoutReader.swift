import Foundation
import Paceline

/// Builds a workout from form values and collects the errors of each field.
///
/// A field that wasn't edited keeps its exact value. The form shows times in tenths and distances in
/// centimetres, so editing the title must not round them.
struct WorkoutReader {
    let typed: WorkoutFormValues
    let timeZone: TimeZone
    /// The workout before the edit.
    let old: Workout?
    /// The values that its form showed.
    let shown: WorkoutFormValues?
    /// Errors by field name.
    private(set) var fieldErrors: [String: FieldError] = [:]

    /// The error of a field; the raw value is its key in the texts.
    enum FieldError: String {
        case missing, time, moment, number, whole, choice
    }

    init(_ typed: WorkoutFormValues, replacing old: Workout?, in timeZone: TimeZone) {
        self.typed = typed
        self.timeZone = timeZone
        self.old = old
        shown = old.map { WorkoutFormValues($0, in: timeZone) }
    }

    /// The workout; valid only if ``fieldErrors`` is empty.
    mutating func draft() -> WorkoutDraft {
        let startedAt = moment("startedAt")
        let duration = required("duration", clock("duration", keeping: old?.duration, of: 60))
        var draft = WorkoutDraft(
            type: type(), title: typed["title"], startedAt: startedAt, duration: duration,
            measures: measures(), isErgTest: !typed["isErgTest"].isEmpty, isCompleted: old?.isCompleted,
            source: old?.source,
            visibility: visibility(), detail: detail())
        if draft.title.isEmpty { markMissing("title") }
        keepUnshownValues(in: &draft)
        return draft
    }

    /// Keeps values that the form doesn't show, as long as the values they derive from haven't changed.
    private func keepUnshownValues(in draft: inout WorkoutDraft) {
        guard let old else { return }
        let rest = max(0, old.endedAt.timeIntervalSince(old.startedAt) - old.duration)
        draft.endedAt =
            draft.startedAt == old.startedAt && draft.duration == old.duration
            ? old.endedAt : draft.startedAt.addingTimeInterval(draft.duration + rest)
        // A recorded split is valid only for the original time and distance.
        if draft.duration != old.duration || draft.distance != old.distance { draft.averageSplit = nil }
        if (draft.detail?.sets ?? []) == (old.detail?.sets ?? []) {
            (draft.volume, draft.exerciseCount) = (old.volume, old.exerciseCount)
        }
    }

    private mutating func type() -> WorkoutType {
        guard let type = WorkoutType(rawValue: typed["type"]) else {
            fieldErrors["type"] = .choice
            return .other
        }
        return type
    }

    private mutating func visibility() -> ItemVisibility? {
        let visibility = ItemVisibility(typed["visibility"])
        if visibility == nil { fieldErrors["visibility"] = .choice }
        return visibility
    }

    private mutating func detail() -> WorkoutDetail {
        var detail = WorkoutDetail(
            intervals: intervals(), sets: sets(), ocrConfidence: old?.detail?.ocrConfidence,
            notes: typed["detail.notes"].isEmpty ? nil : typed["detail.notes"],
            photoURL: old?.detail?.photoURL)
        let before = old?.detail ?? WorkoutDetail()
        // Details that were read from a picture count as corrected after an edit.
        let isCorrected = before.ocrConfidence != nil && detail.intervals != before.intervals
        detail.wasManuallyEdited = before.wasManuallyEdited || isCorrected
        return detail
    }
}

extension WorkoutReader {
    /// Adds the error that a required field is empty.
    mutating func markMissing(_ name: String) {
        if fieldErrors[name] == nil { fieldErrors[name] = .missing }
    }

    private mutating func required(_ name: String, _ value: Double?) -> Double {
        if value == nil { markMissing(name) }
        return value ?? 0
    }

    /// Reads a date and time in the user's time zone.
    mutating func moment(_ name: String) -> Date {
        if let old, isUnedited(name) { return old.startedAt }
        guard let time = LocalTime(typed[name]), let instant = time.instant(in: timeZone) else {
            fieldErrors[name] = typed[name].isEmpty ? .missing : .moment
            return .distantPast
        }
        return instant
    }

    /// Reads `45:00`, `1:02:30` or a plain number, in seconds.
    /// - Parameter unit: the number of seconds in one unit of a plain number.
    mutating func clock(_ name: String, keeping old: Double?, of unit: Double = 1) -> Double? {
        read(name, keeping: old, or: .time) { text in
            if let count = Self.number(in: text) { return count * unit }
            return ClockTime(text)?.seconds
        }
    }

    /// Reads `2000`, `2,000 m`, `5.2 km` or `3.1 mi`, in metres.
    mutating func distance(_ name: String, keeping old: Double?) -> Double? {
        read(name, keeping: old, or: .number) { text in
            let units = [("km", 1_000.0), ("mi", 1_609.344), ("m", 1.0), ("", 1.0)]
            for (unit, metres) in units where text.lowercased().hasSuffix(unit) {
                return Self.number(in: String(text.dropLast(unit.count))).map { $0 * metres }
            }
            return nil
        }
    }

    mutating func number(_ name: String, keeping old: Double?) -> Double? {
        read(name, keeping: old, or: .number) { Self.number(in: $0) }
    }

    mutating func wholeNumber(_ name: String, keeping old: Int?) -> Int? {
        read(name, keeping: old, or: .whole) { Int($0) }
    }

    private mutating func read<Value>(
        _ name: String, keeping old: Value?, or error: FieldError, _ read: (String) -> Value?
    ) -> Value? {
        if isUnedited(name) { return old }
        let text = typed[name]
        guard !text.isEmpty else { return nil }
        let value = read(text)
        if value == nil { fieldErrors[name] = error }
        return value
    }

    private func isUnedited(_ name: String) -> Bool { shown.map { $0[name] == typed[name] } ?? false }

    /// Parses a number that isn't negative. Accepts thousands separators and a decimal comma.
    static func number(in text: String) -> Double? {
        var text = text.filter { !$0.isWhitespace }
        if text.contains(/^\d{1,3}(,\d{3})+(\.\d+)?$/) { text.replace(",", with: "") }
        guard text.contains(/^\d{1,9}([.,]\d{1,6})?$/) else { return nil }
        return Double(text.replacing(",", with: "."))
    }
}
