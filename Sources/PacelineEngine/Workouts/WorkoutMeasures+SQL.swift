import Paceline
import PacelineDatabase

extension WorkoutMeasures {
    /// The columns of `workouts` with the measures.
    static let columns: SQL = """
        distance, energy, average_heart_rate, average_split, average_power, stroke_rate, intensity_zone
        """

    /// Decodes the ``columns``.
    init(_ row: inout Row) {
        self.init(
            distance: row.next(), energy: row.next(), averageHeartRate: row.next(), averageSplit: row.next(),
            averagePower: row.next(), strokeRate: row.next(), intensityZone: row.next())
    }

    /// The values of the ``columns``.
    var values: SQL {
        """
        \(distance), \(energy), \(averageHeartRate), \(averageSplit), \(averagePower), \(strokeRate),
        \(intensityZone)
        """
    }
}
