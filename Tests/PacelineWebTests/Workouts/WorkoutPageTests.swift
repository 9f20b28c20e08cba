import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Workout page") struct WorkoutPageTests {
    @Test("A workout's page shows intervals, kudos and comments, and the visibility to its owner")
    func workout() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            try await site.befriend("ana", "ben")
            let workout = try await site.publish(by: "ana", notes: "Felt good")
            _ = try await site.session("ben").giveKudos(to: workout.id.item, big: true)
            let text = try await ana.open("/workouts/\(workout.id)").text
            for part in ["4 intervals", "1:45.0", "Felt good", "@ben", "Big", "Visible to"] {
                #expect(text.contains(part) || part == "@ben" && text.contains("/@ben"), "\(part)")
            }
            #expect(!(try await ben.open("/workouts/\(workout.id)").text.contains("Visible to")))
            try await ana.submit("/workouts/\(workout.id)/visibility", ["visibility": "private"])
            #expect(try await ben.open("/workouts/\(workout.id)").status == 404)
            #expect(try await ana.open("/workouts/\(workout.id)").text.contains("Felt good"))
        }
    }

    @Test("Sets have a chart of the weight lifted, unless there is only one", arguments: [1, 2])
    func sets(count: Int) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let sets = (0..<count).map {
                ExerciseSet(exercise: "Deadlift", index: $0, repetitions: 8 - $0, weight: 82.5)
            }
            let draft = WorkoutDraft(
                type: .strength, title: "Pull", startedAt: site.clock.now.addingTimeInterval(-3_600),
                duration: 600,
                detail: WorkoutDetail(sets: sets))
            let id = Workout.ID(UUID())
            _ = try await site.session("ana").publish(draft, as: id, ifMatch: nil)
            let text = try await ana.open("/workouts/\(id)").text
            #expect(text.contains("<td class=\"named\">Deadlift</td><td>8</td><td>82.5 kg</td>"))
            let bars = text.matches(of: /<rect class="([a-z-]+)".*?<title>([^<]*)</)
            #expect(bars.map { String($0.1) } == (count == 1 ? [] : ["bar-done", "bar-rest"]))
            #expect(
                bars.map { String($0.2) }
                    == (count == 1 ? [] : ["Deadlift, 8 × 82.5 kg", "Deadlift, 7 × 82.5 kg"]))
        }
    }

    @Test("Changing the visibility keeps all other values")
    func visibilityKeepsDetail() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana", notes: "Felt good")
            try await ana.submit("/workouts/\(workout.id)/visibility", ["visibility": "private"])
            var changed = try await site.session("ana").workout(workout.id)
            #expect(changed.visibility == .private)
            changed.visibility = workout.visibility
            changed.updatedAt = workout.updatedAt
            #expect(changed == workout)
        }
    }
}
