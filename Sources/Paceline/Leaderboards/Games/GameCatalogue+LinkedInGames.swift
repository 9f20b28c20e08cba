extension GameCatalogue {
    /// LinkedIn's puzzles. They change at midnight in California, so elsewhere a puzzle spans two days and its number
    /// does not determine the day. So these games have no ``PuzzleAnchor``.
    static let linkedInGames: [GameEntry] = [
        timed("queens", "Queens", symbol: "crown.fill", example: "👑"),
        timed("tango", "Tango", symbol: "moon.fill", example: "🌗"),
        timed("zip", "Zip", symbol: "flag.checkered", behind: "{backtracks}", example: "🏁"),
        GameEntry(
            "pinpoint", "Pinpoint", symbol: "pin.fill", .lowerAttempts, maximum: 5,
            ["Pinpoint {puzzle} | {score} {clues}", "Pinpoint {puzzle}\n{marks}({score}/{maximum})"],
            examples: [
                ShareExample("Pinpoint #901\n🤔 📌 ⬜ ⬜ ⬜ (2/5)", puzzle: 901, score: 2),
                ShareExample("Pinpoint Nr. 901 | 2 Versuche\n1️⃣ | 12 %\n2️⃣ | 100 % 📌", puzzle: 901, score: 2),
                ShareExample("Pinpoint #901\n🤔 🤔 🤔 🤔 🤔 (X/5)", puzzle: 901, score: nil, isCompleted: false),
            ]),
        timed("crossclimb", "Crossclimb", symbol: "stairs", example: "🪜"),
        timed("mini_sudoku", "Mini Sudoku", symbol: "pencil.and.outline", example: "✏️"),
        timed("patches", "Patches", symbol: "square.on.square", example: "🧶"),
        timed("wend", "Wend", symbol: "tornado", example: "🌀"),
    ]

    /// - Parameters:
    ///   - behind: pattern pieces after the time.
    ///   - example: the emoji that the game prints after the time.
    private static func timed(
        _ id: String, _ name: String, symbol: String, behind: String = "", example: String
    ) -> GameEntry {
        GameEntry(
            id, name, symbol: symbol, .lowerTimeSeconds, maximum: 180,
            ["\(name) {puzzle} | {time}{flawless}\(behind)", "\(name) {puzzle}\n{time}{end}\(behind)"],
            examples: [
                ShareExample("\(name) #901 | 0:41 and flawless", puzzle: 901, score: 41),
                ShareExample("\(name) Nr. 1.901 | 1:15 \(example)", puzzle: 1_901, score: 75),
                ShareExample("\(name) n.º 901\n12:05 \(example)", puzzle: 901, score: 725),
            ])
    }
}
