import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// What the server will answer to a command, as far as the device can tell.
struct Prediction {
    let transaction: ReplicaTransaction
    /// The viewer's, as the server sent it.
    let account: Account
    let request: QueuedRequest
    let scope: CommandScope
    /// The view without the command.
    let before: Overlay
    /// The view with it.
    let after: Overlay
    let now: Date

    /// - Returns: nil if only the server can tell.
    /// - Throws: the error that the server would answer.
    func response() throws -> EncodedResponse? {
        switch scope.effect {
        case .kudos(let id, _):
            return try transaction.item(id, with: after).map {
                try Tally(count: $0.kudosCount, mine: $0.hasKudos).response(200)
            }
        case .heart(let id, _):
            return try comment(id, after).map {
                try Tally(count: $0.heartCount, mine: $0.hasHeart).response(200)
            }
        case .addComment(let comment): return try added(comment)
        case .editComment(let id, let text): return try edited(id, text)
        case .deleteComment(let id): return try deleted(id)
        case .publishWorkout(let id, let draft): return try published(id, draft)
        case .publishWorkouts: return try publishedBatch()
        case .editWorkout(let id, _): return try edited(id)
        case .removePhoto(let id): return try ownWorkout(id, before).map { _ in done }
        case .deleteItem, .deleteScore: return done
        case .publishScore(let game, let day, let draft):
            guard let result = try score(draft, in: game, on: day) else { return nil }
            return try PublishedScore(score: result.score, status: result.status).response(200)
        case .publishScores(let day, let scores): return try published(scores, on: day)
        case .graph(let person, let effect): return try changed(person, effect)
        case .resolveRequest(let id): return try resolved(id)
        case .account(let changes): return try updated(changes)
        case .removePicture: return try after.account(account).response(200)
        case .settings(let changes):
            // Limits that depend on the age are the server's.
            _ = try changes.applied(to: before.account(account).settings, ageGroup: .adult)
            return try after.account(account).settings.response(200)
        case .activeGroup(let id?): return try isMember(of: id) ? done : nil
        case .activeGroup(nil): return done
        case .leaveGroup(let id): return try isMember(of: id) ? done : nil
        case .readNotifications:
            return try transaction.inbox().map {
                try UnreadTally(unreadCount: after.inbox($0).unreadCount).response(200)
            }
        case .none: return nil
        }
    }

    private var done: EncodedResponse { NoContent().response(204) }

    private func isMember(of group: LeaderboardGroup.ID) throws -> Bool {
        try transaction.things(LeaderboardGroup.self, .group).contains { $0.id == group.uuid }
    }

    /// The account: email address and birth date need a confirmation, which the server keeps.
    private func updated(_ changes: AccountChanges) throws -> EncodedResponse? {
        guard changes.email == nil, changes.birthDate == nil else { return nil }
        _ = try changes.checked()
        return try after.account(account).response(200)
    }
}

// Comments.
extension Prediction {
    private func comment(_ id: Comment.ID, _ overlay: Overlay) throws -> Comment? {
        if let stored = try transaction.comments("WHERE id = \(id.uuid)").first {
            return overlay.comment(stored)
        }
        return overlay.addedComments[id].flatMap { overlay.newComment($0) }
    }

    private func added(_ added: QueuedComment) throws -> EncodedResponse? {
        guard try transaction.item(added.item, with: before) != nil else { return nil }
        if let parent = added.parent, try comment(parent, before) == nil { return nil }
        _ = try TextRule.comment.check(added.text)
        return try comment(added.id, after)?.response(201)
    }

    private func edited(_ id: Comment.ID, _ text: String) throws -> EncodedResponse? {
        guard let old = try comment(id, before), old.author?.id == account.id else { return nil }
        _ = try TextRule.comment.check(text)
        return try comment(id, after)?.response(200)
    }

    private func deleted(_ id: Comment.ID) throws -> EncodedResponse? {
        guard let old = try comment(id, before) else { return nil }
        let item = try transaction.item(old.item, with: before)
        guard old.author?.id == account.id || item?.author.id == account.id else { return nil }
        return done
    }
}

// Workouts and scores.
extension Prediction {
    private func ownWorkout(_ id: Workout.ID, _ overlay: Overlay) throws -> Workout? {
        guard let item = try transaction.item(id.item, with: overlay), item.author.id == account.id else {
            return nil
        }
        return item.workout
    }

