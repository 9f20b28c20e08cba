/// A level, which a person reaches with XP. Level L starts at 250 × L × (L − 1) XP: at 0, 500, 1,500, 3,000 and so
/// on.
///
/// ```swift
/// let level = Level(lifetime: experience.lifetime)
/// print("Level \(level.number), \(level.next.start - experience.lifetime) XP to the next")
/// ```
public struct Level: Sendable, Hashable, Comparable {
    /// From 1.
    public let number: Int

    /// The level of a person with this lifetime XP.
    public init(lifetime: Int) {
        let lifetime = min(Int64(lifetime), Self.limit)
        // The estimate of a square root may be one off.
        var level = Int64(0.5 + (0.25 + Double(max(lifetime, 0)) / Double(Self.step)).squareRoot())
        while Self.start(of: level + 1) <= lifetime { level += 1 }
        while level > 1, Self.start(of: level) > lifetime { level -= 1 }
        number = Int(clamping: max(level, 1))
    }

    /// - Parameter number: from 1.
    package init(number: Int) { self.number = number }

    /// The XP with which it starts.
    public var start: Int { Int(clamping: Self.start(of: Int64(number))) }
    /// The level after it.
    public var next: Level { Level(number: number + 1) }

    public static func < (left: Level, right: Level) -> Bool { left.number < right.number }

    private static let step: Int64 = 250
    /// More than anyone earns, and too small to overflow.
    private static let limit: Int64 = 1 << 52

    private static func start(of number: Int64) -> Int64 { step * number * (number - 1) }
}
