import Foundation

extension Date {
    /// Milliseconds since 1970-01-01T00:00:00Z, rounded: the precision that Paceline keeps.
    ///
    /// An instant too far away for 64 bits is the furthest that they hold.
    public var milliseconds: Int64 {
        let rounded = (timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: rounded) ?? (rounded > 0 ? .max : .min)
    }

    public init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// The same instant without what is finer than a millisecond.
    public var inMilliseconds: Date { Date(milliseconds: milliseconds) }
}
