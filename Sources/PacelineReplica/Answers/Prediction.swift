import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// Predicts the server's response to a command from the store.
struct Prediction {
    let transaction: ReplicaTransaction
    /// The viewer's account, as the server sent it.
    let account: Account
    let request: QueuedRequest
    let scope: CommandScope
    /// The effects of the commands before it.
    let before: Overlay
    /// The effects including its own.
    let after: Overlay
    let now: Date

    /// - Returns: nil if only the server knows the response.
    /// - Throws: the error with which the server would refuse the command.
    func response() throws -> EncodedResponse? {
        switch scope.effect {
        case .kudos(let id, _, _):
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
        case .editWorkout(let id, let changes): return try edited(id, changes)
        case .removePhoto(let id): return try ownWorkout(id, before).map { _ in done }
        case .deleteItem(let id): return try deleted(id)
        case .deleteScore(let game, let day):
            guard !before.deletedScores.contains(ScoreKey(game: game, day: day)) else {
                throw SocialError.scoreNotFound
            }
            return done
        case .publishScore(let game, let day, let draft):
            return try score(draft, in: game, on: day)?.response(200)
        case .publishScores(let day, let scores): return try published(scores, on: day)
        case .graph(let person, let effect): return try changed(person, effect)
        case .resolveRequest(let id): return try resolved(id)
        case .account(let changes): return try updated(changes)
        case .removePicture: return try after.account(account).response(200)
        case .settings(let changes):
            // The device leaves limits by age to the server.
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

    var done: EncodedResponse { NoContent().response(204) }

    private func isMember(of group: LeaderboardGroup.ID) throws -> Bool {
        try transaction.things(LeaderboardGroup.self, .group).contains { $0.id == group.uuid }
    }

    /// Changing the email address or the birth date needs a confirmed session, which only the server knows.
    private func updated(_ changes: AccountChanges) throws -> EncodedResponse? {
        guard changes.email == nil, changes.birthDate == nil else { return nil }
        _ = try changes.checked()
        return try after.account(account).response(200)
    }
}
