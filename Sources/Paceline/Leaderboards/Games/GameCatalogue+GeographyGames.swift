extension GameCatalogue {
    /// Games about places, flags and trade.
    static let geographyGames: [GameEntry] = [
        GameEntry(
            "worldle", "Worldle", symbol: "globe.europe.africa.fill", .lowerAttempts, maximum: 6,
            ["Worldle {puzzle}[ ({date:dmy})] {score}/{maximum}[ ({percent}%)]{grid:5}"],
            // Texts that print both: number 808 on 8 April 2024, number 934 on 12 August 2024.
            day0: Day(number: 2022_01_21),
            examples: [
                ShareExample("#Worldle #808 (08.04.2024) 1/6 (100%)\n🟩🟩🟩🟩🟩🎉", puzzle: 808, score: 1),
                ShareExample("#Worldle #381 X/6 (91%)", puzzle: 381, score: nil, isCompleted: false),
            ]),
        GameEntry(
            "globle", "Globle", symbol: "globe", .lowerGuesses, maximum: 20,
            ["🌎 {date:named} 🌍\n{line}\n{tally} = {score}"],
            examples: [
                ShareExample("🌎 Nov 20, 2026 🌍\n🔥 3 | Avg. Guesses: 7.2\n🟨🟧🟥🟩 = 4\n#globle", score: 4)
            ]),
        GameEntry(
            "travle", "Travle", symbol: "map.fill", .lowerGuesses, maximum: 10, unit: .extraGuesses,
            [
                "travle {puzzle} +{score}[ ({marks})][ ({hints} hint]",
                "travle {puzzle}[ ({marks})] ({lost}{count} {words}",
            ],
            examples: [
                ShareExample("#travle #901 +2 (1 hint)\n✅🟩🟧✅", puzzle: 901, score: 2),
                ShareExample("#travle #901 (3 away)\n✅🟥🟧", puzzle: 901, score: nil, isCompleted: false),
            ]),
        GameEntry(
            "countryle", "Countryle", symbol: "globe.americas.fill", .lowerGuesses, maximum: 20,
            ["Countryle {puzzle}\n{words}{score}{rows:5}"],
            examples: [
                ShareExample(
                    "#Countryle 1501\nGuessed in 2 tries.\n\n🟢⚪⚪⚪⚪\n🟢🟢🟢🟢🟢", puzzle: 1_501, score: 2)
            ]),
        GameEntry(
            "flagle", "Flagle", symbol: "flag.fill", .lowerAttempts, maximum: 6,
            ["Flagle {puzzle}[ ({date:dmy})] {score}/{maximum}{grid:3}"],
            // Texts that print both: number 777 on 8 April 2024, number 1,049 on 5 January 2025.
            day0: Day(number: 2022_02_21),
            examples: [
                ShareExample("#Flagle #777 (08.04.2024) 2/6\n🟥🟩🟩\n🟩🟩🟩", puzzle: 777, score: 2)
            ]),
        GameEntry(
            "tradle", "Tradle", symbol: "shippingbox.fill", .lowerAttempts, maximum: 6,
            ["Tradle {puzzle} {score}/{maximum}{grid:5}"],
            examples: [ShareExample("#Tradle #1601 1/6\n🟩🟩🟩🟩🟩", puzzle: 1_601, score: 1)]),
        GameEntry(
            "satle", "Satle", symbol: "dot.radiowaves.up.forward", .lowerAttempts, maximum: 6,
            ["Satle {puzzle} {score}/{maximum}{grid:6}"],
            examples: [ShareExample("🛰Satle #401 2/6\n🟥🟩⬜⬜⬜⬜", puzzle: 401, score: 2)]),
    ]
}
