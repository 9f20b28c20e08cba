import Paceline

/// What Concept2 calls the type of a workout: the machine it was done on.
struct Concept2Machine: Equatable {
    /// As the export writes it.
    let name: String
    let type: WorkoutType
    /// Metres that its pace is told for.
    let paceDistance: Double

    init(_ name: String) {
        self.name = name
        type = Self.types[Self.folded(name)] ?? .other
        paceDistance = type == .cycling ? 1_000 : 500
    }

    /// What the type does not tell: an unknown machine, the MultiErg (several machines in one workout), or the
    /// paddle adapter (a sport of its own that has no word here yet).
    var isKnown: Bool { type != .other }

    /// The export has named the same machine differently over the years, and the logbook's own API differently
    /// again, so only letters count.
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
