import Foundation
import Paceline
import PacelineImport
import PacelineTestSupport
import Testing

/// The expected totals of a season, from an independent reader.
struct ExpectedSeason: Decodable, CustomTestStringConvertible {
    let file: String
    let rows: Int
    let total_work_seconds: Double?
    let total_work_metres: Double?
    let total_calories: Double?
    let first: String?
    let last: String?
    let types: [String: Int]?
    let ranked: Int?
    let distinct_ids: Int?

    var testDescription: String { file }

    static func all() throws -> [ExpectedSeason] {
        guard TestData.isPresent else { return [] }
        return try TestData.lines("tables_expected.jsonl", as: ExpectedSeason.self)
            .filter { $0.file.hasPrefix("concept2/") }
    }
}

// Without the data the suite is skipped rather than passed.
@Suite(.enabled(if: TestData.isPresent, "no folder of test data"))
struct Concept2SeasonsTests {
    @Test(arguments: try ExpectedSeason.all())
    func `a season is read completely, with the expected totals`(expected: ExpectedSeason) throws {
        let read = try WorkoutImport.of(TestData.bytes(expected.file))
        let drafts = read.drafts.map(\.draft)
        #expect(read.skipped.isEmpty)
        #expect(read.workouts.count == expected.rows)
        #expect(Set(read.workouts.map(\.id)).count == expected.distinct_ids)
        #expect(abs(drafts.reduce(0) { $0 + $1.duration } - expected.total_work_seconds!) < 0.1)
        #expect(drafts.reduce(0) { $0 + ($1.distance ?? 0) } == expected.total_work_metres)
        #expect(drafts.reduce(0) { $0 + ($1.energy ?? 0) } == expected.total_calories)
        #expect(drafts.compactMap(\.endedAt).min().map(Self.logged) == expected.first)
        #expect(drafts.compactMap(\.endedAt).max().map(Self.logged) == expected.last)
        #expect(drafts.count { $0.isErgTest == true } == expected.ranked)
    }

    @Test(arguments: try ExpectedSeason.all())
    func `machines map to workout types`(expected: ExpectedSeason) throws {
        let read = try WorkoutImport.of(TestData.bytes(expected.file))
        var sports: [WorkoutType: Int] = [:]
        for (machine, count) in try #require(expected.types) {
            sports[machine == "BikeErg" ? .cycling : .rowing, default: 0] += count
        }
        #expect(Dictionary(grouping: read.drafts, by: \.draft.type).mapValues(\.count) == sports)
    }

    @Test(arguments: try ExpectedSeason.all())
    func `the split matches time and distance`(expected: ExpectedSeason) throws {
        for workout in try WorkoutImport.of(TestData.bytes(expected.file)).workouts {
            guard let split = workout.draft.averageSplit, let distance = workout.draft.distance, distance > 0
            else { continue }
            #expect(abs(split - workout.draft.duration / distance * 500) < 0.2, "line \(workout.line)")
        }
    }

    @Test(arguments: try ExpectedSeason.all())
    func `every description is a pattern and round-trips`(expected: ExpectedSeason) throws {
        for workout in try WorkoutImport.of(TestData.bytes(expected.file)).workouts {
            let pattern = WorkoutPattern(workout.draft.title)
            #expect(pattern.description == workout.draft.title)
            if case .other = pattern { Issue.record("“\(workout.draft.title)” is not a pattern") }
            #expect(!workout.draft.title.contains { $0 == " " || $0 == "," })
        }
    }

    @Test(arguments: try ExpectedSeason.all())
    func `each workout has its line number`(expected: ExpectedSeason) throws {
        let read = try WorkoutImport.of(TestData.bytes(expected.file))
        #expect(read.workouts.map(\.line) == Array(2...(expected.rows + 1)))
    }

    private static func logged(_ date: Date) -> String {
        date.formatted(.iso8601.dateTimeSeparator(.space)).replacing("Z", with: "")
    }
}
