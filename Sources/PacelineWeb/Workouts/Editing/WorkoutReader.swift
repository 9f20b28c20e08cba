import Foundation
import Paceline

/// Makes a workout of what was typed, and notes what is wrong with which field.
///
/// A field that shows what the workout had before keeps the exact value: a form shows a time to the tenth and a
/// distance to the centimetre, and opening one to mend the title must not round either.
struct WorkoutReader {
    let typed: WorkoutFormValues
    let timeZone: TimeZone
    /// The workout that is changed.
    let old: Workout?
    /// What its form showed.
    let shown: WorkoutFormValues?
    /// What is wrong, by the name of the field.
    private(set) var fieldErrors: [String: FieldError] = [:]

    /// Why a field cannot be taken, as the texts name it.
    enum FieldError: String {
        case missing, time, moment, number, whole, choice
    }

    init(_ typed: WorkoutFormValues, replacing old: Workout?, in timeZone: TimeZone) {
        self.typed = typed
        self.timeZone = timeZone
        self.old = old
        shown = old.map { WorkoutFormValues($0, in: timeZone) }
    }

    /// The workout, as good as it can be told; of use only when there are no ``fieldErrors``.
    mutating func draft() -> WorkoutDraft {
        let startedAt = moment("startedAt")
        let duration = required("duration", clock("duration", keeping: old?.duration, of: 60))
        var draft = WorkoutDraft(
            type: type(), title: typed["title"], startedAt: startedAt, duration: duration,
            measures: measures(), isErgTest: !typed["isErgTest"].isEmpty, isCompleted: old?.isCompleted,
            source: old?.source,
            visibility: visibility(), detail: detail())
        if draft.title.isEmpty { markMissing("title") }
        keepWhatFollows(in: &draft)
        return draft
    }

    /// Keeps what the form does not show, as far as what it follows from is as it was.
    private func keepWhatFollows(in draft: inout WorkoutDraft) {
        guard let old else { return }
        let rest = max(0, old.endedAt.timeIntervalSince(old.startedAt) - old.duration)
        draft.endedAt =
            draft.startedAt == old.startedAt && draft.duration == old.duration
            ? old.endedAt : draft.startedAt.addingTimeInterval(draft.duration + rest)
        // A split that was measured holds for the piece as it was.
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
        // What was read off a picture counts as corrected once somebody has changed it.
        let isCorrected = before.ocrConfidence != nil && detail.intervals != before.intervals
        detail.wasManuallyEdited = before.wasManuallyEdited || isCorrected
        return detail
    }
}

extension WorkoutReader {
    /// Notes that something has to stand in a field.
    mutating func markMissing(_ name: String) {
        if fieldErrors[name] == nil { fieldErrors[name] = .missing }
    }

    private mutating func required(_ name: String, _ value: Double?) -> Double {
        if value == nil { markMissing(name) }
        return value ?? 0
    }

    /// A date and a time of day, where the person is.
    mutating func moment(_ name: String) -> Date {
        if let old, isUntouched(name) { return old.startedAt }
        guard let time = LocalTime(typed[name]), let instant = time.instant(in: timeZone) else {
            fieldErrors[name] = typed[name].isEmpty ? .missing : .moment
            return .distantPast
        }
        return instant
    }

    /// `45:00`, `1:02:30`, or a plain number.
    /// - Parameter unit: how many seconds a plain number counts.
    mutating func clock(_ name: String, keeping old: Double?, of unit: Double = 1) -> Double? {
        read(name, keeping: old, or: .time) { text in
            if let count = Self.number(in: text) { return count * unit }
            return ClockTime(text)?.seconds
        }
    }

    /// `2000`, `2,000 m`, `5.2 km`, `3.1 mi`, in metres.
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

    mutating func whole(_ name: String, keeping old: Int?) -> Int? {
        read(name, keeping: old, or: .whole) { Int($0) }
    }

    private mutating func read<Value>(
        _ name: String, keeping old: Value?, or error: FieldError, _ read: (String) -> Value?
    ) -> Value? {
        if isUntouched(name) { return old }
        let text = typed[name]
        guard !text.isEmpty else { return nil }
        let value = read(text)
        if value == nil { fieldErrors[name] = error }
        return value
    }

    private func isUntouched(_ name: String) -> Bool { shown.map { $0[name] == typed[name] } ?? false }

    /// A number that is not negative. People write thousands apart, and some a comma for the point.
    static func number(in text: String) -> Double? {
        var text = text.filter { !$0.isWhitespace }
        if text.contains(/^\d{1,3}(,\d{3})+(\.\d+)?$/) { text.replace(",", with: "") }
        guard text.contains(/^\d{1,9}([.,]\d{1,6})?$/) else { return nil }
        return Double(text.replacing(",", with: "."))
    }
}
