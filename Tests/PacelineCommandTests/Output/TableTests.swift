import Testing

@testable import PacelineCommand

@Suite("Tables") struct TableTests {
    private let narrow = Console(isTerminal: true, environment: ["NO_COLOR": "1"], measuredWidth: 30)
    private let file = Console(isTerminal: false, environment: [:], measuredWidth: nil)

    private var table: Table {
        var table = Table(.left("WHO"), .right("TIME"), .flexible("WORDS"))
        table.add(.init("ハル", .accent), "6:30.0", "That last 500 was something")
        table.add(.init("Ana", .accent), "12:01.5", "")
        return table
    }

    @Test("Columns stand under their headings, whatever the letters")
    func alignment() {
        #expect(
            table.lines(on: file) == [
                "WHO      TIME  WORDS", "ハル   6:30.0  That last 500 was something", "Ana   12:01.5",
            ])
    }

    @Test("A table fits a narrow screen by cutting what is flexible")
    func fitting() {
        let lines = table.lines(on: narrow)
        #expect(lines[1] == "ハル   6:30.0  That last 500 …")
        #expect(lines.allSatisfy { $0.displayWidth <= 30 })
    }

    @Test("Colours are for terminals whose people did not refuse them")
    func colours() {
        let terminal = Console(isTerminal: true, environment: ["TERM": "xterm"], measuredWidth: 80)
        #expect(table.lines(on: terminal)[1].hasPrefix("\u{1B}[36mハル\u{1B}[0m"))
        for console in [
            narrow, file, Console(isTerminal: true, environment: ["TERM": "dumb"], measuredWidth: 80),
        ] {
            #expect(!table.lines(on: console).joined().contains("\u{1B}"))
        }
    }

    @Test("A table as wide as what is in it, when it goes into a file; COLUMNS decides otherwise")
    func width() {
        #expect(file.width == nil)
        #expect(Console(isTerminal: false, environment: ["COLUMNS": "60"], measuredWidth: nil).width == 60)
        #expect(Console(isTerminal: true, environment: [:], measuredWidth: nil).width == 80)
    }
}
