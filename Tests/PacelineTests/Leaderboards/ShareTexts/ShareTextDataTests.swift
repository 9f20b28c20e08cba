import Foundation
import Testing

@testable import Paceline

/// Real share texts, from a file next to the checkout.
@Suite(
    .enabled(if: SharedData.has("puzzles/share_texts.jsonl"), "there are no share texts beside the checkout"))
struct ShareTextDataTests {
    private let records: [Record]

    init() throws {
        records = try SharedData.lines("puzzles/share_texts.jsonl").map {
            try JSONDecoder().decode(Record.self, from: Data($0.utf8))
        }
    }

    @Test func `every sample text gives its known result, and other texts give none`() throws {
        #expect(records.count > 200)
        for record in records {
            let results = try ShareText.read(record.text)
            guard let expected = record.expected else {
                #expect(results == [], "\(record.id)")
                continue
            }
            #expect(results.count == 1, "\(record.id) \(record.text)")
            for result in results { expected.compare(result, in: record) }
        }
    }

    @Test func `joined texts give the results of each`() throws {
        var random = SeededRandom(seed: 17)
        for seed in 0..<100 {
            let parts = records.shuffled(using: &random).prefix(8).map(\.text)
            let apart = try parts.flatMap { try ShareText.read($0) }
            #expect(try ShareText.read(parts.joined(separator: "\n\n")) == apart, "joined \(seed): \(parts)")
        }
    }

    @Test(arguments: [UInt64](1...10))
    func `results from a damaged text are always contained in it`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for record in records {
            var text = record.text
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                text = ShareTextMutationTests.mutated(text, using: &random)
            }
            for result in try ShareText.read(text) {
                ShareTextMutationTests.expect(result, standsIn: text, seed: seed)
            }
        }
    }

    @Test func `a printed date matches the puzzle number`() throws {
        for record in records {
            for result in try ShareText.read(record.text) {
                #expect(result.dateConflict == nil, "\(record.id)")
            }
        }
    }
}

/// A line of the file.
struct Record: Decodable {
    let id: String
    let text: String
    let expected: Expected?

    struct Expected: Decodable {
        let game: String
        let puzzle_number: Int?
        let puzzle_date: String?
        let score: Int?
        let max_attempts: Int?
        let completed: Bool
        let hard_mode: Bool?
        let extra: Extra
    }

    struct Extra: Decodable {
        let boards: [Int?]?
        let grid_rows, guess_rows, groups_solved, guesses, hints, backtracks, percent: Int?
        let theme, rank, difficulty: String?
        let flawless, archive: Bool?
    }
}

extension Record.Expected {
    func compare(_ result: SharedScore, in record: Record) {
        #expect(result.game.description == game, "\(record.id)")
        #expect(result.puzzle == puzzle_number, "\(record.id)")
        if let puzzle_date { #expect(result.day == Day(puzzle_date), "\(record.id)") }
        #expect(result.score == score, "\(record.id)")
        #expect(result.maximum == max_attempts, "\(record.id)")
        #expect(result.isCompleted == completed, "\(record.id)")
        #expect(result.isHardMode == hard_mode, "\(record.id)")
        compare(result.details, result.grid, in: record)
    }

    private func compare(_ details: ShareDetails, _ grid: PuzzleGrid?, in record: Record) {
        #expect(details.boards == extra.boards?.map { $0 ?? 0 }, "\(record.id)")
        if let rows = extra.grid_rows ?? extra.guess_rows {
            #expect(details.gridRows == rows, "\(record.id)")
            #expect(grid?.rows.count == rows, "\(record.id)")
        }
        #expect(details.groupsSolved == extra.groups_solved, "\(record.id)")
        if let guesses = extra.guesses { #expect(details.guesses ?? score == guesses, "\(record.id)") }
        #expect(details.hints == extra.hints, "\(record.id)")
        if let backtracks = extra.backtracks { #expect(details.backtracks == backtracks, "\(record.id)") }
        #expect(details.percent == extra.percent, "\(record.id)")
        #expect(details.theme == extra.theme, "\(record.id)")
        #expect(details.rank == extra.rank, "\(record.id)")
        #expect(details.difficulty == extra.difficulty, "\(record.id)")
        #expect(details.isFlawless ?? false == extra.flawless ?? false, "\(record.id)")
        if let archive = extra.archive { #expect(details.isArchive ?? false == archive, "\(record.id)") }
    }
}
