import Paceline
import PacelineAPI

/// When a call that failed is made again, and after how long.
public struct RetryPolicy: Sendable {
    /// How often at most, after the first time.
    public var retries: Int
    /// The longest `Retry-After`, in seconds, that is waited for rather than reported.
    public var maximumRetryAfter: Int
    /// The pause before the first retry; it doubles with each further one.
    public var pause: Duration
    /// Sleeps; a test may count instead.
    public var sleep: @Sendable (Duration) async throws -> Void

    public init(
        retries: Int = 2, maximumRetryAfter: Int = 2, pause: Duration = .milliseconds(100),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.retries = retries
        self.maximumRetryAfter = maximumRetryAfter
        self.pause = pause
        self.sleep = sleep
    }

    /// How long to wait before trying again after a broken connection; with jitter, so that the many clients of a
    /// server that restarts do not all come back at once.
    func pause(afterAttempt attempt: Int) -> Duration {
        pause * (1 << attempt) * Double.random(in: 0.5...1.5)
    }

    /// How long to wait before trying again after this answer; nil when it stands.
    func pause(after reply: Reply) -> Duration? {
        guard reply.status == 503, let seconds = reply.header("Retry-After").flatMap(Int.init),
            (0...maximumRetryAfter).contains(seconds)
        else { return nil }
        return .seconds(seconds) + pause * Double.random(in: 0...1)
    }
}
