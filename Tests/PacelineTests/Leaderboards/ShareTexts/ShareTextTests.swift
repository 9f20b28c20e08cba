import Testing

@testable import Paceline

@Suite struct ShareTextTests {
    private static let grid = "\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛⬛\n🟩🟩🟩🟩🟩"

    /// `wordle 1234 3`, `queens 901 75`, …: game, puzzle number and score, X when unsolved.
    private func summaries(_ text: String) throws -> [String] {
        try ShareText.read(text).map { result in
            let puzzle = result.puzzle.map { " \($0)" } ?? ""
            return
                "\(result.game)\(puzzle) \(result.isCompleted ? result.score.map(String.init) ?? "-" : "X")"
        }
    }

    @Test(arguments: [
        "1234", "1,234", "1.234", "1’234", "1'234", "1 234", "1\u{A0}234", "1\u{202F}234", "1\u{2009}234",
        "#1,234", "# 1234",
    ])
    func `a number parses with any thousands separator`(number: String) throws {
        #expect(try summaries("Wordle \(number) 3/6" + Self.grid) == ["wordle 1234 3"])
        #expect(try summaries("Queens \(number) | 0:58 👑") == ["queens 1234 58"])
    }

    @Test(arguments: [
        "Wordle 1,234 3/6", "  Wordle 1,234 3/6  ", "wordle 1,234 3/6", "#Wordle 1,234 3/6 🎉🎉",
        "> Wordle 1,234 3/6",
        ">> Wordle 1,234 3/6", "Ana: Wordle 1,234 3/6", "[10:32, 1/2/2025] Ana: Wordle 1,234 3/6",
        "\u{200E}[01.02.25, 10:32:07] Ana Zupančič: Wordle 1,234 3/6",
        "1/2/25, 10:32 - Ana: Wordle 1,234 3/6",
        "Ana, [1. 2. 2025 10:32]\nWordle 1,234 3/6", "**Wordle 1,234 3/6**", "“Wordle 1,234 3/6”",
        "Wordle 1,234 3/6 #wordle #wordle1234", "Wordle 1,234 3/6 🎉 https://www.nytimes.com/games/wordle",
        "Wordle 1,234 3/6 what a word" + grid, "My Wordle 1,234 3/6" + grid, "今日のWordle 1,234 3/6" + grid,
        "Wordle 1,234 3/6\nphew, that was\nclose" + grid, "Wordle 1,234 3/6\r\n\r\n⬛🟨⬛⬛⬛\r\n🟩🟩🟩🟩🟩",
        "Wordle 1,234 3/6\u{2028}\u{2028}⬜🟨⬜⬜⬜\u{2028}🟧🟧🟧🟧🟧",
    ])
    func `a result parses however people paste it`(text: String) throws {
        #expect(try summaries(text) == ["wordle 1234 3"])
    }

    @Test(arguments: [
        "I love Wordle", "Wordle 1,234 is hard", "Wordle", "Wordle 1,234", "Wordle 1,234 3",
        "Wordle 1,234 3/", "Wordle 3/6",
        "Did you do Wordle 1,234 3/6 today?", "Wordle 1,234 3/6 was mine", "Wordle 1,234 3/6 #fun was mine",
        "Wordle 1,234 3/6#2", "I think my Wordle 1,234 3/6",
        "Wordle 1,234 7/6",
        "Wordle 1,234 0/6", "Wordle 1,234 3/65", "Wordle 1,234 3/5", "Wordle 1,234 X6",
        "Wordle (ES) #123 3/6",
        "Cowordle 1,234 3/6", "Wordle1,234 3/6", "Wordle 12345678901234567890 3/6", "Wordle -5 3/6",
        "mini nerdlegame 728 3/6\n\n🟪⬛🟪⬛🟪🟩\n🟩🟩🟩🟩🟩🟩", "Queens #901", "Queens 901 | 3",
        "Tango #12\n3:30 pm at the café", "Queens #901 | 0:61",
        "Queens is on at 8:15", "Connections\nPuzzle #302", "Connections\nPuzzle #302\n🟨🟨🟨🟨\n🟪🟩🟪🟪",
        "Connections\nPuzzle #302\n🟨🟨🟨🟨\n🟨🟨🟨🟨\n🟨🟨🟨🟨\n🟨🟨🟨🟨", "Strands #75\n“Looking for a mate”",
        "Strands #75\n“A theme”\n🔵🔵🔵",
        "Pinpoint #170 | 3 guesses", "Pinpoint #170 | 3 guesses\n1️⃣ | 64% match\n2️⃣ | 78% match",
        "Pinpoint #170 | 3 guesses\n1️⃣ | 64% match\n2️⃣ | 78% match\n3️⃣ | 80% match",
        "Daily Quordle 1346\n6️⃣5️⃣\n9️⃣", "Framed #758\n🎥 🟥 🟥",
        "🌎 Mar 30, 2024 🌍\n🔥 1 | Avg. Guesses: 8.94\n🟧🟨🟩 = 4",
        "#Countryle 818\nI'll do it at 4 today", "I just hit the road on Spelling Bee", "#travle #484",
        "#Moviedle #2024-13-41\n🎥 🟩 ⬜ ⬜ ⬜ ⬜ ⬜",
    ])
    func `mentioning a game is not a result`(text: String) throws {
        #expect(try summaries(text) == [])
    }

