import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func anomalies(in state: AnomalyState, _ page: PageRequest) async throws -> Page<WorkoutAnomaly> {
        try await read(by: .moderator) { try $0.anomalies(in: state, page) }
    }

    /// A workout that the viewer may decide about, for the web app. A plausible one is as if it were listed, without
    /// limits that it exceeds, and with what the viewer sees of it like anyone else.
    /// - Throws: ``SocialError/Code/workoutNotFound``, also if the viewer is not impartial;
    ///   ``SocialError/Code/notAllowed`` for an appeal against the viewer's decision.
    public func anomaly(of workout: Workout.ID) async throws -> WorkoutAnomaly {
        try await read(by: .moderator) { transaction in
            _ = try transaction.ownerToDecideAbout(workout)
            return try transaction.anomaly(of: workout)
        }
    }

    @discardableResult
    public func decide(
        _ workout: Workout.ID, _ decision: WorkoutDecisionDraft, ifMatch version: Version
    ) async throws -> WorkoutAnomaly {
        let decision = try decision.checked()
        let decided = try await write(by: .moderator) { transaction in
            let owner = try transaction.ownerToDecideAbout(workout)
            try Anomalies(Transaction(transaction, seenBy: owner, at: transaction.now)).decide(
                workout, decision, by: viewer, ifMatch: version)
            return try transaction.anomaly(of: workout)
        }
        engine.environment.decisionLog(workout, decision.outcome, viewer)
        return decided
    }

    @discardableResult
    public func requestReview(of workout: Workout.ID) async throws -> Workout {
        try await write { transaction in
            let asked = try Anomalies(transaction).requestReview(of: transaction.ownWorkout(workout))
            return try transaction.shown(asked.shown(to: viewer, requestedAs: workout))
        }
    }
}

extension Engine {
    /// The workouts that look impossible or unusual, for the operator of the server, oldest first.
    /// - Parameters:
    ///   - state: the state of the workouts.
    ///   - last: the last of those that were returned before; nil to start.
    ///   - limit: how many to return at most.
    public func anomalies(
        in state: AnomalyState, after last: Workout.ID? = nil, limit: Int
    ) async throws -> [WorkoutAnomaly] {
        let isLater: SQL =
            last.map {
                """
                AND (anomalies.at, anomalies.workout) >
                    (SELECT earlier.at, earlier.workout FROM anomalies AS earlier WHERE earlier.workout = \($0))
                """
            } ?? .empty
        return try await read {
            try $0.anomalies(
                """
                WHERE anomalies.state = \(state) \(isLater)
                ORDER BY anomalies.at, anomalies.workout
                LIMIT \(limit)
                """)
        }
    }

    /// Decides whether a workout counts, for the operator of the server, who can also reverse a decision.
    /// - Parameter version: decides only if the anomaly still has this version; nil to decide in any case.
    /// - Throws: ``SocialError/Code/workoutNotFound`` if the workout does not exist, or is approved and plausible,
    ///   ``SocialError/Code/preconditionFailed`` if it has changed or was already decided like this, or
    ///   ``SocialError/Code/invalidValue``.
    @discardableResult
    public func decide(
        _ workout: Workout.ID, _ decision: WorkoutDecisionDraft, ifMatch version: Version? = nil
    ) async throws -> WorkoutAnomaly {
        let decision = try decision.checked()
        let now = environment.now()
        let decided = try await write { connection in
            let owner = try connection.owner(of: workout)
            let transaction = try Transaction(connection, of: session(for: owner), now: now)
            try Anomalies(transaction).decide(
                workout, decision, by: nil, ifMatch: version, mayRevise: true)
            return try connection.anomaly(of: workout)
        }
        environment.decisionLog(workout, decision.outcome, nil)
        return decided
    }
}

extension Transaction {
    fileprivate func anomalies(in state: AnomalyState, _ page: PageRequest) throws -> Page<WorkoutAnomaly> {
        // Moderators see these only once their owners ask.
        guard state != .late else { return Page(items: [], next: nil) }
        let limit = try limit(of: page)
        let list = "anomalies|\(state.rawValue)"
        let start = try start(of: page, in: list)
        // Index: `anomalies_by_state`.
        let found = try connection.anomalies(
            """
            WHERE anomalies.state = \(state) \(SQL.isAfter(start, "anomalies.at", "anomalies.workout"))
                AND \(try isImpartial(towards: "items.owner" as SQL))
            ORDER BY anomalies.at, anomalies.workout
            LIMIT \(limit + 1)
            """)
        return self.page(of: try shown(found), limit, in: list) { Position(at: $0.at, id: $0.id.uuid) }
    }

    fileprivate func anomaly(of workout: Workout.ID) throws -> WorkoutAnomaly {
        let found = try connection.anomalies("WHERE anomalies.workout = \(workout)").first
        return try shown([found ?? plausible(workout)])[0]
    }

    /// A plausible workout, as if it were listed.
    private func plausible(_ id: Workout.ID) throws -> WorkoutAnomaly {
        let stored = try visibleWorkout(id)
        guard let owner = try connection.people([stored.workout.owner])[stored.workout.owner] else {
            throw SocialError.workoutNotFound
        }
        return WorkoutAnomaly(
            workout: stored.shown(to: viewer.id), owner: owner, state: .listed, limits: [],
            at: stored.workout.updatedAt,
            decisions: try connection.decisions(about: [stored.workout.id])[id] ?? [])
    }

