import Foundation
import Paceline
import Testing

@testable import PacelineEngine

@Suite("Settling chains of recordings")
struct AwardSettlementTests {
    private static let length: TimeInterval = 23 * 3_600

    @Test("a long chain of recordings that overlap each other is read in few steps")
    func chain() throws {
        let owner = Person.ID.random()
        // Each starts an hour before the end of the one before it.
        let chain = (0..<300).map { number in
            Self.award(of: owner, startingAt: TestClock.start.addingTimeInterval(Double(number) * 22 * 3_600))
        }
        // A link within the chain is published last.
        for place in [0, 150, 299] {
            let change = AwardChange(old: nil, new: chain[place], isLimited: true)
            var others = chain
            others.remove(at: place)
            var span = try #require(AwardSettlement.span(of: [change]))
            var steps = 0
            while steps < 20 {
                steps += 1
                let known = others.filter { span.contains($0.startedAt) }
                var settlement = AwardSettlement(
                    of: [change], among: known, startingIn: span, in: .gmt, holds: true)
                guard let requiredSpan = settlement.findDuplicates() else {
                    #expect(settlement.overlappingCount == chain.count)
                    break
                }
                span = requiredSpan
            }
            #expect(steps < 20, "place \(place)")
        }
    }

    private static func award(of owner: Person.ID, startingAt start: Date) -> StoredAward {
        StoredAward(
            workout: .random(), owner: owner, day: Day(of: start, in: .gmt),
            publishedAt: start.addingTimeInterval(length), startedAt: start,
            endedAt: start.addingTimeInterval(length), type: .hiking, millimetres: 0,
            milliseconds: Int64(length * 1_000), grams: 0, centibeats: 0, visibility: .private,
            status: .counted, eligibility: .eligible, worth: 2_760, award: 0, reason: nil, policy: 1,
            zone: "GMT")
    }
}
