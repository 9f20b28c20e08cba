import Foundation
import Paceline

/// The form of a workout, with its values and errors.
struct WorkoutFormView: Sendable {
    let id: Workout.ID
    private(set) var values: WorkoutFormValues
    let old: Workout?
    let localizer: Localizer
    let timeZone: String
    /// The sports to choose from, the user's first.
    private let sports: [WorkoutType]
    private let visibilities: [(value: String, text: String)]
    /// The version of the workout that the form shows.
    let version: String
    /// Localized errors by field name.
    var fieldErrors: [String: String] = [:]
    /// An error that belongs to no field.
    var generalError: String?
    /// The name of the list to which the user adds rows.
    var extendedList: String?
    /// Whether the form included a photo. Browsers lose the chosen file when the form is shown again.
    var hadPhoto = false

    var isNew: Bool { old == nil }
    var title: String { localizer(isNew ? "edit.new" : "edit.title") }

    init(
        id: Workout.ID, values: WorkoutFormValues, old: Workout? = nil, _ request: WebRequest,
        _ user: SignedInUser
    ) {
        self.id = id
        self.values = values
        self.old = old
        localizer = request.localizer
        timeZone = user.account.timeZone
        visibilities = request.localizer.visibilities(of: user.account, besides: old?.visibility)
        sports = WorkoutFormValues.allSports(
            startingWith: WorkoutFormValues.chosenSports(request.cookies.sports))
        version = request.form["version"] ?? old.map { "\($0.version)" } ?? ""
    }

    /// Fills in the rows and totals that the title describes, as far as they fit the sport.
    /// - Parameter reportsMissing: whether a title without a pattern of the sport is an error.
    mutating func fillInPattern(reportsMissing: Bool) {
        if values.fillInPattern() {
            if values.hasRows(of: .intervals) { extendedList = RowList.intervals.name }
        } else if reportsMissing {
            fieldErrors["title"] = localizer(values.takesDistance ? "edit.noPattern" : "edit.noTime")
        }
    }

    var view: View {
        var view: View = [
            "heading": .text(title), "isNew": .flag(isNew), "id": .text("\(id)"),
            "version": .text(version),
            "action": .text(isNew ? "/workouts/add" : "/workouts/\(id)/edit"),
            "back": .text(isNew ? "/" : "/workouts/\(id)"),
            "types": .select("type", label(of: "type"), types, chosen: values["type"]),
            "filledIn": .text(values[WorkoutFormValues.filledIn]),
            "zones": .select(
                "intensityZone", label(of: "intensityZone"), zones, chosen: values["intensityZone"]),
            "visibilities": .visibilities(visibilities, localizer, chosen: values["visibility"]),
            "hasErgTest": .flag(values.shows(.isErgTest)),
            "isErgTest": .flag(!values["isErgTest"].isEmpty), "notes": .text(values["detail.notes"]),
            "notesError": .text(optional: fieldErrors["detail.notes"]),
            "notesLength": .text("\(TextRule.workoutNotes.length.upperBound)"),
            "photoError": .text(optional: photoError),
            "hasPhoto": .flag(old?.detail?.photoURL != nil), "photo": .text("/workouts/\(id)/photo"),
            "opensEffort": .flag(hasEffort),
            "measures": .list(WorkoutMeasures.inputs.filter(shows).map(self.view(of:))),
            "lists": .list(
                RowList.all.filter { values.shows($0.field) }.map { rows($0, asked: extendedList) }),
        ]
        for input in FormInput.all {
            view[input.name] = shows(input) ? .view(self.view(of: input)) : .nothing
        }
        return view.merging(summary.values(localizer))
    }

    private func hint(of input: FormInput) -> String {
        if input.name == "title", isNew, let whole = values.withUnshownRows {
            return localizer(
                "edit.hint.titleOfMany",
                [
                    "most": "\(RowList.rowsPerPage)",
                    "count": Measure.grouped(whole.count(of: .intervals)),
                ])
        }
        guard input.name != "title" || values.takesDistance else { return localizer("edit.hint.titleOfTime") }
        return localizer.texts("edit.hint.\(input.name)", ["zone": timeZone])
    }

    private func shows(_ input: FormInput) -> Bool { input.field.map(values.shows) ?? true }

    /// Whether a field of the part that starts folded holds a value or has an error.
    private var hasEffort: Bool {
        (WorkoutMeasures.inputs.map(\.name) + ["intensityZone", "isErgTest"]).contains { name in
            !values[name].isEmpty || fieldErrors[name] != nil
        }
    }

    private var photoError: String? {
        fieldErrors["photo"] ?? (hadPhoto ? localizer("edit.photoAgain") : nil)
    }

    private func view(of input: FormInput) -> View {
        let value = values[input.name]
        return [
            "name": .text(input.name), "label": .text(label(of: input.name)),
            "hint": .text(hint(of: input)),
            "value": .text(value), "type": .text(input.type), "inputMode": .text(input.inputMode),
            "isRequired": .flag(input.isRequired), "error": .text(optional: fieldErrors[input.name]),
            // Browsers accept seconds only with a `step` of 1.
            "hasSeconds": .flag(input.type == "datetime-local" && value.utf8.count > 16),
            "autocomplete": "off", "rows": .nothing, "menu": .nothing, "isUsername": false,
            "maxLength": .text(optional: input.length.map { "\($0.upperBound)" }),
            "redraws": .text(optional: input.redraws),
            "redrawText": input.redraws == nil ? .nothing : .text(localizer("edit.fillIn")),
        ]
    }
}

extension WorkoutFormView {
    private var types: [(value: String, text: String)] {
        let own = WorkoutType(rawValue: values["type"]).flatMap { sports.contains($0) ? nil : $0 }
        return (sports + [own].compactMap(\.self)).map { ($0.rawValue, localizer.typeName($0)) }
    }

    private var zones: [(value: String, text: String)] {
        [("", localizer("edit.noZone"))]
            + WorkoutDraft.Range.zone.map { ("\($0)", localizer.texts("edit.zones.\($0)")) }
    }
}

/// A text field of the form.
struct FormInput: Sendable {
    let name: String
    var type = "text"
    var inputMode = "text"
    var isRequired = false
    /// The field that only some sports have; nil if every sport has it.
    var field: SportField?
    /// The permitted number of characters of a text.
    var length: ClosedRange<Int>?
    /// Why the form is redrawn when the input changes: an ``EditPages/Redraw``; nil if it is not.
    var redraws: String?

    static let all = [
        FormInput(
            name: "title", isRequired: true, length: TextRule.workoutTitle.length,
            redraws: EditPages.Redraw.pattern.rawValue),
        FormInput(name: "startedAt", type: "datetime-local", isRequired: true),
        FormInput(name: "duration", isRequired: true), FormInput(name: "distance", field: .distance),
    ]
}
