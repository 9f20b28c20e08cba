import Foundation
import Paceline
import PacelineImport
import Testing

@Suite struct WorkoutFormatTests {
    @Test func `a season is known by its header, whatever its name`() throws {
        let bytes = Array(Season().text.utf8)
        #expect(try WorkoutFormat.detect(name: "download (3).txt", bytes: bytes) == .concept2Logbook)
    }

    @Test(
        arguments: [
            ([], "is empty"),
            (Array("<?xml version=\"1.0\"?><gpx/>".utf8), "is of no kind known here"),
            (Array("a,b,c\n1,2,3\n".utf8), "is of no kind known here"),
            ([0x50, 0x4B, 3, 4, 0, 0], "is not UTF-8 text"),
            ([0xFF, 0xFE, 0x49, 0, 0x44, 0], "is not UTF-8 text"),
        ] as [([UInt8], String)])
    func `a file that cannot be read says so, and what can be`(bytes: [UInt8], fault: String) throws {
        let error = #expect(throws: SocialError.self) { try WorkoutImport.of(bytes) }
        #expect(error?.code == .invalidValue)
        #expect(error?.field == "file")
        #expect(
            error?.message == "“season.csv” \(fault). What can be read: Concept2 logbook season (CSV).")
    }

    @Test func `a file too large is refused unread`() throws {
        let bytes = [UInt8](repeating: 0x2C, count: WorkoutImport.largestByteCount + 1)
        let error = #expect(throws: SocialError.self) { try WorkoutImport.of(bytes) }
        #expect(error?.code == .tooLarge)
    }
}
