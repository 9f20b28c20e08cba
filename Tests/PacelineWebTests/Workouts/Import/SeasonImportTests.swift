import Foundation
import Paceline
import PacelineEngine
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
            let session = try await site.session("ana")
            let workouts = try await Self.workouts(of: session)
            #expect(workouts.count == season.rows)
            #expect(workouts.reduce(0) { $0 + ($1.distance ?? 0) }.rounded() == season.metres)
            // Recordings of one workout count once.
            let counted = workouts.filter { $0.experience?.status == .counted }
            let stats = try await session.me().stats
            #expect(stats.workouts == counted.count)
            #expect(stats.distance.rounded() == counted.reduce(0) { $0 + ($1.distance ?? 0) }.rounded())
        }
    }

    private static func workouts(of session: Session) async throws -> [Workout] {
        var workouts: [Workout] = []
        var cursor: Cursor?
        repeat {
            let page = try await session.workouts(of: .me, PageRequest(limit: 100, cursor: cursor))
            workouts += page.items
            cursor = page.next
        } while cursor != nil
        return workouts
    }
}
