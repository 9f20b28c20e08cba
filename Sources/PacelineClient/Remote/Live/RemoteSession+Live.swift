import Paceline
import PacelineAPI

extension RemoteSession {
    /// - Note: the sequence connects again by itself whenever a connection ends, and goes on where it was: see
    ///   ``RetryPolicy``. It throws when it cannot begin, and ``SocialError/Code/unauthenticated`` when the session is
    ///   over.
    public func events(after position: LogPosition?, watching items: [FeedItem.ID]) -> LiveEvents {
        LiveEvents { RemoteStream(caller, after: position, watching: items) }
    }
}
