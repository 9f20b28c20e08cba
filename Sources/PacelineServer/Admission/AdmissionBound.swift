/// How many requests may run at once.
///
/// It grows while requests wait although the running ones are about as fast as alone, and shrinks while most take much
/// longer. So it finds the number that keeps the processors, the disk or the database of the machine busy.
struct AdmissionBound {
    /// A request that has finished.
    struct Sample {
        let operation: String
        /// The time that it ran, without waiting for a turn or for its body.
        let duration: Duration
    }

    /// What has happened since the last change.
    private struct Window {
        let start: ContinuousClock.Instant
        var count = 0
        var slowCount = 0
        var mostRunning = 0
        var hadWaiters = false
    }

    private let range: ClosedRange<Double>
    private var exact: Double
    private var window: Window?
    /// The time that each operation takes alone.
    private var aloneTimes: [String: Duration] = [:]

    private static let windowLength = Duration.milliseconds(100)
    private static let windowCount = 20
    /// A request is slow if it takes twice as long as alone, and this much more.
    private static let slack = Duration.milliseconds(15)

    init(fixed count: Int) {
        exact = Double(count)
        range = exact...exact
    }

    init(processors: Int) {
        let processors = Double(processors)
        exact = 32 * processors
        range = max(16, 8 * processors)...256 * processors
    }

    var value: Int { Int(exact) }

    /// Learns from a request.
    /// - Parameters:
    ///   - running: the requests that were running, with this one.
    ///   - hasWaiters: whether others wait.
    mutating func add(
        _ sample: Sample, running: Int, hasWaiters: Bool, at now: ContinuousClock.Instant
    ) {
        guard range.lowerBound < range.upperBound else { return }
        let alone = learn(from: sample, isQuiet: Double(running) <= range.lowerBound / 2)
        var window = window ?? Window(start: now)
        window.count += 1
        if sample.duration > alone * 2 + Self.slack { window.slowCount += 1 }
        window.mostRunning = max(window.mostRunning, running)
        window.hadWaiters = window.hadWaiters || hasWaiters
        guard window.count >= Self.windowCount, now - window.start >= Self.windowLength else {
            self.window = window
            return
        }
        change(after: window)
        self.window = nil
    }

    /// - Returns: the time that the operation takes alone.
    private mutating func learn(from sample: Sample, isQuiet: Bool) -> Duration {
        guard let known = aloneTimes[sample.operation], sample.duration >= known else {
            aloneTimes[sample.operation] = sample.duration
            return sample.duration
        }
        guard isQuiet else { return known }
        // Follows operations that have become slower, such as with more data.
        let alone = known + (sample.duration - known) / 16
        aloneTimes[sample.operation] = alone
        return alone
    }

    private mutating func change(after window: Window) {
        if window.slowCount * 2 > window.count {
            // Requests that are slow although few run are slow for another reason.
            guard Double(window.mostRunning) * 2 >= exact else { return }
            exact = max(range.lowerBound, exact * 0.9)
        } else if window.hadWaiters {
            exact = min(range.upperBound, exact + max(1, exact / 10))
        }
    }
}
