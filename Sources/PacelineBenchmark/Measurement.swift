import Foundation

/// The result of one benchmark and its goal.
struct Measurement: Codable {
    var name: String
    /// The goal as text; empty for none.
    var goal: String
    var p50Milliseconds: Double?
    var p99Milliseconds: Double?
    /// The CPU time of each call on all threads, which varies less than elapsed time on a shared machine.
    var processorMilliseconds: Double?
    var perSecond: Double?
    var ratio: Double?
    var megabytes: Double?
    var kilobytes: Double?
    var isReached: Bool

    /// Creates a measurement of quantiles with upper limits in milliseconds.
    init(_ name: String, _ times: Timings, p50 goal50: Double?, p99 goal99: Double? = nil) {
        let (p50, p99) = times.durations.quantiles
        self.name = name
        goal = [goal50.map { "p50 ≤ \($0) ms" }, goal99.map { "p99 ≤ \($0) ms" }].compactMap(\.self)
            .joined(separator: ", ")
        p50Milliseconds = p50
        p99Milliseconds = p99
        processorMilliseconds = times.processor.milliseconds / Double(times.durations.count)
        isReached = p50 <= goal50 ?? .infinity && p99 <= goal99 ?? .infinity
    }

    /// Creates a measurement of the quantiles of durations, of which there must be at least one.
    /// - Parameter goal99: the upper limit of the 99th percentile in milliseconds; nil for none.
    init(_ name: String, _ durations: [Duration], p99 goal99: Double?) {
        let (p50, p99) = durations.quantiles
        self.name = name
        goal = goal99.map { "p99 ≤ \($0) ms" } ?? ""
        p50Milliseconds = p50
        p99Milliseconds = p99
        isReached = p99 <= goal99 ?? .infinity
    }

    /// Creates a measurement of given quantiles in milliseconds.
    /// - Parameter goal: nil for none.
    init(_ name: String, p50: Double, p99: Double, atMost goal: Double?) {
        self.name = name
        self.goal = goal.map { "p50 ≤ \($0) ms" } ?? ""
        p50Milliseconds = p50
        p99Milliseconds = p99
        isReached = p50 <= goal ?? .infinity
    }

    /// - Parameter goal: nil for none.
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

    init(_ name: String, kilobytes: Double, atMost goal: Double) {
        self.name = name
        self.goal = "≤ \(Int(goal)) KB"
        self.kilobytes = kilobytes
        isReached = kilobytes <= goal
    }

    /// - Parameter goal: nil for none.
    init(_ name: String, milliseconds: Double, atMost goal: Double?) {
        self.name = name
        self.goal = goal.map { "≤ \($0.formatted()) ms" } ?? ""
        p50Milliseconds = milliseconds
        isReached = milliseconds <= goal ?? .infinity
    }

    init(_ name: String, ratio: Double, goal: String, isReached: Bool) {
        self.name = name
        self.goal = goal
        self.ratio = ratio
        self.isReached = isReached
    }

    /// Runs the selected benchmarks and prints each result to standard error.
    /// - Parameters:
    ///   - names: prefixes of the benchmarks to run; empty for all.
    ///   - measures: the benchmarks by name.
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
            processorMilliseconds.map { String(format: "CPU %.3f ms", $0) },
            perSecond.map { String(format: "%.0f/s", $0) }, ratio.map { String(format: "%.3f", $0) },
            megabytes.map { String(format: "%.1f MB", $0) }, kilobytes.map { String(format: "%.1f KB", $0) },
        ]
        let verdict = goal.isEmpty ? "" : isReached ? "yes" : "**no**"
        return "| \(name) | \(values.compactMap(\.self).joined(separator: ", ")) | \(goal) | \(verdict) |"
    }
}

/// The durations of many calls, and their total CPU time.
struct Timings {
    var durations: [Duration] = []
    var processor = Duration.zero

    /// Prepares and times the operation repeatedly.
    /// - Parameters:
    ///   - count: the number of timed calls.
    ///   - warmUp: the number of untimed calls before; by default a tenth of the count.
    ///   - prepare: returns the next operation.
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

    /// The process's CPU time so far.
    static var processor: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension [Duration] {
    /// The median and the 99th percentile in milliseconds. There must be at least one duration.
    var quantiles: (p50: Double, p99: Double) {
        let sorted = sorted()
        return (sorted[count / 2].milliseconds, sorted[count * 99 / 100].milliseconds)
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}