    @Test func `a message may contain several games and other text`() throws {
        let text = """
            Morning all! Wordle was mean today
            Wordle 1,512 X/6*

            ⬛🟨⬛⬛⬛
            ⬛🟩🟩⬛⬛
            and then
            Connections
            Puzzle #801
            🟨🟨🟨🟨
            🟩🟩🟩🟩
            🟪🟪🟪🟪
            🟦🟦🟦🟦
            Queens Nr. 901 | 1:15 und fehlerfrei
            Erste 👑: ⬜ 🟥 🟦
            lnkd.in/queens.
            Zip #612 | 0:19 🏁
            With 4 backtracks 🛑
            Daily Quordle 1701
            3️⃣7️⃣
            5️⃣6️⃣
            #waffle1701 5/5
            see you tomorrow, 8:15?
            """
        #expect(
            try summaries(text) == [
                "wordle 1512 X", "connections 801 0", "queens 901 75", "zip 612 19", "quordle 1701 7",
                "waffle 1701 5",
            ])
        let results = try ShareText.read(text)
        #expect(results.map(\.isHardMode) == [true, nil, nil, nil, nil, nil])
        #expect(results[2].details.isFlawless == true)
        #expect(results[3].details.backtracks == 4)
    }

    @Test(arguments: [
        ("Queens Nr. 323 | 0:58 und fehlerfrei", 58), ("Queens n° 323 | 1:15 et sans erreur", 75),
        ("Queens n.º 323 | 1:15 e impecável", 75),
        ("Queens n.º 323 | 1:15 e impecable", 75), ("Queens nº 323\n1:15 👑", 75),
        ("Queens n. 323 | 1:02:03 👑", 3_723), ("Queens 第 323 | 1:15", 75),
        ("Queens № 323 | 1:15", 75), ("Queens no. 323 | 1:15", 75),
    ])
    func `LinkedIn results parse in many languages`(text: String, seconds: Int) throws {
        #expect(try summaries(text) == ["queens 323 \(seconds)"])
    }

    @Test func `a grid belongs to the result above it`() throws {
        #expect(
            try summaries("I do Wordle 1,234 3/6 and then\nnerdlegame 728 X/6" + Self.grid) == [
                "nerdle 728 X"
            ])
        #expect(try summaries("I do Wordle 1,234 3/6\n\na\nb\nc\nd\n" + Self.grid) == [])
    }

    @Test func `an asterisk for bold does not mean hard mode`() throws {
        let modes = try [
            "*Wordle 1,234 3/6*", "*Wordle 1,234 3/6**", "Wordle 1,234 3/6*", "Wordle 1,234 3/6",
        ].map {
            try ShareText.read($0).map(\.isHardMode)
        }
        #expect(modes == [[false], [true], [true], [false]])
    }

    @Test func `a quoted result is marked as quoted`() throws {
        let results = try ShareText.read("> Wordle 1,234 3/6\n> 🟩🟩🟩🟩🟩\nMine:\nWordle 1,234 4/6")
        #expect(results.map(\.score) == [3, 4])
        #expect(results.map(\.details.isQuoted) == [true, nil])
    }

    @Test func `the puzzle number determines the day`() throws {
        let days = try ["Wordle 0 2/6", "Wordle 1,907 3/6", "Queens #901 | 0:41"].map {
            try ShareText.read($0)[0].day?.number
        }
        #expect(days == [20_210_619, 20_260_908, nil])
    }

    @Test func `a day that contradicts the text is reported, not changed`() throws {
        let played = try #require(Day(number: 20_260_909))
        let result = try #require(try ShareText.read("Wordle 1,907 3/6", on: played).first)
        #expect(result.day?.number == 20_260_908)
        #expect(
            result.dateConflict
                == DateConflict(puzzle: Day(number: 20_260_908), printed: nil, given: played))
        let right = try ShareText.read("Wordle 1,908 3/6\nQueens #901 | 0:41", on: played)
        #expect(right.map(\.dateConflict) == [nil, nil])
        #expect(right.map(\.day) == [played, played])
    }

    @Test func `a printed date that contradicts the number is reported`() throws {
        let result = try #require(try ShareText.read("#Worldle #808 (09.04.2024) 4/6 (100%)").first)
        #expect(result.day?.number == 20_240_409)
        #expect(result.dateConflict?.puzzle?.number == 20_240_408)
    }

    @Test(arguments: [
        (
            "Connections\nPuzzle #801\n🟨🟨🟨🟩\n🟨🟨🟨🟨\n🟩🟩🟩🟩\n🟪🟪🟪🟪\n🟦🟦🟦🟦",
            "🟨🟨🟨🟩\n🟨🟨🟨🟨\n🟩🟩🟩🟩\n🟪🟪🟪🟪\n🟦🟦🟦🟦"
        ),
        ("Wordle 1,512 2/6\n\n⬛️🟨🟩⬛️⬛️\n🟩🟩🟩🟩🟩", "⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩"),
        ("Strands #401\n“Off the shelf”\n🔵💡🔵🟡\n🔵🔵🔵", "🔵💡🔵🟡\n🔵🔵🔵"),
        ("Wordle 1,512 2/6", nil),
    ])
    func `a grid is read as printed, without variation selectors`(text: String, grid: String?) throws {
        let result = try #require(try ShareText.read(text).first)
        #expect(result.grid?.description == grid)
        #expect(result.draft.grid == result.grid)
    }

    @Test func `a result converts to a draft that is valid for its game`() throws {
        for entry in GameCatalogue.standard.entries {
            for result in try entry.examples.flatMap({ try ShareText.read($0.text) }) {
                #expect(throws: Never.self) { try result.draft.checked(for: entry.game) }
            }
        }
    }

    @Test func `a text above the limit is rejected`() throws {
        let longest = "Wordle 1,234 3/6" + String(repeating: "\n", count: ShareText.limit - 16)
        #expect(try ShareText.read(longest).count == 1)
        let error = #expect(throws: SocialError.self) { try ShareText.read(longest + " ") }
        #expect(error?.code == .tooLarge)
        #expect(error?.field == "text")
    }
}
