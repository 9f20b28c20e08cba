/// The pauses after failures in a row. They are random, so that many devices do not return together, and at most twice
/// as long after each failure.
package struct Backoff: Sendable, Equatable {
    /// Failures in a row.
    package private(set) var failures = 0
    /// The server asked for no request before this time, in milliseconds.
    package private(set) var notBefore: Int64 = 0

    package init() {}

    /// The longest pause that the server did not ask for, in milliseconds. Also the longest one while a command waits,
    /// so that changes arrive meanwhile.
    package static let longestPause: Int64 = 300_000

    /// Ends the pause: the last attempt succeeded, or the next one may. What the server asked for stays.
    package mutating func reset() { failures = 0 }

    /// Counts a failure.
    /// - Parameters:
    ///   - retryAfter: how long the server asked to wait, in seconds.
    ///   - now: the time of a monotonic clock, in milliseconds.
    /// - Returns: when to try again.
    package mutating func fail(
        retryAfter: Int?, now: Int64, using random: inout some RandomNumberGenerator
    ) -> Int64 {
        failures += 1
        let longest = min(1_000 << Int64(min(failures, 20)), Self.longestPause)
        if let retryAfter { notBefore = max(notBefore, now + Int64(retryAfter) * 1_000) }
        return max(now + Int64.random(in: 0...longest, using: &random), notBefore)
    }
}
