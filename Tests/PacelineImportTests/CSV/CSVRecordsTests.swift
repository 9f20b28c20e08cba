import Testing

@testable import PacelineImport

@Suite struct CSVRecordsTests {
    private func records(_ text: String) -> [(line: Int, text: String, isBroken: Bool)] {
        CSVRecords(Array(text.utf8)).map { ($0.line, String(decoding: $0.bytes, as: UTF8.self), $0.isBroken) }
    }

    private func fields(_ text: String) throws -> [String] {
        try #require(Array(CSVRecords(Array(text.utf8))).first).fields()
    }

    @Test func `a quoted field spans lines`() {
        let records = records("a,\"b\nc\r\nd\",e\nf")
        #expect(records.map(\.line) == [1, 4])
        #expect(records.map(\.text) == ["a,\"b\nc\r\nd\",e", "f"])
    }

    @Test func `a doubled quotation mark does not close the field`() throws {
        #expect(try fields("\"\"\"4:31.9\"\"\",\"a\"\"b\",\"\"") == ["\"4:31.9\"", "a\"b", ""])
    }

    @Test(arguments: ["a,b,", "\"a\",\"b\",\"\"", "a,b,  ", " a,b,\"\" "])
    func `an empty last field is kept`(text: String) throws {
        #expect(try fields(text) == ["a", "b", ""])
    }

    @Test func `an unclosed quotation mark affects one line`() {
        let records = records("a\n\"b\nc\nd")
        #expect(records.map(\.text) == ["a", "\"b", "c", "d"])
        #expect(records.map(\.isBroken) == [false, true, false, false])
        #expect(records.map(\.line) == [1, 2, 3, 4])
    }

    @Test func `a field may span at most fifty lines`() {
        let fifty = "\"" + String(repeating: "x\n", count: CSVRecords.maxLines - 1) + "\""
        #expect(records(fifty).map(\.isBroken) == [false])
        #expect(records("\"\n" + fifty.dropFirst()).first?.isBroken == true)
    }

    @Test func `an empty file has no records`() {
        #expect(records("").isEmpty)
        #expect(records("\u{FEFF}\r\n \n\r").isEmpty)
    }
}
