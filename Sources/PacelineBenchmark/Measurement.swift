import Foundation

/// What was measured of one thing, and what it has to reach.
struct Measurement: Codable {
    var name: String
    /// What it has to reach, as the goal is written; empty for what is measured for comparison.
    var goal: String
    var p50Milliseconds: Double?
    var p99Milliseconds: Double?
    /// What the processor worked for each, on all threads: steadier than time on a machine that others use.
    var processorMilliseconds: Double?
    var perSecond: Double?
    var ratio: Double?
    var megabytes: Double?
    var isReached: Bool

    /// The quantiles of durations that are at most the goals, in milliseconds.
    init(_ name: String, _ times: Timings, p50 goal50: Double?, p99 goal99: Double? = nil) {
        let sorted = times.durations.sorted()
        let p50 = sorted[sorted.count / 2].milliseconds
        let p99 = sorted[sorted.count * 99 / 100].milliseconds
        self.name = name
        goal = [goal50.map { "p50 ≤ \($0) ms" }, goal99.map { "p99 ≤ \($0) ms" }].compactMap(\.self)
            .joined(separator: ", ")
        p50Milliseconds = p50
        p99Milliseconds = p99
        processorMilliseconds = times.processor.milliseconds / Double(sorted.count)
        isReached = p50 <= goal50 ?? .infinity && p99 <= goal99 ?? .infinity
    }

    /// Quantiles that somebody else has found, in milliseconds.
    init(_ name: String, p50: Double, p99: Double, atMost goal: Double) {
        self.name = name
        self.goal = "p50 ≤ \(goal) ms"
        p50Milliseconds = p50
        p99Milliseconds = p99
        isReached = p50 <= goal
    }

    /// - Parameter goal: nil for what is measured for comparison.
    init(_ name: String, perSecond: Double, atLeast goal: Double?) {
        self.name = name
        self.goal = goal.map { "≥ \(Int($0))/s" } ?? ""
        self.perSecond = perSecond
        isReached = perSecond >= goal ?? 0
    }

    init(_ name: String, megabytes: Double, below goal: Double) {
        self.name = name
        self.goal = "< \(Int(goal)) MB"
        self.megabytes = megabytes
        isReached = megabytes < goal
    }

    /// - Parameter goal: nil for what is measured for comparison.
    init(_ name: String, milliseconds: Double, atMost goal: Double?) {
        self.name = name
        self.goal = goal.map { "≤ \(Int($0)) ms" } ?? ""
        p50Milliseconds = milliseconds
        isReached = milliseconds <= goal ?? .infinity
    }

    init(_ name: String, ratio: Double, goal: String, isReached: Bool) {
        self.name = name
        self.goal = goal
        self.ratio = ratio
        self.isReached = isReached
    }

    /// Measures what is wanted, and tells of each as it comes.
    /// - Parameters:
    ///   - names: beginnings of the names of those that are wanted; all when there are none.
    ///   - measures: each by its name.
    static func all(
        _ names: some Collection<String>,
        _ measures: [(name: String, measure: (String) async throws -> Measurement)]
    ) async throws -> [Measurement] {
        var results: [Measurement] = []
        for (name, measure) in measures
        where names.isEmpty || names.contains(where: { name.lowercased().hasPrefix($0.lowercased()) }) {
            let result = try await measure(name)
            FileHandle.standardError.write(Data((result.row + "\n").utf8))
            results.append(result)
        }
        return results
    }

    var row: String {
        let values = [
            p50Milliseconds.map { String(format: "p50 %.3f ms", $0) },
            p99Milliseconds.map { String(format: "p99 %.3f ms", $0) },
            processorMilliseconds.map { String(format: "processor %.3f ms", $0) },
            perSecond.map { String(format: "%.0f/s", $0) }, ratio.map { String(format: "%.3f", $0) },
            megabytes.map { String(format: "%.1f MB", $0) },
        ]
        let verdict = goal.isEmpty ? "" : isReached ? "yes" : "**no**"
        return "| \(name) | \(values.compactMap(\.self).joined(separator: ", ")) | \(goal) | \(verdict) |"
    }
}

/// How long each of many calls took, and what the processor worked for all of them.
struct Timings {
    var durations: [Duration] = []
    var processor = Duration.zero

    /// Prepares and times the operation so many times.
    /// - Parameter uncounted: how many times it is done before that, without being counted; a tenth as many unless
    ///   said otherwise.
    static func measuring(
        _ count: Int, warmUp: Int? = nil, _ prepare: () -> () async throws -> Void
    ) async throws -> Timings {
        let clock = ContinuousClock()
        var times = Timings()
        for _ in 0..<(warmUp ?? count / 10) { try await prepare()() }
        let processorBefore = processor
        for _ in 0..<count {
            let operation = prepare()
            let start = clock.now
            try await operation()
            times.durations.append(clock.now - start)
        }
        times.processor = processor - processorBefore
        return times
    }

    /// What the processor has worked for this process so far.
    static var processor: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}
