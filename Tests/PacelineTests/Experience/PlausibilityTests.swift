import Foundation
import Testing

@testable import Paceline

@Suite struct PlausibilityTests {
    private static let policy = ExperiencePolicy.current

    /// - Parameter seconds: the time of work, and from start to end unless that is given.
    private static func limits(
        _ type: WorkoutType, metres: Double? = nil, seconds: Double, elapsed: Double? = nil,
        kilograms: Double? = nil, beats: Double? = nil, isLate: Bool = false
    ) -> [PlausibilityLimit] {
        let start = Date(milliseconds: 1_790_000_000_000)
        let workout = Workout.sample(
            type, from: start, to: start + (elapsed ?? seconds), duration: seconds,
            measures: WorkoutMeasures(distance: metres, averageHeartRate: beats), volume: kilograms)
        return policy.limitsExceeded(by: workout, isLate: isLate)
    }

    /// Records and best performances of each sport, in metres and seconds.
    private static let records: [(WorkoutType, Double, Double)] = [
        (.running, 100, 9.58), (.running, 800, 100.91), (.running, 1_000, 131.96), (.running, 1_500, 206),
        (.running, 5_000, 755.36), (.running, 10_000, 1_571), (.running, 21_097.5, 3_402),
        (.running, 21_330, 3_600), (.running, 42_195, 7_170), (.running, 100_000, 21_941),
        (.walking, 20_000, 4_570), (.walking, 50_000, 12_753), (.cycling, 200, 8.857),
        (.cycling, 4_000, 219.977), (.cycling, 56_792, 3_600), (.rowing, 500, 70.5), (.rowing, 2_000, 335.8),
        (.rowing, 18_000, 3_600), (.skiing, 50_000, 5_520), (.swimming, 50, 19.90), (.swimming, 100, 44.84),
        (.swimming, 400, 212.25), (.swimming, 1_500, 846.88),
    ]

    @Test(arguments: records.indices) func `records are plausible, and four times as fast is not`(index: Int)
    {
        let (type, metres, seconds) = Self.records[index]
        #expect(Self.limits(type, metres: metres, seconds: seconds) == [])
        #expect(Self.limits(type, metres: metres * 4, seconds: seconds) == [.speed])
    }

    @Test func `the hour run may be five percent longer, and no more`() {
        #expect(Self.limits(.running, metres: 22_415, seconds: 3_600) == [])
        #expect(Self.limits(.running, metres: 22_416, seconds: 3_600) == [.speed])
        // A sport without limits of its own, and one that is not known.
        for type in [WorkoutType.yoga, .other, WorkoutType(rawValue: "kiting") ?? .other] {
            #expect(Self.limits(type, metres: 1_800, seconds: 60) == [])
            #expect(Self.limits(type, metres: 1_801, seconds: 60) == [.speed])
            #expect(Self.limits(type, metres: 59_000, seconds: 3_600) == [])
            #expect(Self.limits(type, metres: 60_000, seconds: 3_600) == [.speed])
        }
    }

    @Test func `lifting is judged over half a minute at least`() {
        #expect(Self.limits(.strength, seconds: 1, kilograms: 500) == [])
        #expect(Self.limits(.strength, seconds: 0.001, kilograms: 501) == [.liftingRate])
        #expect(Self.limits(.strength, seconds: 30, kilograms: 501) == [.liftingRate])
        #expect(Self.limits(.strength, seconds: 180, kilograms: 3_000) == [])
        #expect(Self.limits(.strength, seconds: 180, kilograms: 3_001) == [.liftingRate])
        #expect(Self.limits(.strength, seconds: 3_600, kilograms: 60_000) == [])
        #expect(Self.limits(.strength, seconds: 3_600, kilograms: 60_001) == [.liftingRate])
    }

