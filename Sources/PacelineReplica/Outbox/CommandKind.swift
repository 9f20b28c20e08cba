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
    static func match(_ request: QueuedRequest) -> (kind: CommandKind, parameters: [String: String])? {
        let segments = request.segments
        for kind in byMethod[request.method] ?? [] {
            if let parameters = kind.endpoint?.path.parameters(in: segments) { return (kind, parameters) }
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
    /// Whether it may change who sees what. Such a command keeps its place among all others. Otherwise people could see
    /// a comment that its author wrote after blocking them. A share text keeps its place, too, since only the server
    /// knows which scores it contains.
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

    /// Whether it removes or declines something. If the server no longer has that, the command has reached its goal.
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
