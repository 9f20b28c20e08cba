import Paceline

/// The people of the preview, by username.
enum PreviewMember: String, CaseIterable {
    case maya, ben, chiara, tomaz, aiko, leo, ines, sam

    var displayName: String {
        switch self {
        case .maya: "Maya Lindqvist"
        case .ben: "Ben Okafor"
        case .chiara: "Chiara Rossi"
        case .tomaz: "Tomaž Zupan"
        case .aiko: "Aiko Tanaka"
        case .leo: "Léo Martin"
        case .ines: "Inês Carvalho"
        case .sam: "Sam Whitlock"
        }
    }

    var bio: String {
        switch self {
        case .maya: "Bow seat. Coffee, then intervals."
        case .ben: "Training for the head race."
        case .chiara: "Bike to work, erg at home."
        case .tomaz: "Počasi se daleč pride."
        case .aiko: "Learning to pace a 2k."
        case .leo: "Runs because cake exists."
        case .ines: "Lightweight sculler. Training log, no secrets."
        case .sam: "Coxswain, retired. Still loud."
        }
    }

    var birthDate: Day {
        // Adults of different ages, so that no privacy rule for minors applies.
        Day(number: 1985_03_14)!.adding(days: 379 * (Self.allCases.firstIndex(of: self) ?? 0))
    }

    /// Everyone who is friends with Maya, and with each other.
    static let crew: [PreviewMember] = [.maya, .ben, .chiara, .tomaz, .aiko]
}
