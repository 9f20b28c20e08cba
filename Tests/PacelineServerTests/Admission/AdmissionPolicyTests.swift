import Testing

@testable import PacelineServer

@Suite("Which requests run, wait and are refused") struct AdmissionPolicyTests {
    /// A queue at times in milliseconds.
    private struct Queue {
        static let start = ContinuousClock.now
        var policy: AdmissionPolicy

        init(running: Int) {
            var limits = AdmissionLimits()
            limits.running = running
            policy = AdmissionPolicy(limits, processors: 2)
        }

        static func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

        mutating func enter(at time: Int) -> UInt64 { policy.enter(at: Self.at(time)).id }
        mutating func leave(at time: Int) -> [AdmissionPolicy.Turn] { policy.leave(nil, at: Self.at(time)) }
        mutating func sweep(at time: Int) -> [AdmissionPolicy.Turn] { policy.sweep(at: Self.at(time)) }
    }

    @Test("A bounded number runs, and the others follow in their order")
    func bounded() {
        var queue = Queue(running: 2)
        let entries = (0..<4).map { queue.policy.enter(at: Queue.at($0)) }
        #expect(entries.map(\.waits) == [false, false, true, true])
        #expect(queue.policy.runningCount == 2 && queue.policy.waitingCount == 2)
        let third = queue.leave(at: 10)
        #expect(third == [.init(id: entries[2].id, isAdmitted: true)])
        let atOnce = queue.policy.enterAtOnce(at: Queue.at(11))
        #expect(atOnce == nil)
        let fourth = queue.leave(at: 12)
        #expect(fourth == [.init(id: entries[3].id, isAdmitted: true)])
        let rest = queue.leave(at: 13) + queue.leave(at: 14)
        #expect(rest == [] && queue.policy.runningCount == 0 && queue.policy.waitingCount == 0)
    }

    @Test("A request that has waited for 100 ms is refused, not a millisecond earlier")
    func timeout() {
        var queue = Queue(running: 1)
        let ids = [0, 5, 6].map { queue.enter(at: $0) }
        let early = queue.sweep(at: 104)
        #expect(early == [])
        let late = queue.sweep(at: 105)
        #expect(late == [.init(id: ids[1], isAdmitted: false)])
        // Also when a request ends before the sweep.
        let last = queue.leave(at: 110)
        #expect(last == [.init(id: ids[2], isAdmitted: false)] && queue.policy.runningCount == 0)
    }

    @Test("Sweeps follow the oldest request, and end with the last")
    func pauses() {
        var queue = Queue(running: 1)
        #expect(queue.policy.pauseBeforeSweep(at: Queue.at(0)) == nil)
        for time in [0, 10] { _ = queue.enter(at: time) }
        for (time, pause) in [(10, 20), (98, 12), (109, 5)] {
            #expect(queue.policy.pauseBeforeSweep(at: Queue.at(time)) == .milliseconds(pause))
        }
        _ = queue.sweep(at: 110)
        #expect(queue.policy.pauseBeforeSweep(at: Queue.at(110)) == nil)
    }

    @Test("A burst, however long, is served in its order")
    func burst() {
        var queue = Queue(running: 1)
        let ids = (0..<1_000).map { _ in queue.enter(at: 0) }
        for number in 1..<90 {
            let turns = queue.leave(at: number)
            #expect(turns == [.init(id: ids[number], isAdmitted: true)])
        }
    }

    @Test("While the oldest has waited too long for 100 ms, the newest comes first")
    func standingQueue() {
        var queue = Queue(running: 1)
        _ = queue.enter(at: 0)
        // Later ones wait for 50 ms each. The queue was last short at 20 ms.
        var ids = (0..<5).map { _ in queue.enter(at: 0) }
        for time in stride(from: 10, through: 110, by: 10) {
            let turns = queue.leave(at: time)
            #expect(turns == [.init(id: ids.removeFirst(), isAdmitted: true)], "after \(time) ms")
            ids.append(queue.enter(at: time))
        }
        for time in [120, 130] {
            let turns = queue.leave(at: time)
            #expect(turns == [.init(id: ids.removeLast(), isAdmitted: true)], "after \(time) ms")
            ids.append(queue.enter(at: time))
        }
        // Once the queue has been empty, the oldest comes first again.
        for _ in 0..<6 { _ = queue.leave(at: 131) }
        #expect(queue.policy.waitingCount == 0 && queue.policy.runningCount == 0)
        let again = [132, 133, 134].map { queue.enter(at: $0) }
        let turns = queue.leave(at: 135)
        #expect(turns == [.init(id: again[1], isAdmitted: true)])
    }

