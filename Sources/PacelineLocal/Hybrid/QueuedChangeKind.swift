import Foundation
import PacelineReplica

/// What a queued change does. ``title`` names it for people; an app in other languages has a text of its own for each
/// kind.
///
/// ```swift
/// for change in try await ana.waitingChanges() { show("Not sent yet: \(change.kind.title)") }
/// ```
public enum QueuedChangeKind: String, Sendable, CaseIterable {
    /// Kudos to an item.
    case giveKudos, withdrawKudos
    /// A comment, or a heart for a comment.
    case addComment, editComment, deleteComment, giveHeart, withdrawHeart
    /// One workout, or its photo.
    case publishWorkout, editWorkout, deleteWorkout, removePhoto
    /// Several past workouts at once.
    case publishBatch
    /// One score of a game.
    case publishScore, deleteScore
    /// The scores of one day.
    case publishDailyScores
    /// The scores in a text that a game shared.
    case importScores
    /// The viewer's relationship to another person.
    case follow, unfollow, unfriend, removeFollower, block, unblock, mute, unmute
    /// A friend or follow request.
    case sendRequest, acceptRequest, rejectRequest, cancelRequest
    /// A change of the profile or the account.
    case updateMe
    /// The viewer's pictures and settings.
    case removeAvatar, removeHeader, updateSettings, updateNotificationSettings
    /// The group that is pinned: its leaderboard is shown first.
    case setActiveGroup
    /// Leaving a group.
    case removeGroupMember
    /// Marking notifications as read.
    case readNotifications
    /// A change that a version of the app queued which this one does not know.
    case unknown

    init(_ request: QueuedRequest) {
        self = request.operation.flatMap(Self.init) ?? .unknown
    }
}

extension QueuedChangeKind {
    /// What the change does, in English, such as “Give kudos”.
    public var title: String {
        switch self {
        case .giveKudos: "Give kudos"
        case .withdrawKudos: "Take back kudos"
        case .addComment: "Comment"
        case .editComment: "Edit a comment"
        case .deleteComment: "Delete a comment"
        case .giveHeart: "Give a heart"
        case .withdrawHeart: "Take back a heart"
        case .publishWorkout: "Publish a workout"
        case .editWorkout: "Edit a workout"
        case .deleteWorkout: "Delete a workout"
        case .removePhoto: "Remove a photo"
        case .publishBatch: "Publish past workouts"
        case .publishScore: "Publish a score"
        case .deleteScore: "Delete a score"
        case .publishDailyScores: "Publish the scores of a day"
        case .importScores: "Import scores"
        case .follow: "Follow"
        case .unfollow: "Unfollow"
        case .unfriend: "Unfriend"
        case .removeFollower: "Remove a follower"
        case .block: "Block"
        case .unblock: "Unblock"
        case .mute: "Mute"
        case .unmute: "Unmute"
        case .sendRequest: "Send a request"
        case .acceptRequest: "Accept a request"
        case .rejectRequest: "Decline a request"
        case .cancelRequest: "Cancel a request"
        case .updateMe: "Edit your profile"
        case .removeAvatar: "Remove your picture"
        case .removeHeader: "Remove your header picture"
        case .updateSettings: "Edit your settings"
        case .updateNotificationSettings: "Edit your notification settings"
        case .setActiveGroup: "Pin or unpin a group"
        case .removeGroupMember: "Leave a group"
        case .readNotifications: "Mark notifications as read"
        case .unknown: "Another change"
        }
    }
}
