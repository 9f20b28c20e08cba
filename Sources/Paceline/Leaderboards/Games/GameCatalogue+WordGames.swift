extension GameCatalogue {
    /// Games of guessing words and numbers.
    static let wordGames: [GameEntry] = [
        GameEntry(
            "nerdle", "Nerdle", symbol: "function", .lowerAttempts, maximum: 6,
            ["nerdlegame {puzzle} {score}/{maximum}{grid:8}"],
            examples: [
                ShareExample("nerdlegame 1402 2/6\n\n🟪⬛🟪⬛🟪🟩⬛⬛\n🟩🟩🟩🟩🟩🟩🟩🟩", puzzle: 1_402, score: 2)
            ]),
        GameEntry(
            "quordle", "Quordle", symbol: "square.grid.2x2.fill", .lowerAttempts, maximum: 9,
            ["Daily Quordle {puzzle}\n{boards:4}"],
            examples: [
                ShareExample("Daily Quordle 1701\n3️⃣7️⃣\n5️⃣6️⃣", puzzle: 1_701, score: 7),
                ShareExample("Daily Quordle 1701\n3️⃣🟥\n5️⃣6️⃣", puzzle: 1_701, score: nil, isCompleted: false),
            ]),
        // The worst solved result: eight boards solved in guesses 6 to 13, a sum of 76.
        GameEntry(
            "octordle", "Octordle", symbol: "8.square.fill", .lowerGuesses, maximum: 76, unit: .points,
            ["Daily Octordle {puzzle}\n{boards:8}\nScore: {score}", "Daily Octordle {puzzle}\n{boards:8}"],
            examples: [
                ShareExample(
                    "Daily Octordle #1700\n4️⃣5️⃣\n6️⃣7️⃣\n8️⃣9️⃣\n🔟🕚\nScore: 60", puzzle: 1_700, score: 60)
            ]),
        GameEntry(
            "waffle", "Waffle", symbol: "square.grid.3x3.topleft.filled", .higherIsBetter, maximum: 5,
            unit: .stars,
            ["waffle{puzzle} {score}/{maximum}{grid:5}", "waffle {puzzle} {score}/{maximum}{grid:5}"],
            examples: [ShareExample("#waffle1701 3/5\n\n🟩🟩🟩🟩🟩\n🟩⬜🟩⬜🟩", puzzle: 1_701, score: 3)]),
        GameEntry(
            "squareword", "Squareword", symbol: "square.grid.3x3.square", .lowerGuesses, maximum: 25,
            ["squareword.org {puzzle}: {score} guess"],
            examples: [ShareExample("squareword.org 1650: 11 guesses", puzzle: 1_650, score: 11)]),
        GameEntry(
            "unlockle", "Unlockle", symbol: "lock.open.fill", .lowerAttempts, maximum: 6,
            ["Unlockle {puzzle} {score}/{maximum}{grid:5}"],
            examples: [ShareExample("Unlockle 402 1/6*\n\n🟢🟢🟢🟢🟢", puzzle: 402, score: 1)]),
        GameEntry(
            "contexto", "Contexto", symbol: "text.magnifyingglass", .lowerGuesses, maximum: 100,
            [
                "contexto.me {puzzle} and got it in {score} guess[es][ and {hints} hint]",
                "contexto.me {date:mdy} and got it in {score} guess[es][ and {hints} hint]",
                "contexto.me {puzzle} but I gave up in {lost}{guesses} guess[es][ and {hints} hint]",
                "contexto.me {date:mdy} but I gave up in {lost}{guesses} guess[es][ and {hints} hint]",
            ],
            examples: [
                ShareExample(
                    "I played contexto.me #1500 and got it in 37 guesses.", puzzle: 1_500, score: 37),
                ShareExample(
                    "I played contexto.me #1500 but I gave up in 90 guesses and 3 hints.", puzzle: 1_500,
                    score: nil, isCompleted: false),
            ]),
        GameEntry(
            "parole", "Par🇮🇹le", symbol: "character.book.closed.fill", .lowerAttempts, maximum: 6,
            ["Par🇮🇹le {puzzle} {score}/{maximum}{grid:5}"],
            examples: [ShareExample("Par🇮🇹le 901 1/6\n\n🟩🟩🟩🟩🟩", puzzle: 901, score: 1)]),
        GameEntry(
            "sutom", "SUTOM", symbol: "character.cursor.ibeam", .lowerAttempts, maximum: 6,
            ["SUTOM {puzzle} {score}/{maximum}{grid}"],
            examples: [ShareExample("#SUTOM #1501 1/6\n\n🟥🟥🟥🟥🟥🟥🟥", puzzle: 1_501, score: 1)]),
        GameEntry(
            "tusmo", "TUSMO", symbol: "textformat.abc", .lowerAttempts, maximum: 6,
            ["TUSMO (@tusmo_xyz) {puzzle} - {score}/{maximum}{grid}"],
            examples: [ShareExample("🇫🇷 TUSMO (@tusmo_xyz) #1300 - 1/6\n\n🟥🟥🟥🟥🟥🟥", puzzle: 1_300, score: 1)]),
    ]
}
