import Paceline
import PacelineDatabase

/// A way of reading a page of a feed.
enum FeedPlan {
    /// From the cache, as far as it reaches back.
    case cached
    /// Each source is asked for its newest, and only those for more that may be on the page.
    case perSource
    /// The same in one statement.
    case lateral
    /// The newest few of each source.
    case recentWindow

    /// The quickest way for the query.
    /// - Parameter isCacheMiss: whether the cache was found not to reach back far enough.
    init(_ query: FeedQuery, on connection: any Connection, isCacheMiss: Bool = false) {
        self =
            switch query.window {
            case .recent: .recentWindow
            case nil where query == FeedQuery() && !isCacheMiss: .cached
            case nil: connection.canJoinLaterally ? .lateral : .perSource
            }
    }
}
