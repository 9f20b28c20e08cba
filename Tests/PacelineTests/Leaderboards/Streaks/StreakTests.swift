import Testing

@testable import Paceline

@Suite struct StreakTests {
    @Test(arguments: [UInt64](1...200)) func `runs equal a recount from every day`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let chance = Double.random(in: 0.2...0.95, using: &random)
        let start = Int.random(in: -20_000...20_000, using: &random)
        let ordinals = (start..<start + 120).filter { _ in Double.random(in: 0..<1, using: &random) < chance }
        let (trained, runs) = (Set(ordinals), Streak.runs(in: ordinals.map(Day.init(ordinal:))))
        let lengths = ordinals.map { day in (1...).first { !trained.contains(day - $0) } ?? 0 }
        #expect(runs?.longest == lengths.max(), "seed \(seed)")
        #expect(runs?.last.length == lengths.last)
        #expect(runs?.last.lastDay.ordinal == ordinals.last)
    }

    @Test func `a streak ends after a full day without activity`() {
        let streak = Streak(length: 5, lastDay: Day(ordinal: 100))
        #expect((99...103).map { streak.length(on: Day(ordinal: $0)) } == [5, 5, 5, 0, 0])
        #expect(Streak.runs(in: []) == nil)
    }

    @Test func `a streak continues across years and leap days`() {
        let days = [20_231_231, 20_240_101, 20_240_228, 20_240_229, 20_240_301].compactMap(Day.init(number:))
        #expect(Streak.runs(in: days)?.last.length == 3)
    }
}