    @Test("A request whose body is slow loses its place, but only to one that waits")
    func slowBody() {
        var queue = Queue(running: 1)
        let slow = queue.enter(at: 0)
        queue.policy.beginReading(slow, at: Queue.at(0))
        let alone = queue.sweep(at: 1_000)
        #expect(alone == [] && queue.policy.runningCount == 1)
        let other = queue.enter(at: 1_000)
        let turns = queue.sweep(at: 1_001)
        #expect(turns == [.init(id: other, isAdmitted: true)])
        let isRunning = queue.policy.endReading(slow)
        #expect(!isRunning)
        let rest = queue.policy.leaveReading(slow, at: Queue.at(1_002))
        #expect(rest == [] && queue.policy.runningCount == 1)
    }

    @Test("A request whose body arrives soon keeps its place")
    func fastBody() {
        var queue = Queue(running: 1)
        let first = queue.enter(at: 0)
        queue.policy.beginReading(first, at: Queue.at(0))
        let other = queue.enter(at: 1)
        let early = queue.sweep(at: 19)
        let isRunning = queue.policy.endReading(first)
        let late = queue.sweep(at: 90)
        #expect(early == [] && isRunning && late == [])
        queue.policy.beginReading(first, at: Queue.at(90))
        let turns = queue.policy.leaveReading(first, at: Queue.at(91))
        #expect(turns == [.init(id: other, isAdmitted: true)] && queue.policy.runningCount == 1)
    }

    @Test(
        "With 2,000 callers the machine stays busy, and each is answered or refused soon",
        arguments: [(1, 16...40), (2, 16...60), (8, 60...200)])
    func overload(processors: Int, bound: ClosedRange<Int>) {
        var simulation = AdmissionSimulation(processors: processors, work: 1.3)
        simulation.run(callers: 2_000, for: 2_000)
        #expect(Double(simulation.finishedCount) > simulation.capacity(in: 2_000) * 0.9)
        #expect(simulation.longestWait <= 105)
        #expect(simulation.longestRun <= 150)
        #expect(simulation.refusedCount > 1_000)
        #expect(bound.contains(simulation.policy.bound.value), "\(simulation.policy.bound.value)")
    }

    @Test("32 callers a processor are served without refusing any", arguments: [1, 2])
    func busy(processors: Int) {
        var simulation = AdmissionSimulation(processors: processors, work: 1.3)
        simulation.run(callers: 32 * processors, for: 2_000)
        #expect(simulation.refusedCount == 0 && simulation.longestWait <= 40)
        #expect(Double(simulation.finishedCount) > simulation.capacity(in: 2_000) * 0.9)
    }

    @Test(
        "Under overload, refusals cost little: over 90 % of the capacity serves requests",
        arguments: [(1.3, 0.15), (0.3, 0.15)])
    func refusalsTakeLittle(work: Double, refusalWork: Double) {
        var simulation = AdmissionSimulation(processors: 2, work: work)
        simulation.refusalWork = refusalWork
        simulation.run(callers: 4 * Int(simulation.capacity(in: 1_000)), for: 10_000)
        let finished = Double(simulation.finishedCount) / simulation.capacity(in: 10_000)
        #expect(finished > 0.9, "\(finished)")
        #expect(simulation.longestWait <= 105 && simulation.longestRun <= 150)
    }

    @Test("If requests wait for the disk, more run at once")
    func disk() {
        var simulation = AdmissionSimulation(processors: 2, work: 0.2, disk: 8)
        simulation.run(callers: 2_000, for: 2_000)
        #expect(simulation.policy.bound.value > 150, "\(simulation.policy.bound.value)")
        #expect(Double(simulation.finishedCount) > simulation.capacity(in: 2_000) * 0.7)
    }

    @Test("A fixed number stays as it is")
    func fixed() {
        var limits = AdmissionLimits()
        limits.running = 8
        var simulation = AdmissionSimulation(processors: 2, work: 1.3, limits: limits)
        simulation.run(callers: 2_000, for: 1_000)
        #expect(simulation.mostRunning == 8 && simulation.policy.bound.value == 8)
    }
}

@Suite("How long refused callers should wait") struct RefusalPauseTests {
    /// A pause, and the time since its start.
    private struct Counted {
        var pause = RefusalPause()
        private var now = ContinuousClock.now

