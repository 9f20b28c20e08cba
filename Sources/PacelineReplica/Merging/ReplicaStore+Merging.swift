import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// Things of a local community, to be published by one command.
package struct MergeBatch: Sendable, Equatable {
    /// The names of the things, in the order of ``request``: see ``MergeBatch/name(_:)``.
    package let things: [String]
    package let request: QueuedRequest

    /// Past workouts.
    package init(workouts: [IdentifiedDraft]) throws {
        things = workouts.map { Self.name(CommandTarget(.item, $0.id)) }
        request = try QueuedRequest(API.publishBatch, NoParameters(), WorkoutBatch(workouts: workouts))
    }

    /// The scores of a day.
    package init(scores: [DailyScore], on day: Day) throws {
        things = scores.map { Self.name(CommandTarget(score: $0.game, on: day)) }
        request = try QueuedRequest(
            API.publishDailyScores, NoParameters(), DailyScores(day: day, scores: scores))
    }

    /// The name of a workout.
    package static func name(of workout: Workout.ID) -> String { name(CommandTarget(.item, workout)) }

    /// The name of a score.
    package static func name(ofScoreIn game: Game.ID, on day: Day) -> String {
        name(CommandTarget(score: game, on: day))
    }

    static func name(_ target: CommandTarget) -> String { "\(target.kind.rawValue)/\(target.id)" }
}

/// The outcome of a thing that was queued.
package enum QueuedOutcome: Sendable, Equatable {
    case waiting
    /// It is among the refusals, which the person retries or discards.
    case refused
    case settled(MergeOutcome)
}

/// The effect of ``ReplicaStore/queue(_:of:madeAt:limit:)``.
package enum MergeQueueing: Sendable, Equatable {
    case queued
    /// One of the things had been queued before. Nothing is queued.
    case isKnown
    /// There is no room until commands have been sent. Nothing is queued.
    case isFull
}

extension ReplicaStore {
    /// The most commands in the outbox after queueing a batch, so that there is room for what the person does.
    package static let mergeLimit = Outbox.limit / 2

    /// Queues things of a local community, each once, and records them in the same transaction.
    /// - Parameters:
    ///   - merge: the id of the merge, to which the names of the things belong.
    ///   - madeAt: the device's time, in milliseconds since 1970.
    /// - Throws: ``SocialError/Code/unauthenticated`` after the person signed out,
    ///   ``SocialError/Code/invalidValue`` for an empty batch.
    package func queue(
        _ batch: MergeBatch, of merge: UUID, madeAt: Int64, limit: Int = mergeLimit
    ) async throws -> MergeQueueing {
        try await write { transaction in
            try transaction.checkOpen()
            guard let first = batch.things.first else {
                throw SocialError(.invalidValue, "There is nothing to merge in this batch.")
            }
            for thing in batch.things where try transaction.connection.isMerged(thing, in: merge) {
                return .isKnown
            }
            guard transaction.outbox.commands.count < limit else { return .isFull }
            let origin = MergeOrigin(merge: merge, thing: "batch/\(first)").text
            try transaction.outbox.append(batch.request, lane: .history, madeAt: madeAt, origin: origin)
            for thing in batch.things {
                try transaction.connection.insert(
                    MergedThing(merge: merge, thing: thing, origin: origin, outcome: nil))
            }
            return .queued
        }
    }

    /// The things of a merge that were queued, by name.
    /// - Throws: ``SocialError/Code/unauthenticated`` after the person signed out.
    package func queuedOutcomes(of merge: UUID) async throws -> [String: QueuedOutcome] {
        let rows = try await read { transaction in
            try transaction.checkOpen()
            return try transaction.connection.fetch(
                """
                SELECT thing, outcome, CASE WHEN outcome = \(MergeOutcome.refused.rawValue)
                        AND origin IN (SELECT origin FROM refusals WHERE origin IS NOT NULL)
                    THEN 1 ELSE 0 END
                FROM merged_things
                WHERE merge = \(merge)
                """
            ) { row in
                (thing: row.next() as String, outcome: row.next() as Int?, isRefused: row.next() as Bool)
            }
        }
        return Dictionary(
            uniqueKeysWithValues: rows.map { row in
                let outcome = row.outcome.flatMap(MergeOutcome.init)
                return (row.thing, row.isRefused ? .refused : outcome.map { .settled($0) } ?? .waiting)
            })
    }

