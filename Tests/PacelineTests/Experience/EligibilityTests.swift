import Foundation
import Testing

@testable import Paceline

@Suite struct EligibilityTests {
    private static let end = Date(milliseconds: 1_790_000_000_000)
    private static let day: Int64 = 86_400_000

    @Test(
        arguments: [
            (0, .eligible), (14 * day, .eligible), (14 * day + 1, .late), (-600_000, .eligible),
            (-600_001, .future),
        ] as [(Int64, Eligibility)])
    func `the first publication is at most 14 days after the end, and 10 minutes before it`(
        milliseconds: Int64, expected: Eligibility
    ) {
        let publishedAt = Self.end.after(milliseconds)
        #expect(Eligibility(endedAt: Self.end, publishedAt: publishedAt, isCompleted: true) == expected)
        let incomplete = Eligibility(endedAt: Self.end, publishedAt: publishedAt, isCompleted: false)
        #expect(incomplete == (expected == .eligible ? .incomplete : expected))
    }

    @Test func `late workouts stay so, future ones become late, and an edit can complete a workout`() {
        func edited(_ old: Eligibility, isCompleted: Bool = true) -> Eligibility {
            old.edited(
                endedAt: Self.end, publishedAt: Self.end, editedAt: Self.end.after(Self.day),
                isCompleted: isCompleted)
        }
        #expect(Eligibility.allCases.map { edited($0) } == [.eligible, .late, .late, .eligible])
        #expect(
            Eligibility.allCases.map { edited($0, isCompleted: false) } == [
                .incomplete, .late, .late, .incomplete,
            ])
    }

    @Test(
        arguments: [
            (0, 600_000, .eligible), (1_200_000, 600_000, .eligible), (1_200_001, 600_000, .future),
            (0, 600_001, .late), (3_600_000, 3_600_000, .late), (4_200_001, 3_600_000, .future),
            (-14 * day, 600_000, .eligible), (-14 * day - 1, 600_000, .late),
        ] as [(Int64, Int64, Eligibility)])
    func `a mistyped end can be corrected for ten minutes, and then makes a workout late`(
        end: Int64, edit: Int64, expected: Eligibility
    ) {
        func edited(isCompleted: Bool) -> Eligibility {
            Eligibility.future.edited(
                endedAt: Self.end.after(end), publishedAt: Self.end, editedAt: Self.end.after(edit),
                isCompleted: isCompleted)
        }
        #expect(edited(isCompleted: true) == expected)
        #expect(edited(isCompleted: false) == (expected == .eligible ? .incomplete : expected))
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `after ten minutes, no edits let a workout earn that could not`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let old = [Eligibility.late, .future].randomElement(using: &random) ?? .late
        var (eligibility, edit) = (old, Int64(600_000))
        for number in 0..<20 {
            edit += Int64.random(in: 1...Self.day, using: &random)
            let end = edit + Int64.random(in: -30 * Self.day...1_800_000, using: &random)
            eligibility = eligibility.edited(
                endedAt: Self.end.after(end), publishedAt: Self.end, editedAt: Self.end.after(edit),
                isCompleted: Bool.random(using: &random))
            let isAhead = end - edit > 600_000
            #expect(eligibility == (isAhead ? .future : .late), "seed \(seed), edit \(number)")
        }
    }

    @Test func `an edit makes a workout late by its first publication, and future by the edit`() {
        func edited(to end: Int64, at instant: Int64) -> Eligibility {
            Eligibility.eligible.edited(
                endedAt: Self.end.after(end), publishedAt: Self.end, editedAt: Self.end.after(instant),
                isCompleted: true)
        }
        #expect(edited(to: -14 * Self.day, at: 1_000) == .eligible)
        #expect(edited(to: -14 * Self.day - 1, at: 1_000) == .late)
        // A workout that was published while it went on may be completed afterwards.
        #expect(edited(to: 7_200_000, at: 7_200_000) == .eligible)
        #expect(edited(to: 7_800_001, at: 7_200_000) == .future)
        let late = Eligibility.late.edited(
            endedAt: Self.end.after(600_001), publishedAt: Self.end, editedAt: Self.end, isCompleted: true)
        #expect(late == .future)
    }

    @Test func `a workout keeps its time if it moves by ten minutes, or within it`() {
        func keeps(_ start: Int64, _ end: Int64) -> Bool {
            ExperienceLimits.keepsTime(
                from: Self.end, to: Self.end.after(3_600_000), movedTo: Self.end.after(start),
                Self.end.after(end))
        }
        #expect(keeps(0, 3_600_000) && keeps(1_800_000, 1_900_000))
        #expect(keeps(-600_000, 3_000_000) && keeps(600_000, 4_200_000))
        #expect(!keeps(-600_001, 3_000_000) && !keeps(600_000, 4_200_001))
        // An hour may become 66 minutes, not 70.
        #expect(keeps(0, 3_960_000) && keeps(-360_000, 3_600_000) && !keeps(0, 3_960_001))
    }

    @Test func `an edit raises what a workout is worth for 14 days`() {
        #expect(ExperienceLimits.allowsRaise(endedAt: Self.end, editedAt: Self.end.after(14 * Self.day)))
        #expect(!ExperienceLimits.allowsRaise(endedAt: Self.end, editedAt: Self.end.after(14 * Self.day + 1)))
    }

    @Test func `a workout that is moved earns for 14 days after its first publication`() {
        #expect(ExperienceLimits.allowsMove(publishedAt: Self.end, editedAt: Self.end.after(14 * Self.day)))
        #expect(
            !ExperienceLimits.allowsMove(publishedAt: Self.end, editedAt: Self.end.after(14 * Self.day + 1)))
    }

    @Test func `each but the eligible has its reason`() {
        #expect(Eligibility.allCases.map(\.reason) == [nil, .late, .future, .incomplete])
    }
}
