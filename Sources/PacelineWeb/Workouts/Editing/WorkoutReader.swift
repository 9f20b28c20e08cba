import Foundation
import Paceline

/// Builds a workout from form values and collects the errors of each field.
///
/// A field that wasn't edited keeps its exact value. The form shows times in tenths and distances in
/// centimetres, so editing the title must not round them.
struct WorkoutReader {
    let typed: WorkoutFormValues
    let timeZone: TimeZone
    let now: Date
    /// The workout before the edit.
    let old: Workout?
    /// The values that its form showed.
    let shown: WorkoutFormValues?
    /// Errors by field name.
    private(set) var fieldErrors: [String: FieldError] = [:]

    /// The error of a field.
    enum FieldError: Sendable, Equatable {
        case missing, invalidDuration, notANumber, notAWholeNumber, invalidChoice, forbiddenCharacters
        /// Not a date and time, or skipped when clocks are set forward.
        case invalidLocalTime
        /// Outside the range that the engine accepts.
        case range
        case length(ClosedRange<Int>)
        /// Less than the intervals add up to, as the field would show it.
        case lessThanRows(String)
    }

    init(_ typed: WorkoutFormValues, replacing old: Workout?, in timeZone: TimeZone, now: Date) {
        self.typed = typed
        self.timeZone = timeZone
        self.now = now
        self.old = old
        shown = old.map { WorkoutFormValues($0, in: timeZone) }
    }

    /// The workout; valid only if ``fieldErrors`` is empty.
    mutating func draft() -> WorkoutDraft {
        let startedAt = moment("startedAt")
        let detail = detail()
        var measures = measures()
        let duration = total(
            "duration", clock("duration", keeping: old?.duration, in: Range.duration, of: 60),
            of: detail.intervals.map(\.duration), WorkoutFormValues.clock)
        measures.distance = total(
            "distance", measures.distance, of: detail.intervals.map(\.distance), WorkoutFormValues.number)
        var draft = WorkoutDraft(
            type: type(), title: text("title", .workoutTitle), startedAt: startedAt,
            duration: required("duration", duration), measures: measures,
            isErgTest: !typed["isErgTest"].isEmpty, isCompleted: old?.isCompleted, source: old?.source,
            visibility: visibility(), detail: detail)
        keepUnshownValues(in: &draft)
        endNow(&draft)
        return draft
    }

