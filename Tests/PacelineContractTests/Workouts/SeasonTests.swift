import Foundation
import Paceline
import PacelineImport
import PacelineTestSupport
import Testing

/// Imports a rower's real season from the Concept2 logbook. Skipped if the files are missing.
@Suite("A season", .enabled(if: TestData.isPresent, "The folder of real seasons is not here."))
struct SeasonTests {
    struct Expected: Decodable, Sendable {
        let file: String
        let rows: Int
        let total_work_seconds: Double?
        let total_work_metres: Double?
    }

    @Test(
        "an imported season appears exactly in a friend's feed, and in no one else's",
        arguments: Implementation.withHybrid)
    func season(_ implementation: Implementation) async throws {
        let seasons = try TestData.lines("tables_expected.jsonl", as: Expected.self)
            .filter { $0.file.hasPrefix("concept2/") }
        #expect(seasons.count == 6)
        for season in seasons {
            try await implementation.run { world in
                let (ana, ben, ivo) = try await world.people("ana", "ben", "ivo")
                try await world.befriend(ana, ben)
                try await publish(season.file, by: ana)
                let seen = try await feed(of: ben)
                #expect(seen.count == season.rows)
                #expect(seen.reduce(0) { $0 + ($1.distance ?? 0) } == season.total_work_metres)
                let tenths = seen.reduce(0) { $0 + Int(($1.duration * 10).rounded()) }
                #expect(tenths == season.total_work_seconds.map { Int(($0 * 10).rounded()) })
                #expect(try await feed(of: ivo) == [])
                #expect(try await ivo.services.workouts(of: .id(ana.id), PageRequest()).items == [])
                #expect(try await ivo.services.person(.id(ana.id)).stats?.workouts == 0)
            }
        }
    }

    private func publish(_ file: String, by member: Member) async throws {
        let options = ImportOptions(
            owner: member.id, importKey: try await member.services.me().importKey, timeZone: .gmt)
        let season = try WorkoutImport(
            reading: TestData.bytes(file), named: file, options: options, now: member.clock.now)
        #expect(season.skipped == [])
        for start in stride(from: 0, to: season.drafts.count, by: IdentifiedDraft.batchLimit) {
            let batch = Array(season.drafts.dropFirst(start).prefix(IdentifiedDraft.batchLimit))
            let results = try await member.services.publish(batch)
            #expect(results.allSatisfy { $0.status == .created })
        }
    }

    /// All workouts of the feed, read in pages.
    private func feed(of member: Member) async throws -> [Workout] {
        var workouts: [Workout] = []
        var cursor: Cursor?
        repeat {
            let page = try await member.services.feed(FeedQuery(), PageRequest(limit: 100, cursor: cursor))
            workouts += page.items.compactMap(\.workout)
            cursor = page.next
        } while cursor != nil
        return workouts
    }
}
