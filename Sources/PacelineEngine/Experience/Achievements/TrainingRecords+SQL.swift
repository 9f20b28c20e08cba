import Foundation
import Paceline
import PacelineDatabase

/// Reads workouts as badges need them. The owner's time zones are looked up once.
private final class TrainingRecordReader {
    private var zones: [String: TimeZone] = [:]

    static let columns: SQL =
        "\(StoredAward.columns), workouts.day, workouts.is_erg_test, workouts.is_completed"

    /// Decodes the ``columns``.
    func record(_ row: inout Row) -> TrainingRecord {
        let award = StoredAward(&row)
        let zone = zones[award.zone] ?? TimeZone(identifier: award.zone) ?? .gmt
        zones[award.zone] = zone
        return TrainingRecord(
            id: award.workout, visibility: award.visibility, startedAt: award.startedAt,
            endedAt: award.endedAt, publishedAt: award.publishedAt,
            day: row.next(), awardDay: award.day,
            hour: LocalTime(of: award.startedAt, in: zone).second / 3_600, type: award.type,
            millimetres: award.millimetres, milliseconds: award.milliseconds, grams: award.grams,
            isErgTest: row.next(), isCompleted: row.next(), isCounted: award.isCounted,
            worth: award.competes ? award.worth : 0)
    }
}

extension Connection {
    /// All workouts of the person that have been settled, except future ones: they have not taken place yet.
    func trainingRecordsLater(of person: Person.ID) throws -> Deferred<[TrainingRecord]> {
        try trainingRecordsLater(where: "awards.owner = \(person)")
    }

    /// Those that start at or after the instant. Index: `awards_by_start`.
    func trainingRecordsLater(of person: Person.ID, since instant: Date) throws -> Deferred<[TrainingRecord]>
    {
        try trainingRecordsLater(where: "awards.owner = \(person) AND awards.started_at >= \(instant)")
    }

    func trainingRecord(_ workout: Workout.ID) throws -> TrainingRecord? {
        try trainingRecordsLater(where: "awards.workout = \(workout)").get().first
    }

    private func trainingRecordsLater(where condition: SQL) throws -> Deferred<[TrainingRecord]> {
        let reader = TrainingRecordReader()
        return try fetchAllLater(
            """
            SELECT \(TrainingRecordReader.columns)
            FROM awards
            JOIN workouts ON workouts.id = awards.workout
            WHERE \(condition) AND awards.eligibility <> \(Eligibility.future)
            """, reader.record)
    }
}
