import Paceline

/// The notes of a logbook workout, with the values that Paceline has no field for.
///
/// The person's comment is followed by a line such as "Drag factor 121, heavyweight, 115 strokes, 295 m in the rest."
/// Values that can be derived are omitted: calories per hour, and age.
enum Concept2Notes {
    /// Creates the notes.
    /// - Parameters:
    ///   - fields: the row's fields.
    ///   - machine: the machine, included if it has no workout type.
    /// - Returns: nil if there is nothing to note.
    static func of(_ fields: Concept2Fields, machine: Concept2Machine) -> String? {
        let comment = fields[.comments].text
        let facts = facts(fields, machine: machine).joined(separator: ", ")
        guard let first = facts.first else { return comment }
        let line = "\(first.uppercased())\(facts.dropFirst())."
        guard let comment else { return line }
        let both = "\(comment)\n\(line)"
        // Too long together: keep the person's comment and omit the line.
        return both.count <= TextRule.workoutNotes.length.upperBound ? both : comment
    }

    private static func facts(_ fields: Concept2Fields, machine: Concept2Machine) -> [String] {
        let measured = { (column: Concept2Column) in
            // Some rows contain zero for values that were not measured.
            fields[column].text.flatMap { Double($0) == 0 ? nil : $0 }
        }
        return [
            machine.isKnown ? nil : "on \(machine.name)",
            measured(.dragFactor).map { "drag factor \($0)" },
            measured(.weightClass).map(weightClass),
            measured(.strokeCount).map { $0 == "1" ? "1 stroke" : "\($0) strokes" },
            measured(.restDistance).map { "\($0) m in the rest" },
        ].compactMap(\.self)
    }

    private static func weightClass(_ text: String) -> String {
        switch text.lowercased() {
        case "hwt", "h": "heavyweight"
        case "lwt", "l": "lightweight"
        default: "weight class \(text)"
        }
    }
}
