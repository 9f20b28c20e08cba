import Paceline

/// What the logbook knows of a workout and Paceline has no field for, as notes.
///
/// The person's own comment comes first, as it is. Behind it stands one line such as "Drag factor 121,
/// heavyweight, 115 strokes, 295 m in the rest." Left out is only what follows from the rest: calories an hour from
/// the watts, the age from the birth date.
enum Concept2Notes {
    /// - Parameters:
    ///   - fields: the row's.
    ///   - machine: named when its type says nothing.
    /// - Returns: nil when there is nothing to note.
    static func of(_ fields: Concept2Fields, machine: Concept2Machine) -> String? {
        let comment = fields[.comments].text
        let facts = facts(fields, machine: machine).joined(separator: ", ")
        guard let first = facts.first else { return comment }
        let line = "\(first.uppercased())\(facts.dropFirst())."
        guard let comment else { return line }
        let both = "\(comment)\n\(line)"
        // Better the person's whole comment without the line than the row refused.
        return both.count <= TextRule.workoutNotes.length.upperBound ? both : comment
    }

    private static func facts(_ fields: Concept2Fields, machine: Concept2Machine) -> [String] {
        let measured = { (column: Concept2Column) in
            // Zero is how the export writes "not measured" in some rows.
            fields[column].text.flatMap { Double($0) == 0 ? nil : $0 }
        }
        return [
            machine.isKnown ? nil : "on \(machine.name)",
            measured(.dragFactor).map { "drag factor \($0)" },
            measured(.weightClass).map(weightClass),
            measured(.strokeCount).map { "\($0) strokes" },
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
