import Foundation

@testable import Paceline

/// Generates candidates of a day. Few different times and worths make ties and conflicts frequent.
struct RandomDay {
    static let start = Date(milliseconds: 1_790_000_000_000)
    var random: SeededRandom
    /// Milliseconds between possible times.
    let grid: Int64
    /// The longest workout, in milliseconds.
    let longest: Int64
    let mostWorth: Int

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        grid = [1, 60_000, 600_000, 1_800_000].randomElement(using: &random) ?? 1
        longest = [600_000, 3_600_000, 18_000_000].randomElement(using: &random) ?? 1
        mostWorth = [3, 1_000, 9_000].randomElement(using: &random) ?? 1
    }

    mutating func candidates(_ count: Int) -> [SettlementCandidate] {
        (0..<count).map { _ in candidate() }
    }

    mutating func candidate() -> SettlementCandidate {
        let start = time(upTo: 86_400_000)
        return SettlementCandidate(
            id: id(), startedAt: Self.start.after(start),
            endedAt: Self.start.after(start + time(upTo: longest)),
            publishedAt: Self.start.after(90_000_000 + time(upTo: 10_000_000)),
            worth: .random(in: 0...mostWorth, using: &random))
    }

    mutating func id() -> Workout.ID { Workout.ID(.version4(using: &random)) }

    mutating func time(upTo longest: Int64) -> Int64 {
        Int64.random(in: 0...longest / grid, using: &random) * grid
    }
}

extension Date {
    /// The instant that many milliseconds later.
    func after(_ milliseconds: Int64) -> Date { Date(milliseconds: self.milliseconds + milliseconds) }
}
