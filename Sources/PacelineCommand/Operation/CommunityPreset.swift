import Paceline

/// A kind of community. It replaces the defaults of some settings.
enum CommunityPreset: String, CaseIterable {
    /// Daily puzzles, whose results are for groups. Named after the app StreakSync.
    case streaksync

    /// The defaults, by key.
    var defaults: [String: String] {
        switch self {
        case .streaksync: ["scoreVisibility": ScoreVisibility.groups.rawValue]
        }
    }
}
