import Foundation
import Paceline

/// How somebody of the made-up community trains.
struct DemoTraining {
    let sport: WorkoutType
    /// Seconds per 500 m at an easy pace in rowing; other paces follow from it.
    let split: Double

    init(using chance: inout DemoChance) {
        let choices = DemoCast.sports.flatMap { Array(repeating: $0.type, count: $0.weight) }
        sport = chance.one(of: choices)
        split = Double.random(in: 112...145, using: &chance)
    }

    /// A workout on the day, a little faster for every month of training.
    func workout(at start: Date, months: Double, using chance: inout DemoChance) -> WorkoutDraft {
        let type = chance.happens(85) ? sport : chance.one(of: DemoCast.sports).type
        let pace = split * (1 - 0.003 * months) * Double.random(in: 0.97...1.04, using: &chance)
        switch type {
        case .rowing: return row(at: start, pace, using: &chance)
        case .strength: return lift(at: start, using: &chance)
        default: return travel(type, at: start, pace, using: &chance)
        }
    }

    private func row(at start: Date, _ pace: Double, using chance: inout DemoChance) -> WorkoutDraft {
        switch Int.random(in: 0..<10, using: &chance) {
        case 0: return piece(2_000, at: start, pace * 0.90, isTest: true, using: &chance)
        case 1...3: return intervals(count: 8, of: 500, rest: 60, at: start, pace * 0.93, using: &chance)
        default:
            return piece(
                chance.one(of: [5_000, 6_000, 10_000]), at: start, pace, isTest: false, using: &chance)
        }
    }

    private func piece(
        _ distance: Double, at start: Date, _ pace: Double, isTest: Bool, using chance: inout DemoChance
    ) -> WorkoutDraft {
        let duration = (distance / 500 * pace * 10).rounded() / 10
        return WorkoutDraft(
            type: .rowing, title: "\(Int(distance))m", startedAt: start, duration: duration,
            distance: distance,
            energy: (duration / 4.1).rounded(),
            averageHeartRate: Double(Int.random(in: isTest ? 168...184 : 132...156, using: &chance)),
            averageSplit: (duration / distance * 5_000).rounded() / 10,
            strokeRate: Double(Int.random(in: isTest ? 28...34 : 18...23, using: &chance)),
            intensityZone: isTest ? 5 : 2, isErgTest: isTest, source: "Concept2")
    }

    private func intervals(
        count: Int, of distance: Double, rest: Double, at start: Date, _ pace: Double,
        using chance: inout DemoChance
    ) -> WorkoutDraft {
        let intervals = (0..<count).map { index in
            let split = (pace * Double.random(in: 0.985...1.015, using: &chance) * 10).rounded() / 10
            return Interval(
                index: index, duration: split * distance / 500, distance: distance, split: split,
                strokeRate: Double(Int.random(in: 25...29, using: &chance)), restDuration: rest)
        }
        let duration = intervals.compactMap(\.duration).reduce(0, +)
        let total = distance * Double(count)
        return WorkoutDraft(
            type: .rowing, title: "\(count)x\(Int(distance))m/1:00r", startedAt: start,
            endedAt: start.addingTimeInterval(duration + rest * Double(count)), duration: duration,
            distance: total,
            energy: (duration / 3.6).rounded(),
            averageHeartRate: Double(Int.random(in: 155...172, using: &chance)),
            averageSplit: (duration / total * 5_000).rounded() / 10, strokeRate: 27, intensityZone: 4,
            source: "Concept2", detail: WorkoutDetail(intervals: intervals))
    }

    private func travel(
        _ type: WorkoutType, at start: Date, _ pace: Double, using chance: inout DemoChance
    ) -> WorkoutDraft {
        let isRide = type == .cycling
        let kilometres = Double(Int.random(in: isRide ? 15...70 : 4...18, using: &chance))
        let duration = (kilometres * pace * (isRide ? 1.05 : 2.5)).rounded()
        return WorkoutDraft(
            type: type,
            title: chance.one(
                of: isRide ? ["Commute", "Evening ride", "Hills"] : ["Easy run", "Tempo", "Long run"]),
            startedAt: start, duration: duration, distance: kilometres * 1_000,
            energy: (duration / 5).rounded(),
            averageHeartRate: Double(Int.random(in: 128...165, using: &chance)),
            intensityZone: Int.random(in: 2...4, using: &chance), source: "Watch")
    }

    private func lift(at start: Date, using chance: inout DemoChance) -> WorkoutDraft {
        let exercises = ["Back squat", "Bench press", "Deadlift", "Bent-over row", "Overhead press"].shuffled(
            using: &chance)
        let sets = exercises.prefix(3).enumerated().flatMap { place, exercise in
            let weight = Double(Int.random(in: 8...28, using: &chance)) * 5
            return (0..<4).map {
                ExerciseSet(exercise: exercise, index: place * 4 + $0, repetitions: 8 - $0, weight: weight)
            }
        }
        return WorkoutDraft(
            type: .strength, title: chance.one(of: ["Full body", "Legs and back", "Push"]), startedAt: start,
            duration: Double(Int.random(in: 35...70, using: &chance)) * 60, intensityZone: 3,
            source: "Notebook",
            detail: WorkoutDetail(sets: sets))
    }
}
