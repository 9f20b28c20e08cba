import Foundation
import Paceline
import PacelineDatabase

/// A record that a workout looks impossible or unusual, with its state: a row of `anomalies`.
struct StoredAnomaly: Sendable, Equatable {
    var state: AnomalyState
    var limits: [PlausibilityLimit]
    /// When it, or what it is judged by, last changed. Increases with every change, so it is also its version.
    var at: Date
    /// The moderators' reason for the state.
    var reason: String?
    /// When they decided.
    var decidedAt: Date?
    /// Whether its owner has appealed, which they can do once.
    var hasAppealed: Bool

    /// What its owner is shown; nil while it is only listed.
    var review: WorkoutReview? {
        guard state != .listed else { return nil }
        return WorkoutReview(
            state: state, limits: limits, at: at, reason: reason, decidedAt: decidedAt,
            hasAppealed: hasAppealed)
    }

    /// The ``at`` of a change at the instant: later than the present one.
    func next(at now: Date) -> Date { now.roundedToMilliseconds(after: at) }
}

extension StoredAnomaly {
    /// The columns, of an inner or an outer join.
    static let columns: SQL = """
        anomalies.state, anomalies.limits, anomalies.at, anomalies.reason, anomalies.decided_at,
        anomalies.has_appealed
        """

    /// Decodes the ``columns``.
    /// - Returns: nil if no row was joined.
    init?(_ row: inout Row) {
        let (state, limits) = (row.next() as AnomalyState?, row.next() as Int64?)
        let (at, reason) = (row.next() as Date?, row.next() as String?)
        let (decidedAt, hasAppealed) = (row.next() as Date?, row.next() as Bool?)
        guard let state, let limits, let at, let hasAppealed else { return nil }
        self.init(
            state: state, limits: [PlausibilityLimit](mask: limits), at: at, reason: reason,
            decidedAt: decidedAt, hasAppealed: hasAppealed)
    }
}

extension Connection {
    func save(_ anomaly: StoredAnomaly, of workout: Workout.ID) throws {
        try send(
            """
            INSERT INTO anomalies (workout, state, limits, at, reason, decided_at, has_appealed)
            VALUES (\(workout), \(anomaly.state), \(anomaly.limits.mask), \(anomaly.at), \(anomaly.reason),
                \(anomaly.decidedAt), \(anomaly.hasAppealed))
            ON CONFLICT (workout) DO UPDATE
            SET state = excluded.state, limits = excluded.limits, at = excluded.at, reason = excluded.reason,
                decided_at = excluded.decided_at, has_appealed = excluded.has_appealed
            """)
    }

    func deleteAnomaly(of workout: Workout.ID) throws {
        try send("DELETE FROM anomalies WHERE workout = \(workout)")
    }

    /// Adds to the decisions about the workout.
    /// - Parameter decider: nil for the operator.
    func insert(
        _ decision: WorkoutDecisionDraft, about workout: Workout.ID, replacing state: AnomalyState,
        by decider: Person.ID?, at now: Date
    ) throws {
        try send(
            """
            INSERT INTO anomaly_decisions (workout, number, outcome, reason, at, state_before, decider)
            VALUES (\(workout),
                (SELECT COALESCE(MAX(number), 0) + 1 FROM anomaly_decisions WHERE workout = \(workout)),
                \(decision.outcome), \(decision.reason), \(now), \(state), \(decider))
            """)
    }

    /// Whether the person made the latest decision about the workout.
    func hasDecided(_ person: Person.ID, about workout: Workout.ID) throws -> Bool {
        let latest = try fetchFirst(
            """
            SELECT decider
            FROM anomaly_decisions
            WHERE workout = \(workout)
            ORDER BY number DESC
            LIMIT 1
            """
        ) { $0[0] as Person.ID? }
        return latest == person
    }
}

extension AnomalyState: SQLEnum {}
extension WorkoutDecision.Outcome: SQLEnum {}
