/// How many requests run at once, and how long others wait.
public struct AdmissionLimits: Sendable, Equatable {
    /// The most requests that run at once; nil to adapt to the machine.
    public var running: Int?
    /// How long a request waits at most before it is refused, in seconds.
    public var timeout = 0.1
    /// The longest wait that is normal, in seconds. When requests have waited longer for a while, newer ones run first.
    public var target = 0.02

    public init() {}
}
