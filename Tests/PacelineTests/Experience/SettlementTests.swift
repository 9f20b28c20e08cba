import Foundation
import Testing

@testable import Paceline

@Suite struct SettlementTests {
    @Test func `workouts half an hour apart earn what they are worth`() {
        #expect(Self.awards([(0, 60, 500), (90, 120, 300)]) == [Award(amount: 500), Award(amount: 300)])
        #expect(
            Self.awards([(0, 60, 500), (89, 120, 300)])
                == [Award(amount: 500), Award(amount: 0, reason: .cooldown)])
    }

    @Test(arguments: [0, -1] as [Int64]) func `half an hour is exact`(milliseconds: Int64) {
        let start = RandomDay.start.after(1_800_000 + milliseconds)
        let awards = Settlement.awards(for: [
            Self.candidate(-60, 0, 500),
            SettlementCandidate(
                id: Workout.ID(UUID()), startedAt: start, endedAt: start, publishedAt: start, worth: 300),
        ])
        #expect(awards.values.reduce(0) { $0 + $1.amount } == (milliseconds < 0 ? 500 : 800))
    }

    @Test func `of workouts too close together, those worth most together earn`() {
        // The second is worth more than either neighbour, but less than both.
        #expect(
            Self.awards([(0, 30, 300), (40, 50, 500), (60, 90, 300)]).map(\.amount) == [300, 0, 300])
        #expect(
            Self.awards([(0, 30, 300), (40, 50, 700), (60, 90, 300)]).map(\.amount) == [0, 700, 0])
    }

    @Test func `of equals, the one that ended earlier earns, then the one published earlier`() {
        #expect(Self.awards([(10, 30, 300), (0, 20, 300)]).map(\.amount) == [0, 300])
        let (first, second) = (
            Self.candidate(0, 30, 300, publishedAt: 2), Self.candidate(5, 30, 300, publishedAt: 1)
        )
        #expect(Settlement.awards(for: [first, second])[second.id]?.amount == 300)
    }

    @Test func `ten workouts of a day earn, the least is left out`() {
        let worths = [100, 90, 120, 130, 80, 140, 150, 160, 170, 180, 190]
        let awards = Self.awards(worths.enumerated().map { ($0 * 100, $0 * 100 + 10, $1) })
        #expect(awards.reduce(0) { $0 + $1.amount } == worths.reduce(0, +) - 80)
        #expect(awards[4] == Award(amount: 0, reason: .dailyCount))
    }

    @Test func `a day earns at most 10,000, in order of the ends`() {
        #expect(
            Self.awards([(200, 210, 7_000), (0, 10, 2_500), (100, 110, 1_000), (300, 310, 10)])
                == [
                    Award(amount: 6_500, reason: .dailyCap), Award(amount: 2_500), Award(amount: 1_000),
                    Award(amount: 0, reason: .dailyCap),
                ])
        #expect(Self.awards([(0, 10, 10_000)]) == [Award(amount: 10_000)])
    }

    @Test func `a workout that is worth nothing needs no reason, and takes no place`() {
        #expect(Self.awards([(0, 60, 0), (60, 120, 300)]) == [Award(amount: 0), Award(amount: 300)])
        #expect(Settlement.awards(for: []).isEmpty)
    }

    @Test func `the unpaid recordings of a paid workout are duplicates`() {
        let original = Self.candidate(0, 60, 300)
        let duplicate = Self.candidate(0, 55, 400, original: original.id)
        let neighbour = Self.candidate(70, 80, 10)
        let awards = Settlement.awards(for: [original, duplicate, neighbour])
        #expect(awards[duplicate.id] == Award(amount: 400))
        #expect(awards[original.id] == Award(amount: 0, reason: .duplicate))
        #expect(awards[neighbour.id] == Award(amount: 0, reason: .cooldown))
    }

    /// The awards of candidates given as start, end (in minutes) and worth.
    private static func awards(_ candidates: [(start: Int, end: Int, worth: Int)]) -> [Award] {
        let candidates = candidates.map { candidate($0.start, $0.end, $0.worth) }
        let awards = Settlement.awards(for: candidates)
        return candidates.compactMap { awards[$0.id] }
    }

    private static func candidate(
        _ start: Int, _ end: Int, _ worth: Int, publishedAt: Int64 = 0, original: Workout.ID? = nil
    ) -> SettlementCandidate {
        SettlementCandidate(
            id: Workout.ID(UUID()), startedAt: RandomDay.start.after(Int64(start) * 60_000),
            endedAt: RandomDay.start.after(Int64(end) * 60_000),
            publishedAt: RandomDay.start.after(publishedAt), worth: worth, original: original)
    }
}
