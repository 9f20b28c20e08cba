import Foundation
import Paceline

extension DemoPlan {
    /// Gives a recent workout of the demo user the heart rate of a strap that was loose, which no heart reaches: the
    /// workout is held until a moderator decides.
    mutating func planHeldWorkout() {
        let days = end.addingTimeInterval(-12 * 86_400)...end.addingTimeInterval(-2 * 86_400)
        guard let place = workouts.lastIndex(where: { $0.owner == 0 && days.contains($0.at) }) else { return }
        workouts[place].draft.averageHeartRate = 232
    }
}
