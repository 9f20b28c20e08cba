import Foundation
import Paceline

/// The form of a workout, with its values and errors.
struct WorkoutFormView: Sendable {
    let id: Workout.ID
    let values: WorkoutFormValues
    let old: Workout?
    let localizer: Localizer
    let timeZone: String
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
        version = request.form["version"] ?? old.map { "\($0.version)" } ?? ""
    }

    mutating func add(_ fieldErrors: [String: WorkoutReader.FieldError]) {
        for (field, error) in fieldErrors {
            self.fieldErrors[field] = localizer.texts("edit.wrong.\(error.rawValue)")
        }
    }

    /// Adds an error from the engine to its field, or to the form if the field isn't shown.
    mutating func add(_ error: SocialError) {
        let range = error.field.flatMap { localizer.texts.text(at: "edit.range.\($0)") }
        let message = range ?? localizer.message(for: error)
        let shown = (FormInput.all + WorkoutMeasures.inputs).map(\.name) + ["visibility", "detail.notes"]
        if error.code == .preconditionFailed {
            generalError = localizer("edit.changedMeanwhile")
        } else if let field = error.field, shown.contains(field) {
            fieldErrors[field] = message
        } else {
            generalError = message
        }
    }

    var view: View {
        var view: View = [
            "heading": .text(title), "isNew": .flag(isNew), "id": .text("\(id)"),
            "version": .text(version),
            "action": .text(isNew ? "/workouts/add" : "/workouts/\(id)/edit"),
            "back": .text(isNew ? "/" : "/workouts/\(id)"),
            "types": .select("type", localizer("edit.type"), types, chosen: values["type"]),
            "zones": .select(
                "intensityZone", localizer("edit.intensityZone"), zones, chosen: values["intensityZone"]),
            "visibilities": .visibilities(localizer, chosen: values["visibility"]),
            "isErgTest": .flag(!values["isErgTest"].isEmpty), "notes": .text(values["detail.notes"]),
            "notesError": .text(optional: fieldErrors["detail.notes"]),
            "formError": .text(optional: formError), "photoError": .text(optional: photoError),
            "hasPhoto": .flag(old?.detail?.photoURL != nil), "photo": .text("/workouts/\(id)/photo"),
            "measures": .list(WorkoutMeasures.inputs.map(self.view(of:))),
            "lists": .list([rows(.intervals, asked: extendedList), rows(.sets, asked: extendedList)]),
        ]
        for input in FormInput.all { view[input.name] = .view(self.view(of: input)) }
        return view
    }

    private var formError: String? {
        generalError ?? (fieldErrors.isEmpty ? nil : localizer.count("edit.faults", fieldErrors.count))
    }

    private var photoError: String? {
        fieldErrors["photo"] ?? (hadPhoto ? localizer("edit.photoAgain") : nil)
    }

    private func view(of input: FormInput) -> View {
        let value = values[input.name]
        return [
            "name": .text(input.name), "label": .text(localizer.texts("edit.label.\(input.name)")),
            "hint": .text(localizer.texts("edit.hint.\(input.name)", ["zone": timeZone])),
            "value": .text(value), "type": .text(input.type), "inputMode": .text(input.inputMode),
            "isRequired": .flag(input.isRequired), "error": .text(optional: fieldErrors[input.name]),
            // Browsers accept seconds only with a `step` of 1.
            "hasSeconds": .flag(input.type == "datetime-local" && value.utf8.count > 16),
            "autocomplete": "off", "rows": .nothing, "menu": .nothing, "isUsername": false,
            "isNewPassword": false,
        ]
    }
}

extension WorkoutFormView {
    private var types: [(value: String, text: String)] {
        let known = WorkoutFormValues.sports
        let own = WorkoutType(rawValue: values["type"]).flatMap { known.contains($0) ? nil : $0 }
        return (known + [own].compactMap(\.self)).map { ($0.rawValue, localizer.typeName($0)) }
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

    static let all = [
        FormInput(name: "title", isRequired: true),
        FormInput(name: "startedAt", type: "datetime-local", isRequired: true),
        FormInput(name: "duration", isRequired: true), FormInput(name: "distance"),
    ]
}
