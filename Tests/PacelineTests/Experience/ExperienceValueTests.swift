import Foundation
import Testing

@testable import Paceline

@Suite struct ExperienceValueTests {
    @Test func `the stored numbers never change`() {
        #expect(AwardReason.allCases.map(\.number) == [1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(
            AwardReason.allCases.map(\.rawValue)
                == [
                    "late", "future", "incomplete", "cooldown", "dailyCount", "dailyCap", "duplicate", "held",
                    "excluded",
                ])
        #expect(AwardStatus.allCases.map(\.number) == [0, 1, 2, 3])
        #expect(AwardStatus.allCases.map(\.rawValue) == ["counted", "duplicate", "held", "excluded"])
        #expect(LedgerEntryKind.allCases.map(\.number) == [1, 2, 7, 8])
        #expect(LedgerEntryKind.allCases.map(\.rawValue) == ["earned", "reversed", "redeemed", "refunded"])
        #expect(Eligibility.allCases.map(\.rawValue) == [0, 1, 2, 3])
        for number in -2...20 {
            #expect(AwardReason(number: number) == AwardReason.allCases.first { $0.number == number })
            #expect(AwardStatus(number: number) == AwardStatus.allCases.first { $0.number == number })
            #expect(LedgerEntryKind(number: number) == LedgerEntryKind.allCases.first { $0.number == number })
        }
    }

    @Test func `words of newer servers are kept`() throws {
        let text = #"{"worth":5,"award":0,"reason":"rested","status":"rested","policy":2}"#
        let experience = try JSONDecoder().decode(WorkoutExperience.self, from: Data(text.utf8))
        #expect(experience.reason == .unknown("rested") && experience.status == .unknown("rested"))
        #expect(experience.reason?.number == 0 && experience.status.number == -1)
        #expect(try Self.copy(of: experience) == experience)
        #expect(
            try Self.copy(of: [LedgerEntryKind.earned, .unknown("opening")]) == [
                .earned, .unknown("opening"),
            ])
    }

    @Test func `a workout keeps its experience in JSON, and has none without`() throws {
        let experience = WorkoutExperience(
            worth: 730, award: 412, reason: .dailyCap, status: .counted, policy: 1)
        let workout = Workout.sample(experience: experience)
        #expect(try Self.copy(of: workout) == workout)
        #expect(workout != Workout.sample())
        #expect(try Self.copy(of: Workout.sample()).experience == nil)
        let fields = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(Workout.sample()))
        #expect((fields as? [String: Any])?["experience"] == nil)
    }

    @Test func `hidden details hide the XP, which depends on the distance`() {
        var workout = Workout.sample(
            experience: WorkoutExperience(worth: 730, award: 730, status: .counted, policy: 1))
        workout.xpEarned = 730
        #expect(workout.withoutDetails.xpEarned == 0 && workout.withoutDetails.experience == nil)
        let stats = PersonStats(workouts: 3, distance: 10_000, duration: 3_600, xp: 730, level: 2)
            .withoutDetails
        #expect(stats == PersonStats(workouts: 3, duration: 3_600, level: nil))
    }

    @Test func `totals without a level, the policy and the ledger are kept in JSON`() throws {
        let stats = PersonStats(workouts: 3, level: nil)
        #expect(try Self.copy(of: stats) == stats)
        #expect(try Self.copy(of: ExperiencePolicy.current) == .current)
        let entry = LedgerEntry(
            sequence: 1, at: Date(milliseconds: 1_790_000_000_000), kind: .earned, amount: 5, balance: 5,
            lifetime: 5, workout: Workout.ID(UUID()), reason: .dailyCap, policy: 1,
            hash: Base64URLData(Data(repeating: 7, count: 32)))
        #expect(try Self.copy(of: entry) == entry && entry.id == 1)
    }

    private static func copy<Value: Codable>(of value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
    }
}
