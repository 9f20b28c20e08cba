import NIOCore

/// Decides which requests run, which wait and which are refused. It has no clock of its own.
///
/// A bounded number runs, and the others wait. As in CoDel (Nichols and Jacobson, 2012), too many wait once there is a
/// standing queue: for the length of the timeout, the oldest request has always waited longer than the target. A short
/// burst causes none. While there is one, the newest runs first: the oldest would be refused just after its turn, or
/// its caller would have given up.
struct AdmissionPolicy {
    typealias Instant = ContinuousClock.Instant

    /// The end of a request's wait.
    struct Turn: Equatable, Sendable {
        let id: UInt64
        /// Whether it runs now; otherwise it is refused.
        let isAdmitted: Bool
    }

    private struct Waiter {
        let id: UInt64
        let since: Instant
    }

    private let timeout: Duration
    private let target: Duration
    private(set) var bound: AdmissionBound
    private(set) var refusalPause = RefusalPause()
    private(set) var runningCount = 0
    /// The oldest first.
    private var waiters = CircularBuffer<Waiter>()
    /// Running requests that wait for their bodies.
    private var readers: [UInt64: Instant] = [:]
    private var lastID: UInt64 = 0
    /// When there was last no standing queue.
    private var lastShort: Instant?

    init(_ limits: AdmissionLimits, processors: Int) {
        timeout = .seconds(limits.timeout)
        target = .seconds(limits.target)
        bound = limits.running.map(AdmissionBound.init(fixed:)) ?? AdmissionBound(processors: processors)
    }

    var waitingCount: Int { waiters.count }

    /// Admits a request if it can run at once.
    /// - Returns: its id; nil if it has to wait.
    mutating func enterAtOnce(at now: Instant) -> UInt64? {
        guard waiters.isEmpty, runningCount < bound.value else { return nil }
        lastShort = now
        runningCount += 1
        refusalPause.add(isAdmitted: true, at: now)
        lastID += 1
        return lastID
    }

    /// Admits a request or lets it wait.
    mutating func enter(at now: Instant) -> (id: UInt64, waits: Bool) {
        if let id = enterAtOnce(at: now) { return (id, false) }
        measure(at: now)
        lastID += 1
        waiters.append(Waiter(id: lastID, since: now))
        return (lastID, true)
    }

    /// Ends a running request.
    /// - Parameter sample: what the bound learns from it.
    /// - Returns: the waits that end.
    mutating func leave(_ sample: AdmissionBound.Sample?, at now: Instant) -> [Turn] {
        if let sample {
            bound.add(sample, running: runningCount, hasWaiters: !waiters.isEmpty, at: now)
        }
        runningCount -= 1
        return endWaits(at: now)
    }

    /// Begins the wait of a running request for its body.
    mutating func beginReading(_ id: UInt64, at now: Instant) {
        readers[id] = now
    }

    /// Ends the wait for the body.
    /// - Returns: whether the request still runs; otherwise another took its place, and it must enter again.
    mutating func endReading(_ id: UInt64) -> Bool {
        readers.removeValue(forKey: id) != nil
    }

    /// Ends a request that waits for its body.
    mutating func leaveReading(_ id: UInt64, at now: Instant) -> [Turn] {
        guard endReading(id) else { return [] }
        runningCount -= 1
        return endWaits(at: now)
    }

    /// Refuses requests that have waited too long, and lets others take the place of those whose bodies are slow.
    mutating func sweep(at now: Instant) -> [Turn] {
        guard !waiters.isEmpty else { return [] }
        for (id, since) in readers where now - since >= target {
            readers[id] = nil
            runningCount -= 1
        }
        return endWaits(at: now)
    }

    /// How long to wait before the next sweep; nil if no request waits.
    func pauseBeforeSweep(at now: Instant) -> Duration? {
        waiters.first.map { oldest in
            let rest = timeout - (now - oldest.since)
            return max(Self.shortestPause, min(rest, target))
        }
    }

    private static let shortestPause = Duration.milliseconds(5)

    private mutating func endWaits(at now: Instant) -> [Turn] {
        var turns: [Turn] = []
        while let oldest = waiters.first, now - oldest.since >= timeout {
            waiters.removeFirst()
            refusalPause.add(isAdmitted: false, at: now)
            turns.append(Turn(id: oldest.id, isAdmitted: false))
        }
        while runningCount < bound.value, let next = takeNext(at: now) {
            runningCount += 1
            refusalPause.add(isAdmitted: true, at: now)
            turns.append(Turn(id: next.id, isAdmitted: true))
        }
        return turns
    }

    private mutating func takeNext(at now: Instant) -> Waiter? {
        measure(at: now)
        let isFull = lastShort.map { now - $0 >= timeout } ?? false
        return isFull ? waiters.popLast() : waiters.popFirst()
    }

    private mutating func measure(at now: Instant) {
        let isLong = waiters.first.map { now - $0.since > target } ?? false
        if !isLong { lastShort = now }
    }
}
