import Testing

@testable import PacelineCommand

@Suite("Tables") struct TableTests {
    private let narrow = Console(isTerminal: true, environment: ["NO_COLOR": "1"], measuredWidth: 30)
    private let file = Console(isTerminal: false, environment: [:], measuredWidth: nil)

    private var table: Table {
        var table = Table(.left("WHO"), .right("TIME"), .truncated("WORDS"))
        table.add(.init("ハル", .accent), "6:30.0", "That last 500 was something")
        table.add(.init("Ana", .accent), "12:01.5", "")
        return table
    }

    @Test("Columns align with their headings in any script")
    func alignment() {
        #expect(
            table.lines(on: file) == [
                "WHO      TIME  WORDS", "ハル   6:30.0  That last 500 was something", "Ana   12:01.5",
            ])
    }

    @Test("A table fits a narrow terminal by truncating flexible columns")
    func fitting() {
        let lines = table.lines(on: narrow)
        #expect(lines[1] == "ハル   6:30.0  That last 500 …")
        #expect(lines.allSatisfy { $0.displayWidth <= 30 })
    }

    @Test("A narrow terminal drops columns, highest priority first")
    func droppedColumns() {
        var table = Table(.left("NAME"), .left("LAST", dropPriority: 1), .left("FIRST", dropPriority: 2))
        table.add("Mereworth", "twelve chars", "fourteen chars")
        let headings = [20, 30, 50].map { width in
            table.lines(on: Console(isTerminal: true, environment: ["NO_COLOR": "1"], measuredWidth: width))[
                0]
        }
        #expect(headings == ["NAME", "NAME       LAST", "NAME       LAST          FIRST"])
    }

    @Test("Long text wraps under its heading")
    func wrapping() {
        var table = Table(.left("WHO"), .wrapped("SAID", minWidth: 10), .right("HEARTS"))
        table.add("Ana", "That last 500 was something else", "2")
        #expect(
            table.lines(on: narrow) == [
                "WHO  SAID               HEARTS", "Ana  That last 500 was       2", "     something else",
            ])
    }

    @Test("A table without rows prints nothing")
    func empty() {
        #expect(Table(.left("WHO")).lines(on: file).isEmpty)
    }

    @Test("Long values of a sheet wrap")
    func sheet() {
        var sheet = Sheet()
        sheet.add("Name", "Ana")
        sheet.add("About", "Rows before breakfast, mostly")
        sheet.add("Streak", nil)
        #expect(sheet.lines(on: narrow) == ["Name   Ana", "About  Rows before breakfast,", "       mostly"])
    }

    @Test("Other people's texts can neither start a line nor control the terminal")
    func hostileTexts() {
        let hostile = "Hi\n17:05  Ana\u{1B}[2J\u{202E}"
        var table = Table(.left("WHO"), .left("SAID"))
        table.add("Ben", "\(hostile)")
        var sheet = Sheet()
        sheet.add("About", hostile)
        let shown = #"Hi 17:05 Ana\u{1B}[2J\u{202E}"#
        #expect(table.lines(on: file) == ["WHO  SAID", "Ben  \(shown)"])
        #expect(sheet.lines(on: file) == ["About  \(shown)"])
    }

    @Test("Colours are used on terminals unless turned off")
    func colours() {
        let terminal = Console(isTerminal: true, environment: ["TERM": "xterm"], measuredWidth: 80)
        #expect(table.lines(on: terminal)[1].hasPrefix("\u{1B}[36mハル\u{1B}[0m"))
        for console in [
            narrow, file, Console(isTerminal: true, environment: ["TERM": "dumb"], measuredWidth: 80),
        ] {
            #expect(!table.lines(on: console).joined().contains("\u{1B}"))
        }
    }

    @Test("A file has no width limit, and COLUMNS overrides the width")
    func width() {
        #expect(file.width == nil)
        #expect(Console(isTerminal: false, environment: ["COLUMNS": "60"], measuredWidth: nil).width == 60)
        #expect(Console(isTerminal: true, environment: [:], measuredWidth: nil).width == 80)
    }
}
