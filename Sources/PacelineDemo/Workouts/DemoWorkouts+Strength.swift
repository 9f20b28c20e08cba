import Foundation
import Paceline

extension DemoWorkouts {
    /// A day of a strength plan: a main lift in rising sets, then two others in equal sets.
    private struct LiftingDay {
        let title: String
        let main: Lift
        let others: [Lift]
    }

    /// An exercise with its weight in kilograms at the start of the plan; 0 for body weight.
    private struct Lift {
        let name: String
        let weight: Double
    }

    private static let plan = [
        LiftingDay(
            title: "Squat day", main: Lift(name: "Back squat", weight: 60),
            others: [Lift(name: "Bench press", weight: 42.5), Lift(name: "Bent-over row", weight: 40)]),
        LiftingDay(
            title: "Deadlift day", main: Lift(name: "Deadlift", weight: 80),
            others: [Lift(name: "Overhead press", weight: 27.5), Lift(name: "Pull-up", weight: 0)]),
        LiftingDay(
            title: "Bench day", main: Lift(name: "Bench press", weight: 47.5),
            others: [Lift(name: "Front squat", weight: 45), Lift(name: "Seated row", weight: 40)]),
    ]

    /// A strength workout whose weights grow through blocks of five weeks, whose last week is easier.
    func lift(_ random: inout DemoRandom) -> WorkoutDraft {
        let week = session.week % 5
        let isDeload = week == 4
        let day = Self.plan[(session.week + session.day.weekday) % Self.plan.count]
        let growth = 1 + 10 * habits.gain * (1 - exp(-Double(session.week) / 26))
        // People with faster splits are stronger.
        let strength =
            growth * (1 + (130 - habits.split) / 150)
            * (isDeload ? 0.8 : 0.91 + 0.03 * Double(week))
        var sets: [ExerciseSet] = []
        for (share, repetitions) in [(0.7, 5), (0.8, 5), (0.9, 5), (1, 5), (1, isDeload ? 5 : 6)] {
            sets.append(set(day.main, sets.count, repetitions, strength * share))
        }
        for lift in day.others {
            for repetitions in [8, 8, lift.weight == 0 ? 6 : 8] {
                sets.append(set(lift, sets.count, repetitions, strength * 0.9))
            }
        }
        return WorkoutDraft(
            type: .strength, title: isDeload ? "\(day.title), deload" : day.title, startedAt: start,
            duration: Double(random.number(42...68)) * 60,
            measures: WorkoutMeasures(
                averageHeartRate: Double(random.number(105...126)), intensityZone: 3), source: "Notebook",
            detail: WorkoutDetail(sets: sets))
    }

    private func set(_ lift: Lift, _ index: Int, _ repetitions: Int, _ share: Double) -> ExerciseSet {
        ExerciseSet(
            exercise: lift.name, index: index, repetitions: repetitions,
            weight: lift.weight == 0 ? nil : max(20, (lift.weight * share / 2.5).rounded() * 2.5))
    }
}
