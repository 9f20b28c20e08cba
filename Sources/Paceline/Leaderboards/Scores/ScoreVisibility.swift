/// Who may see a score, and which leaderboards count its points, from most private to most open.
///
/// The owner's privacy level caps who sees it, as for every item: see ``Audience``. A board shows the points of a
/// score, by game, not the score itself, its grid or its reactions.
///
/// ```swift
/// draft.visibility = .groups
/// if score.visibility < .friends { showLock() }
/// ```
public enum ScoreVisibility: String, Sendable, Codable, CaseIterable, Comparable {
    /// Only the owner sees it. It counts on no board.
    case `private`
    /// Only the owner sees it. Its points count on the boards and in the seasons of the owner's groups.
    case groups
    /// The owner and their friends see it. Its points count on all boards, as with the next two.
    case friends
    /// The owner, their friends and their followers see it.
    case followers
    /// Everyone sees it, if the profile is public.
    case `public`

    /// The visibility of the score's feed item.
    public var itemVisibility: ItemVisibility {
        switch self {
        case .private, .groups: .private
        case .friends: .friends
        case .followers: .followers
        case .public: .public
        }
    }

    public static func < (left: ScoreVisibility, right: ScoreVisibility) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .private: 0
        case .groups: 1
        case .friends: 2
        case .followers: 3
        case .public: 4
        }
    }
}
