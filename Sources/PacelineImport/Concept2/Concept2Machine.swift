import Paceline

/// The machine of a workout, which the export calls its type.
struct Concept2Machine: Equatable {
    /// The name in the export.
    let name: String
    let type: WorkoutType
    /// The distance to which the machine's pace refers, in metres.
    let paceDistance: Double

    init(_ name: String) {
        self.name = name
        type = Self.types[Self.folded(name)] ?? .other
        paceDistance = type == .cycling ? 1_000 : 500
    }

    /// Whether the machine has a workout type. Unknown machines, the MultiErg (several machines in one workout) and the
    /// paddle adapter do not.
    var isKnown: Bool { type != .other }

    /// The lower-case letters of the name, since spellings differ between years and in the logbook's API.
    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter }
    }

    private static let types: [String: WorkoutType] = [
        "indoorrower": .rowing, "rower": .rowing, "rowerg": .rowing, "row": .rowing,
        "dynamic": .rowing, "dynamicindoorrower": .rowing, "dynamicrowerg": .rowing, "dynamicrower": .rowing,
        "slides": .rowing, "indoorrowerwithslides": .rowing, "rowergwithslides": .rowing,
        "rowergonslides": .rowing,
        "water": .rowing, "onwater": .rowing, "onwaterrowing": .rowing,
        "bikeerg": .cycling, "bike": .cycling,
        "skierg": .skiing, "ski": .skiing, "snow": .skiing, "onsnow": .skiing, "rollerski": .skiing,
        "rollerskiing": .skiing,
    ]
}
