/// A duration to the tenth of a second, in the notation of training logs: `0:30`, `4:31.9`, `1:02:03.4`.
///
/// ```swift
/// ClockTime("4:31.9")?.seconds  // 271.9
/// ```
public struct ClockTime: Hashable, Sendable, LosslessStringConvertible {
    /// Tenths of a second, never negative. Integers keep sums exact.
    public let tenths: Int

    /// Rounds to tenths.
    /// - Returns: nil when negative, not finite, or longer than 9,999 hours.
    public init?(seconds: Double) {
        guard (0...Self.maxSeconds).contains(seconds) else { return nil }
        tenths = Int((seconds * 10).rounded())
    }

    /// Parses `M:SS` and `H:MM:SS`, either with a decimal for tenths.
    ///
    /// The first part may have up to four digits, so `90:00` works as well as `1:30:00`; the others have two.
    public init?(_ description: String) {
        let halves = description.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let first = Self.digits(parts[0], 1...4) else { return nil }
        var seconds = first
        for part in parts.dropFirst() {
            guard let value = Self.digits(part, 2...2), value < 60 else { return nil }
            seconds = seconds * 60 + value
        }
        let tenth = halves.count == 2 ? Self.digits(halves[1], 1...1) : 0
        guard let tenth else { return nil }
        tenths = seconds * 10 + tenth
    }

    /// Seconds.
    public var seconds: Double { Double(tenths) / 10 }

    /// The shortest form: `0:30`, `4:31.9`, `1:02:03.4`.
    public var description: String {
        let (whole, tenth) = tenths.quotientAndRemainder(dividingBy: 10)
        let (hours, minutes, seconds) = (whole / 3_600, whole / 60 % 60, whole % 60)
        let clock =
            hours > 0
            ? "\(hours):\(minutes.twoDigits):\(seconds.twoDigits)"
            : "\(minutes):\(seconds.twoDigits)"
        return tenth == 0 ? clock : "\(clock).\(tenth)"
    }

    private static let maxSeconds = 9_999.0 * 3_600

    private static func digits(_ text: Substring, _ count: ClosedRange<Int>) -> Int? {
        guard count.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
