extension GameCatalogue {
    /// Games about films, music and video games.
    static let cultureGames: [GameEntry] = [
        GameEntry(
            "framed", "Framed", symbol: "film.fill", .lowerAttempts, maximum: 6,
            ["Framed {puzzle}\n{picture}{track:6}"],
            examples: [
                ShareExample("Framed #1701\n🎥 🟥 🟩 ⬛ ⬛ ⬛ ⬛", puzzle: 1_701, score: 2),
                ShareExample("Framed #1701\n🎥 🟥 🟥 🟥 🟥 🟥 🟥", puzzle: 1_701, score: nil, isCompleted: false),
            ]),
        GameEntry(
            "moviedle", "Moviedle", symbol: "movieclapper.fill", .lowerAttempts, maximum: 6,
            ["Moviedle #{date:ymd}\n{picture}{track:6}"],
            examples: [ShareExample("#Moviedle #2026-11-20\n\n 🎥 ⬛ ⬛ 🟩 ⬜ ⬜ ⬜", score: 3)]),
        GameEntry(
            "bandle", "Bandle", symbol: "music.note.list", .lowerAttempts, maximum: 6,
            ["Bandle {puzzle} {score}/{maximum}{grid:6}"],
            examples: [ShareExample("Bandle #1501 2/6\n🟥🟩⬜⬜⬜⬜", puzzle: 1_501, score: 2)]),
        GameEntry(
            "heardle", "Heardle", symbol: "speaker.wave.2.fill", .lowerAttempts, maximum: 6,
            ["Heardle {puzzle}\n{picture}{track:6}"],
            examples: [ShareExample("#Heardle #101\n\n🔊⬛🟥🟩⬜⬜⬜", puzzle: 101, score: 3)]),
        GameEntry(
            "heardle_it", "Heardle Italia", symbol: "speaker.wave.3.fill", .lowerAttempts, maximum: 6,
            ["🔇", "🔈", "🔉", "🔊"].map { $0 + "{track:6}\n#HeardleItalia {date:dmy}" },
            examples: [ShareExample("🔉⬛🟩⬜⬜⬜⬜\n#HeardleItalia 20/11/2026", score: 2)]),
        GameEntry(
            "spotle", "Spotle", symbol: "headphones", .lowerAttempts, maximum: 10,
            ["Spotle {puzzle}\n{track:10}"],
            examples: [
                ShareExample("Spotle #901🎧\n\n⬜⬜🟩", puzzle: 901, score: 3),
                ShareExample("Spotle #901🎧\n\n⬜⬜⬜⬜⬜⬜⬜⬜⬜❌", puzzle: 901, score: nil, isCompleted: false),
            ]),
        GameEntry(
            "guessthegame", "GuessTheGame", symbol: "gamecontroller.fill", .lowerAttempts, maximum: 6,
            ["GuessTheGame {puzzle}\n{picture}{track:6}"],
            examples: [ShareExample("#GuessTheGame #1501\n\n🎮 🟥 🟨 🟩 ⬜ ⬜ ⬜", puzzle: 1_501, score: 3)]),
    ]
}
