import Foundation
import Paceline

extension DemoPlan {
    /// Gives a recent workout of the demo user the heart rate of a strap that was loose, which no heart reaches: the
    /// workout is held until a moderator decides.
    mutating func planHeldWorkout() {
        let days = end.addingTimeInterval(-12 * 86_400)...end.addingTimeInterval(-2 * 86_400)
        let recent = workouts.indices.filter { workouts[$0].owner == 0 && days.contains(workouts[$0].at) }
        // Heart rates of intervals, and a photo of a monitor, would contradict it.
        let places = recent.filter {
            workouts[$0].draft.detail?.intervals.isEmpty != false && workouts[$0].photo == nil
        }
        guard let place = places.last ?? recent.last else { return }
        workouts[place].draft.averageHeartRate = 232
    }
}
