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
        let isNew = try ownWorkout(id, before) == nil
        guard let workout = try ownWorkout(id, after) else { return nil }
        return try PublishedWorkout(workout: workout, status: isNew ? .created : .updated).response(200)
    }

    func edited(_ id: Workout.ID) throws -> EncodedResponse? {
        guard try ownWorkout(id, before) != nil, let workout = try ownWorkout(id, after) else { return nil }
        return try PublishedWorkout(workout: workout, status: .updated).response(200)
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
        try transaction.rememberedAnswer(for: API.games.target(NoParameters(), NoParameters())).map {
            try PacelineJSON.decode(GameList.self, from: $0).items
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
        let old = try transaction.score(of: account.id, in: id, on: day)
        if let old, draft.ifAbsent == true { return PublishedScore(score: old, status: .unchanged) }
        let maximum = draft.maximum ?? game.maximum
        let points = game.points(score: draft.score, maximum: maximum, isCompleted: draft.isCompleted)
        let score = Score(
            id: old?.id ?? FeedItem.ID(UUID()), owner: account.id, game: id, day: day, score: draft.score,
            maximum: maximum, isCompleted: draft.isCompleted, isHardMode: draft.isHardMode,
            puzzle: draft.puzzle, grid: draft.grid,
            visibility: draft.visibility ?? old?.visibility ?? account.settings.scoreVisibility,
            points: points,
            metric: game.metric(points: points, maximum: maximum, isCompleted: draft.isCompleted),
            createdAt: old?.createdAt ?? now, updatedAt: now)
        return PublishedScore(score: score, status: old == nil ? .created : .updated)
    }
}
