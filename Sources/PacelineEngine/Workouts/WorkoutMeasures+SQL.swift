import Paceline
import PacelineDatabase

extension WorkoutMeasures {
    /// The columns of `workouts` that hold them.
    static let columns: SQL = """
        distance, energy, average_heart_rate, average_split, average_power, stroke_rate, intensity_zone
        """

    /// Reads the ``columns``.
    init(_ row: inout Row) {
        self.init(
            distance: row.next(), energy: row.next(), averageHeartRate: row.next(), averageSplit: row.next(),
            averagePower: row.next(), strokeRate: row.next(), intensityZone: row.next())
    }

    /// What the ``columns`` are to hold.
    var values: SQL {
        """
        \(distance), \(energy), \(averageHeartRate), \(averageSplit), \(averagePower), \(strokeRate),
        \(intensityZone)
        """
    }
}
