import Foundation
import Paceline
import PacelineAPI

/// The effect of a command on the view until the truth contains it. Applying an effect twice changes nothing.
enum Effect: Sendable, Equatable {
    case kudos(FeedItem.ID, isGiven: Bool, isBig: Bool = false)
    case heart(Comment.ID, isGiven: Bool)
    case addComment(QueuedComment)
    case editComment(Comment.ID, text: String)
    case deleteComment(Comment.ID)
    case publishWorkout(Workout.ID, WorkoutDraft)
    /// A batch of past workouts. The view shows them once the server sends them.
    case publishWorkouts([Workout.ID])
    case editWorkout(Workout.ID, WorkoutChanges)
    case deleteItem(FeedItem.ID)
    case removePhoto(Workout.ID)
    case publishScore(Game.ID, Day, ScoreDraft)
    case publishScores(Day, [DailyScore])
    case deleteScore(Game.ID, Day)
    case graph(Person.ID, GraphEffect)
    /// A request that is no longer pending.
    case resolveRequest(ConnectionRequest.ID)
    case account(AccountChanges)
    case removePicture(ProfilePicture)
    case settings(SettingsChanges)
    case activeGroup(LeaderboardGroup.ID?)
    case leaveGroup(LeaderboardGroup.ID)
    /// - Parameter ids: nil for all.
    case readNotifications(upTo: Date, ids: Set<SocialNotification.ID>?)
    /// None: the view does not contain notification settings, and only the server reads share texts.
    case none
}

/// The pictures of an account.
enum ProfilePicture: Sendable, Equatable {
    case avatar, header
}

/// The effect of a command on the relationship to a person.
enum GraphEffect: Sendable, Equatable {
    case follow, unfollow, unfriend, removeFollower, block, unblock, mute, unmute, request
}

/// A comment in the outbox.
struct QueuedComment: Sendable, Equatable {
    let id: Comment.ID
    let item: FeedItem.ID
    let text: String
    let parent: Comment.ID?
}

extension Effect {
    /// - Throws: ``SocialError/Code/invalidValue`` or ``SocialError/Code/malformed`` if such a request cannot be
    ///   queued.
    init(_ kind: CommandKind, _ reader: FieldReader) throws(SocialError) {
        switch kind {
        case .giveKudos:
            self = .kudos(
                try reader.id(FeedItem.self), isGiven: true, isBig: reader.body?["big"] == .boolean(true))
        case .withdrawKudos: self = .kudos(try reader.id(FeedItem.self), isGiven: false)
        case .giveHeart: self = .heart(try reader.id(Comment.self), isGiven: true)
        case .withdrawHeart: self = .heart(try reader.id(Comment.self), isGiven: false)
        case .addComment: self = .addComment(try QueuedComment(reader))
        case .editComment:
            guard let text = try reader.text("text") else { throw .needsServer }
            self = .editComment(try reader.id(Comment.self), text: TextRule.comment.stored(text))
        case .deleteComment: self = .deleteComment(try reader.id(Comment.self))
        case .publishWorkout:
            self = .publishWorkout(
                try reader.id(Workout.self), try reader.decoded(WorkoutDraft.self).stored)
        case .publishBatch:
            self = .publishWorkouts(try reader.decoded(WorkoutBatch.self).workouts.map(\.id))
        case .editWorkout:
            self = .editWorkout(try reader.id(Workout.self), try reader.decoded(WorkoutChanges.self))
        case .deleteWorkout: self = .deleteItem(try reader.id(FeedItem.self))
        case .removePhoto: self = .removePhoto(try reader.id(Workout.self))
        case .publishScore, .deleteScore: self = try Self.score(kind, reader)
        case .publishDailyScores:
            let batch = try reader.decoded(DailyScores.self)
            self = .publishScores(batch.day, batch.scores)
        case .follow: self = .graph(try reader.person(), .follow)
        case .unfollow: self = .graph(try reader.person(), .unfollow)
        case .unfriend: self = .graph(try reader.person(), .unfriend)
        case .removeFollower: self = .graph(try reader.person(), .removeFollower)
        case .block: self = .graph(try reader.person(), .block)
        case .unblock: self = .graph(try reader.person(), .unblock)
        case .mute: self = .graph(try reader.person(), .mute)
        case .unmute: self = .graph(try reader.person(), .unmute)
        case .sendRequest:
            // Only the server knows whose a friend code is.
            guard let person = try reader.text("to").flatMap(Person.ID.init) else { throw .needsServer }
            self = .graph(person, .request)
        case .acceptRequest, .rejectRequest, .cancelRequest:
            self = .resolveRequest(try reader.id(ConnectionRequest.self))
        case .updateMe: self = .account(try reader.decoded(AccountChanges.self))
        case .removeAvatar: self = .removePicture(.avatar)
        case .removeHeader: self = .removePicture(.header)
        case .updateSettings: self = .settings(try reader.decoded(SettingsChanges.self))
        case .setActiveGroup: self = .activeGroup(try reader.decoded(ActiveGroup.self).group)
        case .removeGroupMember:
            // Removing others needs the server.
            guard reader.parameters["person"] == "me" else { throw .needsServer }
            self = .leaveGroup(try reader.id(LeaderboardGroup.self))
        case .readNotifications:
            let read = try reader.decoded(ReadNotifications.self)
            self = .readNotifications(upTo: read.upTo, ids: read.ids.map(Set.init))
        case .updateNotificationSettings, .importScores: self = .none
        }
    }

    private static func score(_ kind: CommandKind, _ reader: FieldReader) throws(SocialError) -> Effect {
        guard let game = reader.parameters["game"].flatMap(Game.ID.init),
            let day = reader.parameters["day"].flatMap(Day.init)
        else { throw .needsServer }
        guard kind == .publishScore else { return .deleteScore(game, day) }
        return .publishScore(game, day, try reader.decoded(ScoreDraft.self))
    }
}

extension QueuedComment {
    fileprivate init(_ reader: FieldReader) throws(SocialError) {
        // Without an id of its own, sending the comment twice would publish two.
        guard let id = try reader.text("id").flatMap(Comment.ID.init), let text = try reader.text("text")
        else { throw .needsServer }
        self.init(
            id: id, item: try reader.id(FeedItem.self), text: TextRule.comment.stored(text),
            parent: try reader.text("parent").flatMap(Comment.ID.init))
    }
}

extension WorkoutDraft {
    /// As the server stores it. An invalid one stays as it is: the server refuses it.
    var stored: WorkoutDraft {
        do {
            return try checked(now: .distantFuture)
        } catch {
            return self
        }
    }
}

extension TextRule {
    fileprivate func stored(_ text: String) -> String {
        do {
            return try check(text)
        } catch {
            return text
        }
    }
}
