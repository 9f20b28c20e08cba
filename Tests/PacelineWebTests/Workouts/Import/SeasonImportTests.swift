import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineWeb

/// The expected totals of a season in a real logbook, counted independently.
struct CountedSeason: Decodable, Sendable, CustomTestStringConvertible {
    let file: String
    let rows: Int
    let metres: Double?

    var testDescription: String { file }

    private enum CodingKeys: String, CodingKey {
        case file, rows
        case metres = "total_work_metres"
    }

    static func all() throws -> [CountedSeason] {
        guard TestData.isPresent else { return [] }
        return try TestData.lines("tables_expected.jsonl", as: CountedSeason.self)
            .filter { $0.file.hasPrefix("concept2/") }
    }
}

@Suite("Importing real logbooks", .enabled(if: TestData.isPresent, "no folder of test data"))
struct SeasonImportTests {
    @Test("A whole season is imported with the expected totals", arguments: try CountedSeason.all())
    func season(_ season: CountedSeason) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let file = UploadedFile(field: "files", name: season.file, bytes: try TestData.bytes(season.file))
            let report = try await ana.importFiles([file])
            #expect(report.text.contains("Import complete"))
            let stats = try await site.session("ana").me().stats
            #expect(stats.workouts == season.rows)
            #expect(stats.distance.rounded() == season.metres)
        }
    }
}
