import Paceline

extension WorkoutFormView {
    mutating func add(_ errors: [String: WorkoutReader.FieldError]) {
        for (name, error) in errors { fieldErrors[name] = message(for: error, of: name) }
    }

    /// Adds an error from the engine to its field, or to the form if the field isn't shown.
    mutating func add(_ error: SocialError) {
        let range = error.field.flatMap { localizer.texts.text(at: "edit.range.\($0)") }
        let message = range ?? localizer.message(for: error)
        if error.code == .preconditionFailed {
            generalError = localizer("edit.changedMeanwhile")
        } else if let field = error.field, Self.isOutsideLists(field) {
            fieldErrors[field] = message
        } else {
            generalError = message
        }
    }

    /// All errors, in the order of the fields.
    var summary: ErrorSummary {
        var summary = ErrorSummary()
        summary.general = generalError
        let inOrder = fieldErrors.sorted {
            position(of: $0.key).lexicographicallyPrecedes(position(of: $1.key))
        }
        for (name, message) in inOrder { summary.add(name, label(of: name), message) }
        return summary
    }

    /// The label of a field; for a field of a list, preceded by its row.
    func label(of name: String) -> String {
        if let (list, index, column) = RowList.cell(name) {
            let row = localizer.texts("edit.\(list.name).row", ["number": "\(index + 1)"])
            return "\(row), \(localizer.texts("edit.\(list.name).\(column)"))"
        }
        if name == "visibility" { return localizer("visibility.label") }
        let hasCadence = WorkoutType(rawValue: values["type"])?.hasCadence == true
        return localizer.texts("edit.label.\(name == "strokeRate" && hasCadence ? "cadence" : name)")
    }

    private func message(for error: WorkoutReader.FieldError, of name: String) -> String {
        switch error {
        case .missing:
            localizer.texts.text(at: "edit.missing.\(name)") ?? localizer("edit.wrong.missing")
        case .invalidDuration: localizer("edit.wrong.time")
        case .invalidLocalTime: localizer("edit.wrong.moment")
        case .notANumber: localizer("edit.wrong.number")
        case .notAWholeNumber: localizer("edit.wrong.whole")
        case .invalidChoice: localizer("edit.wrong.choice")
        case .forbiddenCharacters: localizer("edit.wrong.characters")
        case .length(let length): localizer.message(forLength: length)
        case .lessThanRows(let sum): localizer("edit.wrong.lessThanRows", ["sum": sum])
        case .range:
            if let (list, _, column) = RowList.cell(name) {
                localizer.texts("edit.range.detail.\(list.name).\(column)")
            } else {
                localizer.texts("edit.range.\(name)")
            }
        }
    }

    /// The fields above the lists, in the order of the form.
    private static let fieldsBeforeLists =
        ["type"] + FormInput.all.map(\.name) + ["visibility"] + WorkoutMeasures.inputs.map(\.name)
        + ["intensityZone"]

    /// The fields below the lists, in the order of the form.
    private static let fieldsAfterLists = ["detail.notes", "photo"]

    private static func isOutsideLists(_ name: String) -> Bool {
        fieldsBeforeLists.contains(name) || fieldsAfterLists.contains(name)
    }

    /// The position in the form. The first number is 0 above the lists, 1 in a list and 2 below them.
    private func position(of name: String) -> [Int] {
        if let (list, index, column) = RowList.cell(name) {
            return [
                1, list.field == .intervals ? 0 : 1, index, list.columns.firstIndex(of: column) ?? 0,
            ]
        }
        if let index = Self.fieldsBeforeLists.firstIndex(of: name) { return [0, index] }
        return [2, Self.fieldsAfterLists.firstIndex(of: name) ?? Self.fieldsAfterLists.count]
    }
}