    @Test func `distance and weight need time, except for up to 60 tonnes in late workouts`() {
        #expect(Self.limits(.running, metres: 5_000, seconds: 0) == [.distanceWithoutTime])
        #expect(Self.limits(.running, metres: 5_000, seconds: 0, isLate: true) == [.distanceWithoutTime])
        #expect(Self.limits(.strength, seconds: 0, kilograms: 5_000) == [.volumeWithoutTime])
        #expect(Self.limits(.strength, seconds: 0, kilograms: 60_000, isLate: true) == [])
        #expect(
            Self.limits(.strength, seconds: 0, kilograms: 60_001, isLate: true) == [.volumeWithoutTime])
        #expect(Self.limits(.other, seconds: 0) == [])
    }

    @Test func `hearts, clocks and days have limits`() {
        #expect(Self.limits(.rowing, seconds: 60, beats: 220) == [])
        #expect(Self.limits(.rowing, seconds: 60, beats: 220.5) == [.heartRate])
        #expect(Self.limits(.rowing, seconds: 660, elapsed: 600) == [])
        #expect(Self.limits(.rowing, seconds: 661, elapsed: 600) == [.elapsedTime])
        #expect(Self.limits(.hiking, seconds: 86_400) == [])
        #expect(Self.limits(.hiking, seconds: 86_401) == [.longestTime])
    }

    @Test(arguments: [UInt64](1...4)) func `less distance, weight and heart rate are never less plausible`(
        seed: UInt64
    ) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let type = Self.policy.speedLimits.randomElement(using: &random)?.type ?? .strength
            let seconds = Double.random(in: 0...90_000, using: &random)
            let (metres, kilograms) = (
                Double.random(in: 0...400_000, using: &random), Double.random(in: 0...200_000, using: &random)
            )
            let beats = Double.random(in: 20...300, using: &random)
            let part = Double.random(in: 0.1...1, using: &random)
            let all = Self.limits(type, metres: metres, seconds: seconds, kilograms: kilograms, beats: beats)
            let less = Self.limits(
                type, metres: metres * part, seconds: seconds, kilograms: kilograms * part,
                beats: beats * part)
            #expect(Set(less).isSubset(of: all), "seed \(seed)")
            #expect(all.allSatisfy { $0.holdsWorkouts })
        }
    }

    @Test func `the stored numbers never change`() throws {
        #expect(PlausibilityLimit.allCases.map(\.number) == Array(0...10))
        #expect(PlausibilityLimit.unknown("later").number == nil)
        for mask in 0..<Int64(1_024) { #expect([PlausibilityLimit](mask: mask).mask == mask) }
        #expect([PlausibilityLimit](mask: 1 << 40) == [])
        #expect(
            AnomalyState.allCases.map(\.rawValue) == [
                "listed", "late", "held", "approved", "excluded", "appealed",
            ])
        #expect(
            AnomalyState.allCases.map(\.withheldStatus) == [nil, .held, .held, nil, .excluded, .excluded])
    }

    @Test func `a review can be asked for once, and an appeal within 180 days`() {
        let at = Date(milliseconds: 1_790_000_000_000)
        func canAsk(_ state: AnomalyState, hasAppealed: Bool = false, after days: Double = 0) -> Bool {
            WorkoutReview(state: state, limits: [], at: at, hasAppealed: hasAppealed).canAsk(
                at: at + days * 86_400)
        }
        #expect(canAsk(.late) && canAsk(.late, after: 1_000))
        #expect(canAsk(.excluded) && canAsk(.excluded, after: 179.9))
        #expect(!canAsk(.excluded, after: 180) && !canAsk(.excluded, hasAppealed: true))
        // An edit after the decision changes the state's time only.
        let edited = WorkoutReview(state: .excluded, limits: [], at: at + 170 * 86_400, decidedAt: at)
        #expect(edited.canAsk(at: at + 179 * 86_400) && !edited.canAsk(at: at + 180 * 86_400))
        for state in [AnomalyState.held, .approved, .appealed, .listed] { #expect(!canAsk(state)) }
    }

    @Test func `a decision needs an outcome and a reason`() throws {
        let decision = WorkoutDecisionDraft(outcome: .approved, reason: "  Seen at the race\n")
        #expect(try decision.checked().reason == "Seen at the race")
        for (outcome, reason, field) in [
            (.approved, " ", "reason"), (.excluded, String(repeating: "a", count: 1_001), "reason"),
            (.unknown("later"), "Why", "outcome"),
        ] as [(WorkoutDecision.Outcome, String, String)] {
            let error = #expect(throws: SocialError.self) {
                try WorkoutDecisionDraft(outcome: outcome, reason: reason).checked()
            }
            #expect(error?.code == .invalidValue && error?.field == field)
        }
    }
}
