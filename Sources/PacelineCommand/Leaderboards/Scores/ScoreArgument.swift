import ArgumentParser
import Foundation
import Paceline

/// A result on the command line: `3`, `3/6`, `X/6` or `X` for an unsolved puzzle, `1:23` for a time.
struct ScoreArgument: ExpressibleByArgument, Equatable {
    /// The score; nil for an unsolved puzzle. Times are in seconds.
    var score: Int?
    /// The maximum number of attempts, if given.
    var maximum: Int?
    var isTime = false

    init?(argument: String) {
        if let time = ClockTime(argument) {
            (score, isTime) = (time.tenths / 10, true)
            return
        }
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count) else { return nil }
        if parts[0].lowercased() != "x" {
            guard let number = Self.number(parts[0]) else { return nil }
            score = number
        }
        guard parts.count == 2 else { return }
        guard let number = Self.number(parts[1]) else { return nil }
        maximum = number
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }
}

extension PuzzleGrid: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument.split(whereSeparator: \.isWhitespace).joined(separator: "\n"))
    }
}