    /// Forgets the things of a merge, and what the server refused of it.
    package func forgetMerge(_ merge: UUID) async throws {
        try await write { try $0.forget(merge) }
    }
}

extension ReplicaTransaction {
    /// Forgets the things of a merge, and what the server refused of it.
    func forget(_ merge: UUID) throws {
        try connection.execute("DELETE FROM merged_things WHERE merge = \(merge)")
        let prefix = MergeOrigin(merge: merge, thing: "").text
        try connection.execute(
            "DELETE FROM refusals WHERE substr(origin, 1, \(prefix.utf8.count)) = \(prefix)")
    }
}

extension Connection {
    fileprivate func isMerged(_ thing: String, in merge: UUID) throws -> Bool {
        try exists("SELECT 1 FROM merged_things WHERE merge = \(merge) AND thing = \(thing)")
    }

    /// Notes a thing, unless it is known.
    func insert(_ thing: MergedThing) throws {
        try execute(
            """
            INSERT INTO merged_things (\(MergedThing.columns))
            VALUES (\(thing.merge), \(thing.thing), \(thing.origin), \(thing.outcome))
            ON CONFLICT (merge, thing) DO NOTHING
            """)
    }

    /// Marks what a refused command, or a refused part of one, would have published.
    func refuseMerged(_ origin: String) throws {
        let part = MergeOrigin(origin)
        try execute(
            """
            UPDATE merged_things
            SET outcome = \(MergeOutcome.refused.rawValue), origin = \(origin)
            WHERE origin = \(origin) OR merge = \(part?.merge) AND thing = \(part?.thing)
            """)
    }

    /// Marks what a refused command would publish as waiting, since the person retries it.
    func reopenMerged(_ origin: String) throws {
        try execute("UPDATE merged_things SET outcome = NULL WHERE origin = \(origin)")
    }
}

extension ReplicaTransaction {
    /// Marks what commands have published. Call it before the outbox receives the results, which marks what was
    /// refused.
    func noteMerged(_ results: [CommandResult]) throws {
        for result in results where result.status < 300 {
            guard let command = outbox.commands.first(where: { $0.number == result.number }),
                let origin = command.origin
            else { continue }
            try connection.execute(
                """
                UPDATE merged_things SET outcome = \(MergeOutcome.moved.rawValue) WHERE origin = \(origin)
                """)
            for target in command.kept(in: try result.bodyValue) {
                try connection.execute(
                    """
                    UPDATE merged_things SET outcome = \(MergeOutcome.kept.rawValue)
                    WHERE origin = \(origin) AND thing = \(MergeBatch.name(target))
                    """)
            }
        }
    }
}

extension Command {
    /// The ``origin`` of a refused part of a batch; nil if the batch has none.
    func origin(ofPart request: QueuedRequest) throws(SocialError) -> String? {
        guard let merge = origin.flatMap(MergeOrigin.init)?.merge,
            let target = try CommandScope(request).targets.first
        else { return nil }
        return MergeOrigin(merge: merge, thing: MergeBatch.name(target)).text
    }

    /// The scores that the account had already, and which stayed.
    fileprivate func kept(in body: JSONValue?) -> [CommandTarget] {
        switch scope.effect {
        case .publishScores(let day, _):
            guard case .array(let results)? = body?["results"] else { return [] }
            return results.compactMap { result in
                guard result["status"]?.text == PublishStatus.unchanged.rawValue,
                    let game = result["game"]?.text.flatMap(Game.ID.init)
                else { return nil }
                return CommandTarget(score: game, on: day)
            }
        // The receipt of a single score says only which one there is now.
        case .publishScore(let game, let day, let draft):
            let isMine = ["score", "isCompleted", "puzzle"].allSatisfy { field in
                (body?[field] ?? .null) == (request.body?[field] ?? .null)
            }
            return draft.ifAbsent == true && !isMine ? [CommandTarget(score: game, on: day)] : []
        default: return []
        }
    }
}
