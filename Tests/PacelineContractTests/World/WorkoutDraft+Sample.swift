import Foundation
import Paceline

extension WorkoutDraft {
    /// Two kilometres in 7:30, unless the test says otherwise.
    static func sample(
        _ title: String = "2000m", type: WorkoutType = .rowing, startedAt: Date = TestClock.start,
        duration: Double = 450, distance: Double? = 2_000, visibility: Visibility? = nil,
        detail: WorkoutDetail? = nil
    ) -> WorkoutDraft {
        WorkoutDraft(
            type: type, title: title, startedAt: startedAt, duration: duration,
            measures: WorkoutMeasures(distance: distance), visibility: visibility, detail: detail)
    }
}
