extension GameCatalogue {
    /// The New York Times' puzzles, which change at the player's own midnight.
    static let newYorkTimesGames: [GameEntry] = [
        GameEntry(
            "wordle", "Wordle", symbol: "square.grid.3x3.fill", .lowerAttempts, maximum: 6,
            [
                "Wordle {puzzle} {score}/{maximum}{hard}{grid:5}",
                "{archive} {date:named}\nWordle {puzzle} {score}/{maximum}{hard}{grid:5}",
            ],
            // Number 0 appeared on 19 June 2021; the archive dates number 1,907 to 8 September 2026.
            day0: Day(number: 2021_06_19),
            examples: [
                ShareExample("Wordle 1,512 2/6\n\n⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩", puzzle: 1_512, score: 2),
                ShareExample("Wordle 1.512 X/6*", puzzle: 1_512, score: nil, isCompleted: false),
            ]),
        GameEntry(
            "connections", "Connections", symbol: "square.grid.4x3.fill", .lowerAttempts, maximum: 4,
            unit: .mistakes,
            [
                "Connections{gap}Puzzle {puzzle}\n{groups}",
                "{archive} {date:named}\nConnections{gap}Puzzle {puzzle}\n{groups}",
            ],
            // Number 1 appeared on 12 June 2023; the archive dates number 1,178 to 1 September 2026.
            day0: Day(number: 2023_06_11),
            examples: [
                ShareExample(
                    "Connections\nPuzzle #801\n🟨🟨🟨🟩\n🟨🟨🟨🟨\n🟩🟩🟩🟩\n🟪🟪🟪🟪\n🟦🟦🟦🟦", puzzle: 801, score: 1)
            ]),
        GameEntry(
            "strands", "Strands", symbol: "lightbulb.fill", .lowerHints, maximum: 10,
            ["Strands {puzzle}\n{theme}\n{bulbs}"],
            // Number 1 appeared on 4 March 2024.
            day0: Day(number: 2024_03_03),
            examples: [
                ShareExample("Strands #401\n“Off the shelf”\n🔵💡🔵🟡\n🔵🔵🔵", puzzle: 401, score: 1)
            ]),
        GameEntry(
            "nyt_mini", "Mini Crossword", symbol: "squareshape.split.3x3", .lowerTimeSeconds, maximum: 180,
            ["I solved the {date:mdy} New York Times{gap}Mini Crossword in {time}"],
            examples: [
                ShareExample("I solved the 11/20/2026 New York Times Mini Crossword in 1:17!", score: 77)
            ]),
        GameEntry(
            "spelling_bee", "Spelling Bee", symbol: "hexagon.fill", .higherIsBetter, maximum: 7,
            ["I just hit {rank} on Spelling Bee"],
            examples: [ShareExample("I just hit Genius on Spelling Bee!", score: nil)]),
        GameEntry(
            "pips", "Pips", symbol: "die.face.5.fill", .lowerTimeSeconds, maximum: 180,
            ["Pips {puzzle} {difficulty}\n{time}{end}"],
            examples: [ShareExample("Pips #210 Easy 🟢\n0:48", puzzle: 210, score: 48)]),
    ]
}
