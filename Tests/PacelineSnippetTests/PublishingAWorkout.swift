import Foundation
import PacelineLocal
import Testing

func publishIntervals(startedAt: Date, as services: some SocialServices) async throws -> Workout {
    let splits = [107.9, 107.2, 106.5]
    var draft = WorkoutDraft(
        type: .rowing, title: "3x500m/2:00r", startedAt: startedAt, duration: 321.6,
        measures: WorkoutMeasures(distance: 1_500, averageSplit: 107.2, averagePower: 284, strokeRate: 28))
    // The duration is work only; the end includes the rests.
    draft.endedAt = startedAt.addingTimeInterval(561.6)
    draft.visibility = .friends
    draft.detail = WorkoutDetail(
        intervals: splits.enumerated().map { index, split in
            Interval(index: index, duration: split, distance: 500, split: split, restDuration: 120)
        })
    // Keep the id with the draft: publishing again under the same id changes nothing.
    let id = Workout.ID(UUID())
    return try await services.publish(draft, as: id, ifMatch: nil).workout
}

/// - Parameter file: a JPEG, PNG or WebP file. Its location and other metadata are removed.
/// - Returns: the photo as others see it.
func addPhoto(_ file: Data, to workout: Workout, as services: some SocialServices) async throws -> Data {
    try await services.setPhoto([UInt8](file), of: workout.id)
    return Data(try await services.photo(of: workout.id).bytes)
}

@Suite("Snippets: publishing a workout") struct PublishingAWorkoutTests {
    @Test("Friends see the workout with its intervals; others do not")
    func publishing() async throws {
        let community = try await LocalCommunity.preview()
        let maya = try await community.session(named: "maya")
        let start = LocalCommunity.Preview.now.addingTimeInterval(-900)
        let workout = try await publishIntervals(startedAt: start, as: maya)
        #expect(workout.spokenTitle == "3 × 500 m")
        let ben = try await community.session(named: "ben")
        let item = try await ben.item(workout.id.item)
        #expect(item.workout?.id == workout.id && item.workout?.detail == nil)
        #expect(try await ben.workout(workout.id).detail?.intervals.count == 3)
        let ines = try await community.session(named: "ines")
        await #expect(throws: SocialError.self) { try await ines.workout(workout.id) }
    }

    @Test("A photo belongs to the workout's detail")
    func photos() async throws {
        let maya = try await LocalCommunity.preview().session(named: "maya")
        let start = LocalCommunity.Preview.now.addingTimeInterval(-900)
        let workout = try await publishIntervals(startedAt: start, as: maya)
        let picture = Data(try QRCodeImage(of: "Well rowed!", as: .png).bytes)
        #expect(try await addPhoto(picture, to: workout, as: maya) == picture)
        #expect(try await maya.workout(workout.id).detail?.photoURL != nil)
    }
}
