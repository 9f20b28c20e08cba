import Paceline
import PacelineAPI

/// Which failed requests are retried, and when.
///
/// Only idempotent requests are retried: after a lost connection, and after a 503 with a short `Retry-After`.
///
/// ```swift
/// let server = RemoteServer(url: url, retry: RetryPolicy(retries: 4, maximumRetryAfter: 10))
/// ```
public struct RetryPolicy: Sendable {
    /// The maximum number of retries after the first attempt.
    public var retries: Int
    /// The longest `Retry-After` to wait for, in seconds. A longer one fails at once.
    public var maximumRetryAfter: Int
    /// The pause before the first retry. It doubles with each further one, up to 65,536 times as long, and has jitter
    /// of ±50 %.
    public var pause: Duration
    /// Waits for a pause. Tests can replace it.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a policy. The default retries twice, after about 100 and 200 ms.
    /// - Parameters:
    ///   - retries: the maximum number of retries after the first attempt.
    ///   - maximumRetryAfter: the longest `Retry-After` to wait for, in seconds.
    ///   - pause: the pause before the first retry.
    ///   - sleep: waits for a pause.
    public init(
        retries: Int = 2, maximumRetryAfter: Int = 2, pause: Duration = .milliseconds(100),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.retries = retries
        self.maximumRetryAfter = maximumRetryAfter
        self.pause = pause
        self.sleep = sleep
    }

    /// The pause before a retry after a lost connection. Jitter keeps clients from all retrying at once after a server
    /// restarts.
    func pause(afterAttempt attempt: Int) -> Duration {
        pause * (1 << min(attempt, 16)) * Double.random(in: 0.5...1.5)
    }

    /// The pause before a retry after this response; nil if it is final.
    func pause(after response: EncodedResponse) -> Duration? {
        guard response.status == 503, let seconds = response.header("Retry-After").flatMap(Int.init),
            (0...maximumRetryAfter).contains(seconds)
        else { return nil }
        return .seconds(seconds) + pause * Double.random(in: 0...1)
    }
}
