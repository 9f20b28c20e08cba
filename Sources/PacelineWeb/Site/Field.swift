import Foundation
import Paceline

/// A form field with its value and error.
struct Field: Sendable {
    /// The field's name in the form and in engine errors.
    let name: String
    let label: String
    var type = "text"
    var hint: String?
    var autocomplete = "off"
    var attributes: [Attribute] = []
    /// The permitted number of characters; nil if it isn't limited.
    var length: ClosedRange<Int>?
    /// The number of lines of a multi-line field; nil for a single-line field.
    var rows: Int?
    /// An example, shown in an empty multi-line field.
    var placeholder: String?

    /// A flag that sets HTML attributes.
    enum Attribute: String, CaseIterable, Sendable {
        case isRequired, isUsername
    }

    /// - Parameters:
    ///   - value: the value to show; never a password.
    ///   - errors: those of this field are shown next to it.
    func view(_ value: String?, _ errors: [SocialError], _ localizer: Localizer) -> View {
        let error = errors.first { $0.field == name }
        var view: View = [
            "name": .text(name), "label": .text(label), "type": rows == nil ? .text(type) : .nothing,
            "hint": .text(optional: hint), "menu": .nothing, "inputMode": .nothing, "hasSeconds": false,
            "redraws": .nothing,
            "autocomplete": .text(autocomplete), "value": .text(value ?? ""),
            "error": .text(optional: error.map { message(for: $0, value, localizer) }),
            "rows": .text(optional: rows.map(String.init)), "placeholder": .text(optional: placeholder),
            "maxLength": .text(optional: length.map { "\($0.upperBound)" }),
        ]
        for attribute in Attribute.allCases {
            view[attribute.rawValue] = .flag(attributes.contains(attribute))
        }
        return view
    }

    func view(_ value: String?, _ error: SocialError?, _ localizer: Localizer) -> View {
        view(value, error.map { [$0] } ?? [], localizer)
    }

    /// The error in the words of the form. The engine's message names the field as the API does.
    func message(for error: SocialError, _ value: String?, _ localizer: Localizer) -> String {
        let text = (value ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard error.code == .invalidValue, let length,
            !length.contains(text.count) || (length.lowerBound > 0 && TextRule.isInvisible(text))
        else { return localizer.message(for: error) }
        return localizer.message(forLength: length)
    }
}

extension [Field] {
    /// All fields by name, and the summary of the errors.
    /// - Parameter values: returns the value of a field by its name.
    func view(_ errors: [SocialError], _ localizer: Localizer, values: (String) -> String?) -> View {
        var view = View()
        var summary = ErrorSummary()
        for field in self {
            let value = values(field.name)
            view[field.name] = .view(
                field.view(field.type == "password" ? nil : value, errors, localizer))
            for error in errors where error.field == field.name {
                summary.add(field.name, field.label, field.message(for: error, value, localizer))
            }
        }
        let named = Set(map(\.name))
        let other = errors.first { $0.field.map { !named.contains($0) } ?? true }
        summary.general = other.map(localizer.message)
        return view.merging(summary.values(localizer))
    }

    func view(_ error: SocialError?, _ localizer: Localizer, values: (String) -> String?) -> View {
        view(error.map { [$0] } ?? [], localizer, values: values)
    }
}

/// The errors of a form, above it, with links to the fields.
struct ErrorSummary: Sendable {
    /// An error that belongs to no field.
    var general: String?
    private var faults: [View] = []

    /// - Parameters:
    ///   - name: the name of the field.
    ///   - label: its label.
    mutating func add(_ name: String, _ label: String, _ message: String) {
        faults.append(["field": .text(name), "label": .text(label), "message": .text(message)])
    }

    func values(_ localizer: Localizer) -> View {
        [
            "formError": .text(
                optional: general ?? (faults.isEmpty ? nil : localizer.count("form.faults", faults.count))),
            "faults": .list(faults),
        ]
    }
}

extension Localizer {
    /// `Enter 1–50 characters.`
    func message(forLength length: ClosedRange<Int>) -> String {
        self(length.lowerBound == 0 ? "form.most" : "form.length", limits(length))
    }

    /// The placeholders of texts about a length.
    func limits(_ length: ClosedRange<Int>) -> [String: String] {
        ["least": Measure.grouped(length.lowerBound), "most": Measure.grouped(length.upperBound)]
    }
}
