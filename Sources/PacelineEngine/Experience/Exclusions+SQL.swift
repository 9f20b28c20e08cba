import Foundation
import Paceline
import PacelineDatabase

// The rows of `workout_exclusions` are the times of workouts that moderators excluded. They stay when the workouts are
// edited or deleted, so that no one undoes a decision by publishing a workout again.

extension Connection {
    /// Whether the workout overlaps an exclusion of another workout of its owner. If the workout is not excluded itself,
    /// exclusions with its id are of another one, too: an excluded workout that was deleted, whose id was used again.
    /// Index: `workout_exclusions_by_owner`.
    /// - Parameter isExcluded: whether the workout itself is excluded.
    func overlapsExclusionLater(_ workout: Workout, isExcluded: Bool) throws -> Deferred<Bool> {
        let isAnother: SQL = isExcluded ? "AND workout_exclusions.workout <> \(workout.id)" : .empty
        return try fetchLater(
            """
            SELECT 1
            FROM workout_exclusions
            WHERE \(SQL.overlapsExclusion(workout)) \(isAnother)
            LIMIT 1
            """
        ) { _ in true }.map { $0 ?? false }
    }

    /// Adds an exclusion at the workout's present time. Its earlier exclusions stay.
    func insertExclusion(of workout: Workout, reason: String, at now: Date) throws {
        try send(
            """
            INSERT INTO workout_exclusions (workout, owner, started_at, ended_at, reason, at)
            VALUES (\(workout.id), \(workout.owner), \(workout.startedAt), \(workout.endedAt), \(reason), \(now))
            ON CONFLICT (workout, started_at, ended_at) DO UPDATE
            SET reason = excluded.reason, at = excluded.at
            """)
    }

    /// Deletes exclusions after a workout was approved: all of its own, and those of deleted workouts of which it takes
    /// at least half of the time. With less, a short walk within it would free the time of a long ride.
    /// - Parameter wasExcluded: whether the workout itself was excluded. Otherwise exclusions with its id are those of a
    ///   deleted workout that had this id before.
    func deleteExclusions(liftedBy workout: Workout, wasExcluded: Bool) throws {
        let isOwn: SQL = "workout = \(workout.id)"
        try send(
            """
            DELETE FROM workout_exclusions
            WHERE \(SQL.overlapsExclusion(workout)) AND \(SQL.takesHalfOfExclusion(workout))
                    AND (\(isOwn)
                        OR NOT EXISTS (SELECT 1 FROM items WHERE items.id = workout_exclusions.workout))
                \(wasExcluded ? "OR \(isOwn)" : .empty)
            """)
    }
}

extension SQL {
    /// Matches the owner's exclusions that overlap the workout or start when it does, since a workout without a
    /// duration overlaps nothing.
    fileprivate static func overlapsExclusion(_ workout: Workout) -> SQL {
        """
        (workout_exclusions.owner = \(workout.owner)
            AND (workout_exclusions.started_at < \(workout.endedAt)
                    AND workout_exclusions.ended_at > \(workout.startedAt)
                OR workout_exclusions.started_at = \(workout.startedAt)))
        """
    }

    /// Matches exclusions of which the workout, which overlaps them, takes at least half of the time.
    fileprivate static func takesHalfOfExclusion(_ workout: Workout) -> SQL {
        """
        (2 * (CASE WHEN workout_exclusions.ended_at < \(workout.endedAt) THEN workout_exclusions.ended_at
                    ELSE \(workout.endedAt) END
                - CASE WHEN workout_exclusions.started_at > \(workout.startedAt) THEN workout_exclusions.started_at
                    ELSE \(workout.startedAt) END)
            >= workout_exclusions.ended_at - workout_exclusions.started_at)
        """
    }
}
