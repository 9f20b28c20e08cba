import Paceline
import PacelineAPI

/// An endpoint whose requests can be queued. The raw value is the endpoint's id.
package enum CommandKind: String, Sendable, CaseIterable {
    case giveKudos, withdrawKudos
    case addComment, editComment, deleteComment, giveHeart, withdrawHeart
    case publishWorkout, editWorkout, deleteWorkout, publishBatch, removePhoto
    case publishScore, publishDailyScores, importScores, deleteScore
    case follow, unfollow, unfriend, removeFollower, block, unblock, mute, unmute
    case sendRequest, acceptRequest, rejectRequest, cancelRequest
    case updateMe, removeAvatar, removeHeader, updateSettings, updateNotificationSettings
    case setActiveGroup, removeGroupMember
    case readNotifications

    /// The kind of a request, with its path parameters.
    /// - Returns: nil if the endpoint's requests cannot be queued.
    init?(_ request: QueuedRequest, parameters: inout [String: String]) {
        let segments = request.segments
        for kind in Self.byMethod[request.method] ?? [] {
            guard let found = kind.endpoint?.path.parameters(in: segments) else { continue }
            parameters = found
            self = kind
            return
        }
        return nil
    }

    /// Nil only if the API no longer has the endpoint.
    package var endpoint: (any AnyEndpoint)? { Self.endpoints[self] }

    private static let endpoints: [CommandKind: any AnyEndpoint] = {
        let byID = Dictionary(uniqueKeysWithValues: AllEndpoints.all.map { ($0.id, $0) })
        return allCases.reduce(into: [:]) { $0[$1] = byID[$1.rawValue] }
    }()

    private static let byMethod = Dictionary(grouping: allCases) { $0.endpoint?.method ?? .get }
}

extension CommandKind {
    /// Whether it may change who sees what. Such commands keep their place among all others: sent earlier or later, a
    /// command could reach other people than its author saw. A share text keeps its place, too, since only the server
    /// reads which scores are in it.
    var isBarrier: Bool {
        switch self {
        case .follow, .unfollow, .unfriend, .removeFollower, .block, .unblock, .mute, .unmute, .sendRequest,
            .acceptRequest, .rejectRequest, .cancelRequest, .updateMe, .updateSettings, .setActiveGroup,
            .removeGroupMember, .importScores:
            true
        case .giveKudos, .withdrawKudos, .addComment, .editComment, .deleteComment, .giveHeart,
            .withdrawHeart, .publishWorkout, .editWorkout, .deleteWorkout, .publishBatch, .removePhoto,
            .publishScore, .publishDailyScores, .deleteScore, .removeAvatar, .removeHeader,
            .updateNotificationSettings, .readNotifications:
            false
        }
    }

    /// The lane in which it is sent unless an app chooses another.
    package var lane: Command.Lane { self == .publishBatch ? .history : .interactive }

    /// Whether it removes something or declines, so that its goal is reached if there is nothing left to remove.
    var isRemoval: Bool {
        switch self {
        case .withdrawKudos, .deleteComment, .withdrawHeart, .deleteWorkout, .deleteScore, .unfollow,
            .unfriend, .removeFollower, .unblock, .unmute, .rejectRequest, .cancelRequest,
            .removeGroupMember, .removePhoto, .removeAvatar, .removeHeader:
            true
        default: false
        }
    }

    /// Whether a refusal means that the goal had already been reached, here or on another device.
    func isReached(by status: Int, _ code: SocialError.Code?) -> Bool {
        switch code {
        case .alreadyFriends?, .alreadyFollowing?, .alreadyMember?: self == .follow || self == .sendRequest
        case .requestExists?: self == .follow || self == .sendRequest
        case .notFriends?: self == .unfriend
        default: status == 404 && isRemoval
        }
    }
}
