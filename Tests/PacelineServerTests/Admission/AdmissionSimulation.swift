@testable import PacelineServer

/// A machine that runs requests under an ``AdmissionPolicy``, in steps of a millisecond of simulated time.
struct AdmissionSimulation {
    private struct Running {
        /// The processor time that is left, in milliseconds.
        var work: Double
        /// The step in which the disk has answered.
        let diskEnd: Int
        let start: Int
    }

    let processors: Double
    /// The processor time of a request, in milliseconds.
    let work: Double
    /// The processor time of a refusal, in milliseconds.
    var refusalWork = 0.0
    /// The time that a request waits for the disk meanwhile, in milliseconds.
    var disk = 0
    private(set) var policy: AdmissionPolicy

    private(set) var finishedCount = 0
    private(set) var refusedCount = 0
    private(set) var longestWait = 0
    private(set) var longestRun = 0
    private(set) var mostRunning = 0

    /// The refusals since the last step.
    private var lastRefusedCount = 0
    private var running: [UInt64: Running] = [:]
    private var waitingSince: [UInt64: Int] = [:]
    /// The number of callers by step.
    private var arrivals: [Int: Int] = [:]
    private let epoch = ContinuousClock.now

    /// The time in which callers come one at a time, before the others.
    private static let quietTime = 200

    init(processors: Int, work: Double, disk: Int = 0, limits: AdmissionLimits = AdmissionLimits()) {
        self.processors = Double(processors)
        self.work = work
        self.disk = disk
        policy = AdmissionPolicy(limits, processors: processors)
    }

    /// The requests that the processors could finish in the time.
    /// - Parameter time: in milliseconds.
    func capacity(in time: Int) -> Double { Double(time) * processors / work }

    /// Lets callers ask again as soon as they are answered.
    /// - Parameter time: in milliseconds.
    mutating func run(callers: Int, for time: Int) {
        for number in 0..<10 { arrivals[number * 20, default: 0] += 1 }
        for caller in 0..<callers { arrivals[Self.quietTime + caller % 50, default: 0] += 1 }
        for step in 0..<Self.quietTime + time { run(step) }
    }

    private mutating func run(_ step: Int) {
        for _ in 0..<(arrivals.removeValue(forKey: step) ?? 0) {
            let entry = policy.enter(at: instant(step))
            if entry.waits { waitingSince[entry.id] = step } else { begin(entry.id, step) }
        }
        if step % 5 == 0 { end(policy.sweep(at: instant(step)), step) }
        mostRunning = max(mostRunning, running.count)
        let rest = max(0, processors - Double(lastRefusedCount) * refusalWork)
        lastRefusedCount = 0
        let share = min(1, rest / Double(max(1, running.values.count { $0.work > 0 })))
        for id in running.keys.sorted() {
            guard var request = running[id] else { continue }
            request.work -= share
            running[id] = request
            if request.work < 1e-9, step + 1 >= request.diskEnd { finish(id, request, step) }
        }
    }

    private mutating func begin(_ id: UInt64, _ step: Int) {
        running[id] = Running(work: work, diskEnd: step + disk, start: step)
    }

    private mutating func finish(_ id: UInt64, _ request: Running, _ step: Int) {
        running[id] = nil
        let duration = step + 1 - request.start
        if step >= Self.quietTime {
            finishedCount += 1
            longestRun = max(longestRun, duration)
            arrivals[step + 1, default: 0] += 1
        }
        let sample = AdmissionBound.Sample(operation: "feed", duration: .milliseconds(duration))
        end(policy.leave(sample, at: instant(step)), step)
    }

    private mutating func end(_ turns: [AdmissionPolicy.Turn], _ step: Int) {
        for turn in turns {
            let wait = step - (waitingSince.removeValue(forKey: turn.id) ?? step)
            if turn.isAdmitted {
                longestWait = max(longestWait, wait)
                begin(turn.id, step)
            } else {
                refusedCount += 1
                lastRefusedCount += 1
                let pause = policy.refusalPause.seconds(Double(refusedCount % 10) / 10)
                arrivals[step + pause * 1_000, default: 0] += 1
            }
        }
    }

    private func instant(_ step: Int) -> ContinuousClock.Instant { epoch + .milliseconds(step) }
}
