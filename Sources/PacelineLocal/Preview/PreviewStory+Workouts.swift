import Foundation
import Paceline

extension PreviewStory {
    /// Publishes a week of workouts with kudos and comments.
    func train() async throws {
        try await firstDays()
        try await lastDays()
    }

    private func firstDays() async throws {
        try await publish(
            row("10,000 m", metres: 10_000, split: 128.4, rate: 20, heartRate: 142, zone: 2), by: .ines,
            hoursAgo: 150)
        let run = try await publish(
            WorkoutDraft(
                type: .running, title: "Along the river", startedAt: now, duration: 2_520,
                measures: WorkoutMeasures(
                    distance: 8_400, energy: 610, averageHeartRate: 151, intensityZone: 3)),
            by: .chiara, hoursAgo: 122)
        try await giveKudos(to: run, by: [.maya, .ben], hoursAgo: 120)
        let ride = try await publish(
            WorkoutDraft(
                type: .cycling, title: "Commute with a headwind", startedAt: now, duration: 3_180,
                measures: WorkoutMeasures(
                    distance: 21_600, energy: 540, averageHeartRate: 138, averagePower: 164,
                    intensityZone: 2)),
            by: .tomaz, hoursAgo: 99)
        try await giveKudos(to: ride, by: [.chiara], hoursAgo: 97)
        let steady = try await publish(
            row("30:00 steady", metres: 7_180, split: 125.3, rate: 19, heartRate: 139, zone: 2), by: .maya,
            hoursAgo: 75)
        try await giveKudos(to: steady, by: [.ben, .tomaz, .aiko], hoursAgo: 74)
        try await comment("These are the ones that count.", on: steady, by: .ben, hoursAgo: 73)
    }

    private func lastDays() async throws {
        let lifting = try await publish(strength(), by: .ben, hoursAgo: 52)
        try await giveKudos(to: lifting, by: [.maya, .chiara], hoursAgo: 50)
        var test = row("2,000 m", metres: 2_000, split: 105.6, rate: 31, heartRate: 183, zone: 5)
        test.isErgTest = true
        let aikos = try await publish(test, by: .aiko, hoursAgo: 30)
        try await giveKudos(to: aikos, by: [.ben, .chiara, .tomaz], hoursAgo: 29)
        let question = try await comment(
            "Under 7:03! How did the third 500 feel?", on: aikos, by: .maya, hoursAgo: 28)
        let mayas = try await publish(fiveTimesFiveHundred(), by: .maya, hoursAgo: 12)
        try await giveKudos(to: mayas, by: [.chiara, .tomaz, .aiko], hoursAgo: 11)
        try await act(as: .ben, hoursAgo: 10) { try await $0.giveKudos(to: mayas, big: true) }
        try await comment("So even, all five of them.", on: mayas, by: .tomaz, hoursAgo: 8)
        try await comment(
            "Like the longest minute of my life. Cake is on me.", on: aikos, by: .aiko, hoursAgo: 7,
            answering: question)
        try await act(as: .aiko, hoursAgo: 6.9) { try await $0.giveHeart(to: question) }
        let sculling = try await publish(
            row("6,000 m", metres: 6_000, split: 119.2, rate: 22, heartRate: 156, zone: 3), by: .ines,
            hoursAgo: 5)
        try await giveKudos(to: sculling, by: [.maya], hoursAgo: 4.5)
        try await comment("Same set on Tuesday, @maya?", on: mayas, by: .chiara, hoursAgo: 2)
    }
}

extension PreviewStory {
    /// - Parameter hours: how long ago it ended. Sets the draft's `startedAt` and `endedAt`.
    @discardableResult
    private func publish(
        _ draft: WorkoutDraft, by member: PreviewMember, hoursAgo hours: Double
    ) async throws -> FeedItem.ID {
        var draft = draft
        let rest = draft.detail?.intervals.reduce(0) { $0 + ($1.restDuration ?? 0) } ?? 0
        let end = now.addingTimeInterval(-hours * 3_600)
        draft.startedAt = end.addingTimeInterval(-draft.duration - rest)
        draft.endedAt = end
        // Maya only follows her. The others publish for friends, the default.
        if member == .ines { draft.visibility = .public }
        var random = engine.environment.random
        let id = Workout.ID(UUID.version7(at: draft.startedAt, using: &random))
        return try await act(as: member, hoursAgo: hours) {
            try await $0.publish(draft, as: id, ifMatch: nil).workout.id.item
        }
    }

    /// Gives kudos one minute apart.
    private func giveKudos(
        to item: FeedItem.ID, by members: [PreviewMember], hoursAgo hours: Double
    ) async throws {
        for (place, member) in members.enumerated() {
            try await act(as: member, hoursAgo: hours - Double(place) / 60) {
                try await $0.giveKudos(to: item, big: false)
            }
        }
    }

    @discardableResult
    private func comment(
        _ text: String, on item: FeedItem.ID, by member: PreviewMember, hoursAgo hours: Double,
        answering parent: Comment.ID? = nil
    ) async throws -> Comment.ID {
        try await act(as: member, hoursAgo: hours) {
            try await $0.comment(CommentDraft(text: text, parent: parent), on: item).id
        }
    }
}

extension PreviewStory {
    /// - Parameter split: seconds per 500 m; time, power and energy follow from it.
    private func row(
        _ title: String, metres: Double, split: Double, rate: Double, heartRate: Double, zone: Int
    ) -> WorkoutDraft {
        let duration = split * metres / 500
        let watts = Self.watts(atSplit: split)
        return WorkoutDraft(
            type: .rowing, title: title, startedAt: now, duration: duration,
            measures: WorkoutMeasures(
                distance: metres, energy: (watts * duration / 1_046).rounded(), averageHeartRate: heartRate,
                averageSplit: split, averagePower: watts, strokeRate: rate, intensityZone: zone))
    }

    private func fiveTimesFiveHundred() -> WorkoutDraft {
        let splits = [108.2, 107.9, 108.1, 107.6, 106.8]
        var draft = row(
            "5 × 500 m", metres: 2_500, split: splits.reduce(0, +) / 5, rate: 28, heartRate: 171, zone: 4)
        draft.detail = WorkoutDetail(
            intervals: splits.enumerated().map { index, split in
                Interval(
                    index: index, duration: split, distance: 500, split: split,
                    strokeRate: 27 + Double(index) / 2, heartRate: 164 + Double(index) * 3,
                    restDuration: index < 4 ? 120 : nil)
            },
            notes: "Two minutes of rest. The last one was the fastest.")
        return draft
    }

    private func strength() -> WorkoutDraft {
        let sets = [("Back squat", 80.0), ("Deadlift", 110.0), ("Bench pull", 60.0)].flatMap { exercise in
            (0..<3).map { _ in (name: exercise.0, weight: exercise.1) }
        }
        return WorkoutDraft(
            type: .strength, title: "Legs and pull", startedAt: now, duration: 3_000,
            detail: WorkoutDetail(
                sets: sets.enumerated().map { index, set in
                    ExerciseSet(exercise: set.name, index: index, repetitions: 6, weight: set.weight)
                }))
    }

    /// The Concept2 formula: 2.8 divided by the cube of the pace in seconds per metre.
    private static func watts(atSplit split: Double) -> Double {
        let pace = split / 500
        return (2.8 / (pace * pace * pace)).rounded()
    }
}