    private func published(_ id: Workout.ID, _ draft: WorkoutDraft) throws -> EncodedResponse? {
        _ = try draft.checked(now: now)
        let isNew = try ownWorkout(id, before) == nil
        guard let workout = try ownWorkout(id, after) else { return nil }
        return try PublishedWorkout(workout: workout, status: isNew ? .created : .updated).response(200)
    }

    private func edited(_ id: Workout.ID) throws -> EncodedResponse? {
        guard try ownWorkout(id, before) != nil, let workout = try ownWorkout(id, after) else { return nil }
        return try PublishedWorkout(workout: workout, status: .updated).response(200)
    }

    /// Drafts that are not valid stay in the batch: the server will refuse them one by one.
    private func publishedBatch() throws -> EncodedResponse? {
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

    /// The games of the community, if they were read before.
    private func games() throws -> [Game]? {
        try transaction.rememberedAnswer(for: API.games.target(NoParameters(), NoParameters())).map {
            try PacelineJSON.decode(GameList.self, from: $0).items
        }
    }

    private func published(_ scores: [DailyScore], on day: Day) throws -> EncodedResponse? {
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

    /// The score with its points, which the game's rule gives.
    private func score(
        _ draft: ScoreDraft, in id: Game.ID, on day: Day
    ) throws -> (score: Score, status: PublishStatus)? {
        guard let game = try games()?.first(where: { $0.id == id }) else { return nil }
        let draft = try draft.checked(for: game)
        let old = try transaction.score(of: account.id, in: id, on: day)
        if let old, draft.ifAbsent == true { return (old, .unchanged) }
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
        return (score, old == nil ? .created : .updated)
    }
}

// The graph.
extension Prediction {
    private func changed(_ id: Person.ID, _ effect: GraphEffect) throws -> EncodedResponse? {
        guard id != account.id else {
            throw SocialError(.selfNotAllowed, "You cannot do this to yourself.", field: "person")
        }
        guard effect == .follow || effect == .request else { return done }
        guard let viewer = after.viewer, var person = try person(id) else { return nil }
        let old = try transaction.edge(to: id) ?? .notFriends
        let relationship = after.relationship(to: id, person.privacyLevel, old)
        person.relationship = relationship
        if effect == .follow {
            guard relationship == .requestSentByMe else {
                return try FollowOutcome.following(person).response(200)
            }
            return try FollowOutcome.requested(sent(to: person, from: viewer)).response(202)
        }
        var sent = try sent(to: person, from: viewer)
        if relationship == .friends { sent.state = .accepted }
        return try SentRequest(sent).response(201)
    }

    private func sent(to person: Person, from viewer: Person) throws -> ConnectionRequest {
        let id = request.body?["id"]?.text.flatMap(ConnectionRequest.ID.init)
        let kind = request.body?["kind"]?.text.flatMap(ConnectionRequest.Kind.init) ?? .follow
        return ConnectionRequest(
            id: id ?? ConnectionRequest.ID(UUID()), kind: kind, from: viewer, to: person,
            message: request.body?["message"]?.text, state: .pending, createdAt: now,
            expiresAt: now.addingTimeInterval(ConnectionRequest.lifetime))
    }

    private func resolved(_ id: ConnectionRequest.ID) throws -> EncodedResponse? {
        let requests = try transaction.things(ConnectionRequest.self, .request)
        guard var found = requests.first(where: { $0.id == id.uuid })?.value else { return nil }
        guard scope.kind == .acceptRequest else { return done }
        found.state = .accepted
        return try found.response(200)
    }

    /// A person as last sent, in a list, an item or an answer.
    private func person(_ id: Person.ID) throws -> Person? {
        let people = try transaction.connection.fetch("SELECT json FROM people WHERE id = \(id.uuid)") {
            $0[0] as [UInt8]
        }
        if let json = people.first { return try PacelineJSON.decode(Person.self, from: json) }
        let items = try transaction.items("WHERE owner = \(id.uuid) ORDER BY at DESC, id DESC LIMIT 1")
        if let author = items.first?.value.author { return author }
        let requests = try transaction.things(ConnectionRequest.self, .request).map(\.value)
        if let request = requests.first(where: { $0.from.id == id || $0.to.id == id }) {
            return request.from.id == id ? request.from : request.to
        }
        let answers = try transaction.connection.fetch(
            """
            SELECT answers.json
            FROM answer_people
            JOIN answers ON answers.key = answer_people.key
            WHERE answer_people.person = \(id.uuid)
            ORDER BY answers.read_at DESC, answers.key
            LIMIT 10
            """
        ) { $0[0] as [UInt8] }
        for json in answers {
            if let person = try JSONValue(parsing: json).person(id) { return person }
        }
        return nil
    }
}
