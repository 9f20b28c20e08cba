import Foundation
import PacelineLocal
import Testing

/// Corrects the title and the distance of a workout, and removes its heart rate.
func correct(
    _ workout: Workout, title: String, distance: Double, as services: some SocialServices
) async throws -> Workout {
    var changes = WorkoutChanges(title: title, cleared: [.averageHeartRate])
    changes.distance = distance
    return try await services.edit(workout.id, changes, ifMatch: workout.version).workout
}

@Suite("Snippets: editing a workout") struct EditingAWorkoutTests {
    @Test("An edit keeps what it does not name, and fails after another edit")
    func editing() async throws {
        let maya = try await LocalCommunity.preview().session(named: "maya")
        var draft = WorkoutDraft(
            type: .rowing, title: "5k", startedAt: LocalCommunity.Preview.now.addingTimeInterval(-1_800),
            duration: 1_200, measures: WorkoutMeasures(distance: 5_000, averageHeartRate: 171))
        draft.detail = WorkoutDetail(notes: "Windy")
        let workout = try await maya.publish(draft, as: Workout.ID(UUID()), ifMatch: nil).workout
        let edited = try await correct(workout, title: "6k", distance: 6_000, as: maya)
        #expect(edited.title == "6k" && edited.distance == 6_000 && edited.averageHeartRate == nil)
        #expect(edited.duration == 1_200)
        #expect(try await maya.workout(workout.id).detail?.notes == "Windy")
        let error = await #expect(throws: SocialError.self) {
            try await correct(workout, title: "7k", distance: 7_000, as: maya)
        }
        #expect(error?.code == .preconditionFailed)
        #expect(try await maya.workout(workout.id).title == "6k")
    }
}
