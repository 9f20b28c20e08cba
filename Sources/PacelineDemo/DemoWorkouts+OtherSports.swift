import Foundation
import Paceline

extension DemoWorkouts {
    func run(_ random: inout DemoRandom) -> WorkoutDraft {
        if isTestDay || random.chance(0.2) { return repeats(&random) }
        let (title, kilometres, effort) = random.element(weighted: [
            (("Easy run", 5.0...9.0, 1.06), weight: 5), (("Long run", 14.0...22.0, 1.08), 2),
            (("Tempo run", 6.0...10.0, 0.94), 2), (("Trail by the river", 8.0...13.0, 1.12), 1),
        ])
        let metres = (random.number(kilometres) * 100).rounded() * 10
        let duration = (metres / 1_000 * split * 2.45 * effort * random.number(0.97...1.03)).rounded()
        return distanceWorkout(.running, title, metres, duration, heartRate: effort < 1 ? 164 : 146, &random)
    }

    /// Six repeats of 800 m.
    private func repeats(_ random: inout DemoRandom) -> WorkoutDraft {
        let pieces = (0..<6).map { index in
            let duration = tenth(split * 2.2 * 0.8 * random.number(0.98...1.02))
            return Interval(
                index: index, duration: duration, distance: 800, split: tenth(duration / 800 * 500),
                heartRate: Double(160 + index * 3), restDuration: 120)
        }
        let duration = tenth(pieces.compactMap(\.duration).reduce(0, +))
        var draft = distanceWorkout(.running, "6x800m/2:00r", 4_800, duration, heartRate: 168, &random)
        draft.endedAt = start.addingTimeInterval(duration + 6 * 120)
        draft.detail = WorkoutDetail(intervals: pieces)
        return draft
    }

    func ride(_ random: inout DemoRandom) -> WorkoutDraft {
        let (title, kilometres) = random.element(weighted: [
            (("Commute", 6.0...14.0), weight: 4), (("Evening ride", 25.0...45.0), 3),
            (("Hills", 40.0...75.0), 2),
            (("Sunday ride", 60.0...120.0), 1),
        ])
        let metres = (random.number(kilometres) * 10).rounded() * 100
        let duration = (metres / 1_000 * split * 1.05 * random.number(0.94...1.08)).rounded()
        return distanceWorkout(.cycling, title, metres, duration, heartRate: 138, &random)
    }

    private func distanceWorkout(
        _ type: WorkoutType, _ title: String, _ metres: Double, _ duration: Double, heartRate: Int,
        _ random: inout DemoRandom
    ) -> WorkoutDraft {
        WorkoutDraft(
            type: type, title: title, startedAt: start, duration: duration,
            measures: WorkoutMeasures(
                distance: metres, energy: (duration / 60 * 10.5).rounded(),
                averageHeartRate: Double(heartRate + random.number(-8...8)),
                intensityZone: heartRate > 160 ? 4 : 2),
            source: "Watch")
    }

    private static let exercises = [
        ("Back squat", 60.0), ("Deadlift", 75), ("Bench press", 45), ("Bent-over row", 40),
        ("Overhead press", 28),
        ("Hip thrust", 70), ("Pull-up", 0),
    ]

    /// A strength workout whose weights grow as the rowing split improves.
    func lift(_ random: inout DemoRandom) -> WorkoutDraft {
        let progress = habits.split / split * (1 + (130 - habits.split) / 150)
        let chosen = random.sample(random.number(3...4), of: Self.exercises) { _ in 1 }
        var sets: [ExerciseSet] = []
        for (exercise, weight) in chosen {
            for repetitions in [8, 8, 6, 5] {
                sets.append(
                    ExerciseSet(
                        exercise: exercise, index: sets.count, repetitions: repetitions,
                        weight: weight == 0 ? nil : (weight * progress / 2.5).rounded() * 2.5))
            }
        }
        return WorkoutDraft(
            type: .strength, title: random.element(of: ["Full body", "Legs and back", "Push and pull"]),
            startedAt: start,
            duration: Double(random.number(38...70)) * 60,
            measures: WorkoutMeasures(
                averageHeartRate: Double(random.number(105...126)), intensityZone: 3), source: "Notebook",
            detail: WorkoutDetail(sets: sets))
    }
}