    /// Moves a new workout that would end in the future to the time before now. The form suggests the present as its
    /// start, but is filled in after the workout.
    private func endNow(_ draft: inout WorkoutDraft) {
        let latestStart = now.addingTimeInterval(-draft.duration)
        if old == nil, fieldErrors.isEmpty, draft.startedAt > latestStart { draft.startedAt = latestStart }
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

    /// The total of a field, or the sum of the intervals if the field is empty or was filled in from the title.
    ///
    /// A total that the user typed may be more than the sum, since a workout may have a warm-up.
    /// - Parameters:
    ///   - entered: the value of the field.
    ///   - format: formats a number as the field shows it.
    private mutating func total(
        _ name: String, _ entered: Double?, of rows: [Double?], _ format: (Double?) -> String
    ) -> Double? {
        // Recordings may round; what the user didn't edit is kept.
        let isKept = isUnedited(name) && isUnedited(.intervals)
        guard !isKept, fieldErrors[name] == nil, !rows.isEmpty else { return entered }
        let known = rows.compactMap(\.self)
        let sum = known.reduce(0, +)
        let isSum = known.count == rows.count
        guard let entered, !isSum || !typed.isFilledInTotal(name) else { return isSum ? sum : nil }
        // Each interval may be rounded.
        if sum > entered + Double(known.count) { fieldErrors[name] = .lessThanRows(format(sum)) }
        return entered
    }

    private mutating func type() -> WorkoutType {
        guard let type = WorkoutType(rawValue: typed["type"]) else {
            fieldErrors["type"] = .invalidChoice
            return .other
        }
        return type
    }

    private mutating func visibility() -> ItemVisibility? {
        let visibility = ItemVisibility(typed["visibility"])
        if visibility == nil { fieldErrors["visibility"] = .invalidChoice }
        return visibility
    }

    private mutating func detail() -> WorkoutDetail {
        var detail = WorkoutDetail(
            intervals: intervals(), sets: sets(), ocrConfidence: old?.detail?.ocrConfidence,
            notes: typed["detail.notes"].isEmpty ? nil : text("detail.notes", .workoutNotes),
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

    /// Reads a text and checks it.
    mutating func text(_ name: String, _ rule: TextRule) -> String {
        let text = typed[name]
        do throws(SocialError) {
            return try rule.check(text)
        } catch {
            fieldErrors[name] =
                text.isEmpty
                ? .missing : rule.length.contains(text.count) ? .forbiddenCharacters : .length(rule.length)
            return text
        }
    }

    /// Reads a date and time in the user's time zone.
    mutating func moment(_ name: String) -> Date {
        if let old, isUnedited(name) { return old.startedAt }
        guard let time = LocalTime(typed[name]), let instant = time.instant(in: timeZone) else {
            fieldErrors[name] = typed[name].isEmpty ? .missing : .invalidLocalTime
            return .distantPast
        }
        if !WorkoutDraft.permits(startedAt: instant, now: now) { fieldErrors[name] = .range }
        return instant
    }

    /// Reads `45:00`, `1:02:30` or a plain number, in seconds.
    /// - Parameter unit: the number of seconds in one unit of a plain number.
    mutating func clock(
        _ name: String, keeping old: Double?, in range: ClosedRange<Double>, of unit: Double = 1
    ) -> Double? {
        read(name, keeping: old, in: range, or: .invalidDuration) { text in
            if let count = Self.number(in: text) { return count * unit }
            return ClockTime(text)?.seconds
        }
    }

    /// Reads `2000`, `2,000 m`, `5.2 km` or `3.1 mi`, in metres.
    mutating func distance(_ name: String, keeping old: Double?) -> Double? {
        read(name, keeping: old, in: Range.distance, or: .notANumber) { text in
            let units = [("km", 1_000.0), ("mi", 1_609.344), ("m", 1.0), ("", 1.0)]
            for (unit, metres) in units where text.lowercased().hasSuffix(unit) {
                return Self.number(in: String(text.dropLast(unit.count))).map { $0 * metres }
            }
            return nil
        }
    }

    mutating func number(_ name: String, keeping old: Double?, in range: ClosedRange<Double>) -> Double? {
        read(name, keeping: old, in: range, or: .notANumber) { Self.number(in: $0) }
    }

    mutating func wholeNumber(_ name: String, keeping old: Int?, in range: ClosedRange<Int>) -> Int? {
        read(name, keeping: old, in: range, or: .notAWholeNumber) { Int($0) }
    }

    private mutating func read<Value>(
        _ name: String, keeping old: Value?, in range: ClosedRange<Value>, or error: FieldError,
        _ read: (String) -> Value?
    ) -> Value? {
        if isUnedited(name) { return old }
        let text = typed[name]
        guard !text.isEmpty else { return nil }
        let value = read(text)
        if value.map(range.contains) != true { fieldErrors[name] = value == nil ? error : .range }
        return value
    }

    private func isUnedited(_ name: String) -> Bool { shown.map { $0[name] == typed[name] } ?? false }

    private func isUnedited(_ list: RowList) -> Bool {
        guard let shown else { return false }
        return (0..<max(typed.count(of: list), shown.count(of: list))).allSatisfy { index in
            list.columns.allSatisfy { shown.field(list, index, $0) == typed.field(list, index, $0) }
        }
    }

    /// Parses a number that isn't negative. Accepts thousands separators and a decimal comma.
    static func number(in text: String) -> Double? {
        var text = text.filter { !$0.isWhitespace }
        if text.contains(/^\d{1,3}(,\d{3})+(\.\d+)?$/) { text.replace(",", with: "") }
        guard text.contains(/^\d{1,9}([.,]\d{1,6})?$/) else { return nil }
        return Double(text.replacing(",", with: "."))
    }
}