    /// The owner of the workout, if the viewer may decide about it.
    /// - Throws: ``SocialError/Code/workoutNotFound``, also if the viewer is not impartial;
    ///   ``SocialError/Code/notAllowed`` for an appeal against the viewer's decision.
    fileprivate func ownerToDecideAbout(_ workout: Workout.ID) throws -> Person.ID {
        let owner = try connection.owner(of: workout)
        guard try isImpartial(towards: owner) else { throw SocialError.workoutNotFound }
        guard let state = try connection.workout(workout)?.anomaly?.state else {
            // A plausible workout can be excluded only if the moderator may see it.
            return try visibleWorkout(workout).workout.owner
        }
        guard state != .late else { throw SocialError.workoutNotFound }
        guard try state != .appealed || !connection.hasDecided(viewer.id, about: workout) else {
            throw SocialError(.notAllowed, "Another moderator decides about appeals against your decision.")
        }
        return owner
    }

    /// With people as the viewer may see them, and without the texts of the workouts, which are not judged. Blocks
    /// between deciders make no difference.
    private func shown(_ anomalies: [WorkoutAnomaly]) throws -> [WorkoutAnomaly] {
        let owners = try people(anomalies.map(\.owner.id))
        return try anomalies.map { anomaly in
            var shown = anomaly
            shown.workout.title = ""
            shown.workout.source = nil
            shown.workout.detail = nil
            shown.workout.rating = .harmless
            shown.owner = try owners[anomaly.owner.id] ?? self.shown([anomaly.owner])[0]
            shown.decisions = try anomaly.decisions.map { decision in
                var shown = decision
                shown.decider = try decision.decider.map { try self.shown([$0])[0] }
                return shown
            }
            return shown
        }
    }
}

extension Connection {
    /// - Throws: ``SocialError/Code/workoutNotFound`` if the workout does not exist.
    fileprivate func owner(of workout: Workout.ID) throws -> Person.ID {
        let owner = try fetchFirst("SELECT owner FROM items WHERE id = \(workout) AND kind = 'workout'") {
            $0[0] as Person.ID
        }
        guard let owner else { throw SocialError.workoutNotFound }
        return owner
    }

    fileprivate func anomaly(of workout: Workout.ID) throws -> WorkoutAnomaly {
        guard let found = try anomalies("WHERE anomalies.workout = \(workout)").first else {
            throw SocialError.workoutNotFound
        }
        return found
    }

    /// Anomalies with texts as written.
    /// - Parameter rest: the rest of the query, from its condition.
    fileprivate func anomalies(_ rest: SQL) throws -> [WorkoutAnomaly] {
        let rows = try fetch(
            """
            SELECT \(StoredWorkout.columns), \(StoredAnomaly.columns), \(Person.columns), \(StoredAward.columns)
            FROM anomalies
            JOIN items ON items.id = anomalies.workout
            JOIN workouts ON workouts.id = items.id
            JOIN people ON people.id = items.owner
            JOIN awards ON awards.workout = items.id
            \(rest)
            """
        ) { row in
            (
                stored: StoredWorkout(&row), anomaly: StoredAnomaly(&row), owner: Person(&row),
                award: StoredAward(&row)
            )
        }
        let decisions = try decisions(about: rows.map(\.stored.workout.id))
        return rows.compactMap { row in
            guard let anomaly = row.anomaly else { return nil }
            var workout = row.stored.workout
            workout.experience = WorkoutExperience(row.award)
            return WorkoutAnomaly(
                workout: workout, owner: row.owner, state: anomaly.state, limits: anomaly.limits,
                at: anomaly.at, decisions: decisions[workout.id] ?? [])
        }
    }

    /// The decisions about the workouts, oldest first.
    fileprivate func decisions(about workouts: [Workout.ID]) throws -> [Workout.ID: [WorkoutDecision]] {
        guard !workouts.isEmpty else { return [:] }
        let rows = try fetch(
            """
            SELECT workout, outcome, reason, at, state_before, decider
            FROM anomaly_decisions
            WHERE workout IN \(list: workouts)
            ORDER BY workout, number
            """
        ) { row in
            (
                workout: row.next() as Workout.ID, outcome: row.next() as WorkoutDecision.Outcome,
                reason: row.next() as String, at: row.next() as Date, stateBefore: row.next() as AnomalyState,
                decider: row.next() as Person.ID?
            )
        }
        let people = try people(Set(rows.compactMap(\.decider)))
        return Dictionary(grouping: rows, by: \.workout).mapValues { rows in
            rows.map { row in
                WorkoutDecision(
                    outcome: row.outcome, reason: row.reason, at: row.at, stateBefore: row.stateBefore,
                    decider: row.decider.flatMap { people[$0] })
            }
        }
    }

    /// The people's cards, with names as written.
    fileprivate func people(_ ids: Set<Person.ID>) throws -> [Person.ID: Person] {
        guard !ids.isEmpty else { return [:] }
        let people = try fetch(
            """
            SELECT \(Person.columns)
            FROM people
            WHERE id IN \(list: ids.sorted()) AND username IS NOT NULL
            """
        ) { Person(&$0) }
        return Dictionary(uniqueKeysWithValues: people.map { ($0.id, $0) })
    }
}
