import Foundation
import Paceline

extension PreviewStory {
    /// Publishes a week of puzzle scores. Some members have not played today.
    func playPuzzles() async throws {
        let today = Day(of: now, in: .gmt)
        for daysAgo in (0...6).reversed() {
            let day = today.adding(days: -daysAgo)
            for (place, results) in Self.results.enumerated() {
                // At breakfast, or within the last hour if today's is still to come.
                let breakfast = day.startInUTC.addingTimeInterval(7 * 3_600 + Double(place) * 900)
                let at = min(breakfast, now.addingTimeInterval(-3_600 + Double(place) * 300))
                let hoursAgo = now.timeIntervalSince(at) / 3_600
                if let guesses = results.wordle[6 - daysAgo] {
                    try await publish(guesses, in: .wordle, on: day, by: results.member, hoursAgo: hoursAgo)
                }
                if let mistakes = results.connections[6 - daysAgo] {
                    try await publish(
                        mistakes, in: .connections, on: day, by: results.member, hoursAgo: hoursAgo - 0.05)
                }
            }
        }
    }

    private func publish(
        _ score: Int, in game: Game.ID, on day: Day, by member: PreviewMember, hoursAgo hours: Double
    ) async throws {
        let isCompleted = score != Self.failed
        let draft = ScoreDraft(
            score: isCompleted ? score : nil, isCompleted: isCompleted,
            grid: game == .wordle ? Self.grid(guesses: isCompleted ? score : nil) : nil)
        try await act(as: member, hoursAgo: hours) { try await $0.publish(draft, in: game, on: day) }
    }

    /// - Parameter guesses: nil for an unsolved puzzle.
    private static func grid(guesses: Int?) -> PuzzleGrid? {
        let rows = ["⬛⬛🟨⬛⬛", "🟨⬛⬛🟩⬛", "⬛🟩⬛🟩🟨", "🟩🟩⬛🟩⬛", "🟩🟩⬛🟩🟩", "🟩🟩🟨🟩🟩"]
        let missed = rows.suffix(guesses.map { $0 - 1 } ?? rows.count)
        return PuzzleGrid((missed + (guesses == nil ? [] : ["🟩🟩🟩🟩🟩"])).joined(separator: "\n"))
    }

    /// Stands for an unsolved puzzle.
    private static let failed = -1

    /// One person's results, the oldest day first; nil for a day without one.
    private struct Results {
        let member: PreviewMember
        /// Guesses, 1 to 6.
        let wordle: [Int?]
        /// Mistakes, 0 to 3.
        let connections: [Int?]
    }

    private static let results = [
        Results(member: .maya, wordle: [4, 3, 4, 5, 3, 4, 4], connections: [0, 1, 2, 0, 1, nil, 1]),
        Results(member: .ben, wordle: [3, 5, 4, 4, nil, 3, 3], connections: [1, 1, 0, 2, 3, 0, 0]),
        Results(
            member: .chiara, wordle: [5, 4, 6, failed, 4, 4, nil], connections: [2, 0, 1, 1, nil, 1, nil]),
        Results(
            member: .tomaz, wordle: [nil, 4, 3, 4, 5, 6, 5], connections: [nil, nil, 0, nil, 0, 2, nil]),
        Results(
            member: .aiko, wordle: [4, failed, nil, 5, 4, 5, 4], connections: [3, 2, 1, 0, failed, 0, 2]),
    ]
}

extension Game.ID {
    fileprivate static let wordle = Game.ID(trusted: "wordle")
    fileprivate static let connections = Game.ID(trusted: "connections")
}
