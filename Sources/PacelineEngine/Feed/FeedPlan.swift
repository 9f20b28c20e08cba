import Paceline
import PacelineDatabase

/// A strategy for reading a page of a feed.
enum FeedPlan {
    /// Merge the cached timelines.
    case cached
    /// Find the newest item of each source, then read on from those that can be on the page.
    case perSource
    /// The same in one statement with lateral joins.
    case lateral
    /// Read the last few items of each source.
    case recentWindow

    /// Chooses the fastest strategy for the query.
    /// - Parameter isCacheMiss: whether the cached timelines turned out not to go back far enough.
    init(_ query: FeedQuery, on connection: any Connection, isCacheMiss: Bool = false) {
        self =
            switch query.window {
            case .recent: .recentWindow
            case nil where query == FeedQuery() && !isCacheMiss: .cached
            case nil: connection.canJoinLaterally ? .lateral : .perSource
            }
    }
}
