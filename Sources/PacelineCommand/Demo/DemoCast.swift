import Paceline

/// Names, sentences and sports of a made-up community.
enum DemoCast {
    static let givenNames = [
        "Ana", "Ben", "Chiara", "Dario", "Eva", "Filip", "Greta", "Hugo", "Ines", "Jonas", "Kaja", "Luka",
        "Maja",
        "Nika", "Oskar", "Petra", "Rosa", "Sami", "Tina", "Urban", "Vera", "Wanda", "Yusuf", "Zala", "Aiko",
        "Björn",
        "Léa", "Søren", "Łucja", "José", "Mei", "Noah", "Priya", "Omar", "Freya", "Aoife", "İpek", "Zoë",
        "Émile",
    ]
    static let familyNames = [
        "Novak", "Horvat", "Keller", "Rossi", "Lindqvist", "Moreau", "Okafor", "Tanaka", "Silva", "Byrne",
        "Kowalska",
        "Demir", "Haddad", "Petrov", "Schmid", "Costa", "Nguyen", "Larsen", "Vidal", "Marsh", "Hill", "Stone",
        "Weber",
    ]
    static let bios = [
        "Rows before breakfast.", "Coffee, then intervals.", "Back after a long winter break.",
        "Slow is smooth, smooth is fast.", "Masters crew, bow seat.", "Training for the head race in autumn.",
        "Runs because cake exists.", "Bike to work, erg at home.", "Squats on Mondays, no excuses.", "",
        "Learning to pace a 2k properly.", "Weekend hiker, weekday rower.", "", "",
    ]
    static let remarks: [WorkoutType: [String]] = [
        .rowing: [
            "Lovely negative split!", "What drag factor do you use?", "That rate is so calm.",
            "Strong last 500!",
            "We should do this one together on Thursday.", "New shoes on the foot plate?",
        ],
        .running: [
            "Great pace in that wind.", "Which loop was that?", "Hill or flat?", "Those legs!",
            "Sub 5:00 soon.",
        ],
        .cycling: ["Nice cadence.", "Commute or training?", "That climb again!", "Flying."],
        .strength: ["Solid volume.", "How was the last set?", "Depth looks good.", "Deload next week?"],
    ]
    static let answers = [
        "Thank you!", "It hurt, honestly.", "Next time you come along.", "Legs are toast now.", "👊",
    ]
    static let sports: [(type: WorkoutType, weight: Int)] = [
        (.rowing, 6), (.running, 3), (.cycling, 2), (.strength, 2),
    ]
}

/// SplitMix64: the same seed makes the same community everywhere.
struct DemoChance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Whether something happens that happens so many times in a hundred.
    mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }
}
