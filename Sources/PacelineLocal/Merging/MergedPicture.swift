import Paceline
import PacelineEngine
import PacelineReplica

/// A picture of a local community.
enum MergedPicture: Sendable, Equatable {
    case photo(Workout.ID)
    case avatar, header

    /// Names it in the outcomes of a merge.
    var name: String {
        switch self {
        case .photo(let workout): "photo/\(workout)"
        case .avatar: "avatar"
        case .header: "header"
        }
    }

    var workout: Workout.ID? { if case .photo(let workout) = self { workout } else { nil } }
}

extension MergeableContents {
    var pictures: [MergedPicture] {
        photos.map { .photo($0) } + (hasAvatar ? [.avatar] : []) + (hasHeader ? [.header] : [])
    }

    /// The names of what is queued.
    private var queuedNames: [String] {
        workouts.map { MergeBatch.name(of: $0) } + scores.map(\.name)
    }

    /// The names of everything.
    var names: [String] { queuedNames + pictures.map(\.name) }

    /// Whether some of it is neither queued nor done, since the outbox had no room.
    func needsQueueing(besides queued: [String: QueuedOutcome], _ outcomes: [String: MergeOutcome]) -> Bool {
        queuedNames.contains { queued[$0] == nil && outcomes[$0] == nil }
    }
}

extension MergeableScore {
    var name: String { MergeBatch.name(ofScoreIn: game, on: day) }
}

extension ScoreVisibility {
    /// The visibility of a score that the same people see.
    init(_ visibility: ItemVisibility) {
        self =
            switch visibility {
            case .private: .private
            case .friends: .friends
            case .followers: .followers
            case .public: .public
            }
    }
}
