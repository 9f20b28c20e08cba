import Foundation
import Paceline
import PacelineAPI

extension Prediction {
    func ownWorkout(_ id: Workout.ID, _ overlay: Overlay) throws -> Workout? {
        guard let item = try transaction.item(id.item, with: overlay), item.author.id == account.id else {
            return nil
        }
        return item.workout
    }

    func published(_ id: Workout.ID, _ draft: WorkoutDraft) throws -> EncodedResponse? {
        _ = try draft.checked(now: now)
        return try published(id, over: try ownWorkout(id, before))
    }

    func edited(_ id: Workout.ID, _ changes: WorkoutChanges) throws -> EncodedResponse? {
        guard let old = try ownWorkout(id, before) else { return nil }
        _ = try changes.applied(to: old).checked(now: now)
        return try published(id, over: old)
    }

    private func published(_ id: Workout.ID, over old: Workout?) throws -> EncodedResponse? {
        guard let workout = try ownWorkout(id, after) else { return nil }
        let status: PublishStatus = old == nil ? .created : workout == old ? .unchanged : .updated
        return try PublishedWorkout(workout: workout, status: status).response(200)
    }

    /// The device may not hold an old workout, so that the deletion of one that it does not know is queued.
    func deleted(_ id: FeedItem.ID) throws -> EncodedResponse? {
        if before.deletedItems.contains(id) { throw SocialError.workoutNotFound }
        if let item = try transaction.item(id, with: before), item.author.id != account.id {
            throw SocialError.workoutOfAnotherPerson
        }
        return done
    }

    /// Drafts that are not valid stay in the batch: the server rejects each on its own.
    func publishedBatch() throws -> EncodedResponse? {
        let reader = FieldReader(parameters: [:], body: request.body)
        let results = try reader.decoded(WorkoutBatch.self).workouts.map { identified in
            do throws(SocialError) {
                _ = try identified.draft.checked(now: now)
                return BatchResult(id: identified.id, status: .created)
            } catch {
                return BatchResult(id: identified.id, status: .rejected, error: error)
            }
        }
        return try BatchResults(results: results).response(200)
    }

    /// The community's games; nil until a client has requested them.
    private func games() throws -> [Game]? {
        try transaction.rememberedAnswer(for: AnswerKey.games).map { json in
            try ReplicaTransaction.reading(AnswerKey.games) {
                try ReplicaTransaction.decode(GameList.self, from: json).items
            }
        }
    }

    func published(_ scores: [DailyScore], on day: Day) throws -> EncodedResponse? {
        guard try games() != nil else { return nil }
        let results = try scores.map { daily in
            do {
                guard let result = try score(daily.draft, in: daily.game, on: day) else {
                    throw SocialError(.gameNotFound, "There is no such game.", field: "game")
                }
                return ScoreBatchResult(game: daily.game, status: result.status, score: result.score)
            } catch let error as SocialError {
                return ScoreBatchResult(game: daily.game, status: .rejected, error: error)
            }
        }
        return try ScoreBatchResults(results: results).response(200)
    }

    /// The score as the server would store it, with the points by the game's rule; nil if the game is unknown.
    func score(
        _ draft: ScoreDraft, in id: Game.ID, on day: Day
    ) throws -> PublishedScore? {
        guard let game = try games()?.first(where: { $0.id == id }) else { return nil }
        let draft = try draft.checked(for: game)
        let key = ScoreKey(game: id, day: day)
        let isDeleted = before.deletedScores.contains(key)
        let old = isDeleted ? nil : try transaction.score(of: account.id, in: id, on: day)
        let queued = before.scores[key]
        if draft.ifAbsent == true, queued == nil, let old {
            return PublishedScore(score: old, status: .unchanged)
        }
        if draft.ifAbsent == true, var queued {
            queued.ifAbsent = nil
            return PublishedScore(score: try score(queued, old, game, day), status: .unchanged)
        }
        return PublishedScore(
            score: try score(draft, old, game, day),
            status: old == nil && queued == nil ? .created : .updated)
    }

    private func score(_ draft: ScoreDraft, _ old: Score?, _ game: Game, _ day: Day) throws -> Score {
        let maximum = draft.maximum ?? game.maximum
        let points = game.points(score: draft.score, maximum: maximum, isCompleted: draft.isCompleted)
        return Score(
            id: old?.id ?? FeedItem.ID(UUID()), owner: account.id, game: game.id, day: day,
            score: draft.score,
            maximum: maximum, isCompleted: draft.isCompleted, isHardMode: draft.isHardMode,
            puzzle: draft.puzzle, grid: draft.grid,
            visibility: draft.visibility ?? old?.visibility ?? account.settings.scoreVisibility,
            points: points,
            metric: game.metric(points: points, maximum: maximum, isCompleted: draft.isCompleted),
            createdAt: old?.createdAt ?? now, updatedAt: now)
    }
}