        /// Counts requests that run and are refused, spread over seconds.
        mutating func add(_ admitted: Int, refused: Int, in seconds: Double) {
            let count = admitted + refused
            for number in 0..<count {
                now += .seconds(seconds / Double(count))
                let isAdmitted = (number + 1) * admitted / count > number * admitted / count
                pause.add(isAdmitted: isAdmitted, at: now)
            }
        }

        var average: Int { pause.seconds(0.5) }
    }

    @Test("It is a second, and doubles while more than one is refused for ten that run")
    func growing() {
        var counted = Counted()
        #expect(counted.pause.seconds(0) == 1 && counted.pause.seconds(0.99) == 1)
        for average in [2, 4] {
            counted.add(100, refused: 400, in: 0.502)
            #expect(counted.average == average)
        }
        counted.add(400, refused: 40_000, in: 60)
        #expect(counted.average == 30)
    }

    @Test("It stays while one is refused for twelve that run")
    func staying() {
        var counted = Counted()
        counted.add(4_800, refused: 400, in: 5)
        #expect(counted.average == 1)
    }

    @Test("It is halved after twice its time with few refusals, and stays at least a second")
    func shrinking() {
        var counted = Counted()
        for _ in 0..<2 { counted.add(100, refused: 400, in: 0.502) }
        #expect(counted.average == 4)
        // A pause without refusals is not enough: those who wait have not returned.
        counted.add(2_000, refused: 0, in: 4)
        #expect(counted.average == 4)
        counted.add(3_000, refused: 0, in: 6)
        #expect(counted.average == 2)
        counted.add(20_000, refused: 0, in: 40)
        #expect(counted.average == 1)
    }

    @Test("Callers return at different times, on average after the pause")
    func spread() {
        var counted = Counted()
        counted.add(400, refused: 40_000, in: 60)
        let seconds = (0..<100).map { counted.pause.seconds(Double($0) / 100) }
        #expect(seconds.min() == 15 && seconds.max() == 45)
        #expect((2_950...3_050).contains(seconds.reduce(0, +)))
    }
}

@Suite("How many requests run at once") struct AdmissionBoundTests {
    /// A bound that learns from one request a millisecond.
    private struct Loaded {
        var bound = AdmissionBound(processors: 1)
        var now = ContinuousClock.now

        mutating func add(
            _ count: Int, of operation: String = "feed", lasting milliseconds: Int, running: Int,
            hasWaiters: Bool = true
        ) {
            for _ in 0..<count {
                now += .milliseconds(1)
                bound.add(
                    .init(operation: operation, duration: .milliseconds(milliseconds)), running: running,
                    hasWaiters: hasWaiters, at: now)
            }
        }
    }

    @Test("It starts with the processors")
    func start() {
        #expect([1, 2, 8].map { AdmissionBound(processors: $0).value } == [32, 64, 256])
    }

    @Test("It grows only while requests wait, and up to a limit")
    func growing() {
        var loaded = Loaded()
        loaded.add(1_000, lasting: 1, running: 32, hasWaiters: false)
        #expect(loaded.bound.value == 32)
        loaded.add(200, lasting: 1, running: 32)
        #expect((35...38).contains(loaded.bound.value))
        loaded.add(10_000, lasting: 1, running: 32)
        #expect(loaded.bound.value == 256)
    }

    @Test("It shrinks while most requests take long, down to a limit")
    func shrinking() {
        var loaded = Loaded()
        loaded.add(20, lasting: 1, running: 1)
        loaded.add(10_000, lasting: 60, running: 32)
        #expect(loaded.bound.value == 16)
    }

    @Test("Requests that are slow although few run say nothing about the bound")
    func slowAnyway() {
        var loaded = Loaded()
        loaded.add(20, lasting: 1, running: 1)
        loaded.add(10_000, lasting: 60, running: 15, hasWaiters: false)
        #expect(loaded.bound.value == 32)
    }

    @Test("Each operation is compared with itself")
    func operations() {
        var loaded = Loaded()
        for _ in 0..<500 {
            loaded.add(1, of: "feed", lasting: 1, running: 32, hasWaiters: false)
            loaded.add(1, of: "signIn", lasting: 200, running: 32, hasWaiters: false)
        }
        #expect(loaded.bound.value == 32)
    }

    @Test("An operation that has become slower is learned while few requests run")
    func learning() {
        var loaded = Loaded()
        loaded.add(20, lasting: 1, running: 1)
        loaded.add(200, lasting: 60, running: 8, hasWaiters: false)
        loaded.add(1_000, lasting: 60, running: 32)
        #expect(loaded.bound.value > 32)
    }
}
