/// The limits on the bodies of requests that are being received or processed.
public struct BodyLimits: Sendable, Equatable {
    /// The memory of all bodies together, in bytes. An eighth is kept for bodies that are not uploads.
    public var memory = 64_000_000
    /// The number of uploads of one person at a time, or of one address without a session.
    public var uploadsPerPerson = 2
    /// The lowest rate at which a body may arrive on average, in bytes per second, at least 1.
    public var lowestRate = 10_000
    /// How long a body may arrive at a lower rate, in seconds.
    public var grace = 5.0

    public init() {}

    /// The size above which a body counts as an upload, in bytes. Apps send several smaller ones at a time.
    static let uploadSize = 65_536

    /// The memory of all uploads together, in bytes.
    var uploadMemory: Int { memory - memory / 8 }

    /// The time by which more than this many bytes must have arrived.
    func time(after byteCount: Int) -> Duration {
        .seconds(max(grace, Double(byteCount) / Double(lowestRate)))
    }
}
