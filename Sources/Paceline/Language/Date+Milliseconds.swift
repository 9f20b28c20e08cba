import Foundation

extension Date {
    /// Milliseconds since 1970-01-01T00:00:00Z, rounded: the precision that Paceline keeps.
    public var milliseconds: Int64 {
        Int64((timeIntervalSince1970 * 1_000).rounded())
    }

    public init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// The same instant without what is finer than a millisecond.
    public var inMilliseconds: Date { Date(milliseconds: milliseconds) }
}
