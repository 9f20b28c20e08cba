import Foundation
import Paceline
import PacelineImport
import Testing

@Suite struct WorkoutFormatTests {
    @Test func `a season is detected by its header, not its name`() throws {
        let bytes = Array(Season().text.utf8)
        #expect(try WorkoutFormat.detect(name: "download (3).txt", bytes: bytes) == .concept2Logbook)
    }

    @Test(
        arguments: [
            ([], "is empty"),
            (Array("<?xml version=\"1.0\"?><gpx/>".utf8), "isn't a supported file"),
            (Array("a,b,c\n1,2,3\n".utf8), "isn't a supported file"),
            ([0x50, 0x4B, 3, 4, 0, 0], "is not UTF-8 text"),
            ([0xFF, 0xFE, 0x49, 0, 0x44, 0], "is not UTF-8 text"),
        ] as [([UInt8], String)])
    func `an unsupported file is rejected with the supported formats`(bytes: [UInt8], fault: String) throws {
        let error = #expect(throws: SocialError.self) { try WorkoutImport.of(bytes) }
        #expect(error?.code == .invalidValue)
        #expect(error?.field == "file")
        #expect(
            error?.message == "“season.csv” \(fault). Supported formats: Concept2 logbook season (CSV).")
    }

    @Test func `a file above the size limit is rejected`() throws {
        let bytes = [UInt8](repeating: 0x2C, count: WorkoutImport.largestByteCount + 1)
        let error = #expect(throws: SocialError.self) { try WorkoutImport.of(bytes) }
        #expect(error?.code == .tooLarge)
    }
}
