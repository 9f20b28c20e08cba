import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineImport

@Suite struct MutationTests {
    private static let pieces: [[UInt8]] =
        [
            "\"", ",", "\n", "\r\n", "\"\"", "\u{FEFF}", "\u{301}", "\u{2028}", "-", "0",
            "99999999999999999999", "nan", ":",
        ]
        .map { Array($0.utf8) } + [[0], [0xFF], [0xC3]]

    @Test(arguments: 0..<Repetitions.count(400 as UInt64, deep: 5_000))
    func `damaged files do not crash the reader or lose rows`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var season = Season()
        for row in 2..<12 { season.add(["ID": "\(row)", "Description": "\(row)x500m/1:00r row"]) }
        season.isQuoted = seed.isMultiple(of: 2)
        // The header is not damaged, since a file without it is rejected as a whole.
        let header = season.text.utf8.prefix { $0 != UInt8(ascii: "\n") }
        var body = Array(season.text.utf8.dropFirst(header.count + 1))
        for _ in 0..<Int.random(in: 1...8, using: &random) { Self.damage(&body, using: &random) }
        let bytes = Array(header) + [UInt8(ascii: "\n")] + body
        let read = try WorkoutImport.of(bytes)
        let records = Array(CSVRecords(bytes))
        #expect(read.workouts.count + read.skipped.count == records.count - 1, "seed \(seed)")
        let lines = read.workouts.map(\.line) + read.skipped.map(\.line)
        #expect(lines.sorted() == records.dropFirst().map(\.line), "seed \(seed)")
        Self.expectOnlyBlanks(between: records, of: bytes, seed: seed)
    }

    private static func damage(_ bytes: inout [UInt8], using random: inout SeededRandom) {
        guard let place = bytes.indices.randomElement(using: &random) else { return }
        switch UInt8.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
        default: bytes.removeSubrange(place..<min(place + 30, bytes.count))
        }
    }

    /// Expects that everything except blanks is in a record.
    private static func expectOnlyBlanks(between records: [CSVRecord], of bytes: [UInt8], seed: UInt64) {
        var end = 0
        for record in records {
            #expect(
                bytes[end..<record.bytes.startIndex].allSatisfy { " \t\r\n".utf8.contains($0) },
                "seed \(seed)")
            end = record.bytes.endIndex
        }
        #expect(bytes[end...].allSatisfy { " \t\r\n".utf8.contains($0) }, "seed \(seed)")
    }
}
