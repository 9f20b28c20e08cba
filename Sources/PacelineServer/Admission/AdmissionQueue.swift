import CoreMetrics
import Foundation
import Paceline
import Synchronization

/// Lets a bounded number of requests run at once; see ``AdmissionPolicy``.
final class AdmissionQueue: Sendable {
    private typealias Continuation = CheckedContinuation<UInt64?, Never>

    private struct State {
        var policy: AdmissionPolicy
        var continuations: [UInt64: Continuation] = [:]
        var isSweeping = false
        var shownBound = 0
    }

    /// What follows from a change of the policy, to be done without the lock.
    private struct Effects {
        var resumed: [(continuation: Continuation, id: UInt64?)] = []
        var newBound: Int?
    }

    private let state: Mutex<State>
    private let waitingMeter: Meter
    private let boundMeter: Meter
    private let refusals: Counter

    init(
        _ limits: AdmissionLimits, processors: Int = ProcessInfo.processInfo.activeProcessorCount,
        metrics: any MetricsFactory
    ) {
        let policy = AdmissionPolicy(limits, processors: processors)
        state = Mutex(State(policy: policy, shownBound: policy.bound.value))
        waitingMeter = Meter(label: Name.waiting, factory: metrics)
        boundMeter = Meter(label: Name.bound, factory: metrics)
        refusals = Counter(label: Name.refusals, factory: metrics)
        waitingMeter.set(0)
        boundMeter.set(policy.bound.value)
    }

    /// The number of requests that wait.
    var waitingCount: Int { state.withLock { $0.policy.waitingCount } }
    /// The number of requests that run.
    var runningCount: Int { state.withLock { $0.policy.runningCount } }

    /// Waits until the request may run. End the ticket afterwards.
    /// - Throws: ``SocialError/Code/busy``.
    func enter() async throws -> AdmissionTicket {
        AdmissionTicket(try await waitForTurn(), in: self)
    }

    /// - Returns: the id of the running request.
    fileprivate func waitForTurn() async throws -> UInt64 {
        if let id = state.withLock({ $0.policy.enterAtOnce(at: .now) }) { return id }
        guard let id = await withCheckedContinuation(enqueue) else {
            refusals.increment()
            let pause = state.withLock { $0.policy.refusalPause }
            throw SocialError.overloaded(retryAfter: pause.seconds(.random(in: 0..<1)))
        }
        return id
    }

    private func enqueue(_ continuation: Continuation) {
        let (entry, startsSweeping) = state.withLock { state in
            let entry = state.policy.enter(at: .now)
            guard entry.waits else { return (entry, false) }
            state.continuations[entry.id] = continuation
            let startsSweeping = !state.isSweeping
            state.isSweeping = true
            return (entry, startsSweeping)
        }
        guard entry.waits else { return continuation.resume(returning: entry.id) }
        waitingMeter.increment()
        if startsSweeping { sweepWhileRequestsWait() }
    }

    /// One task for all, which exists only while requests wait.
    private func sweepWhileRequestsWait() {
        Task {
            while let pause = pauseBeforeSweep() {
                do {
                    try await Task.sleep(for: pause)
                } catch {
                    // Nothing cancels this task.
                    return
                }
                change { $0.sweep(at: .now) }
            }
        }
    }

    private func pauseBeforeSweep() -> Duration? {
        state.withLock { state in
            let pause = state.policy.pauseBeforeSweep(at: .now)
            state.isSweeping = pause != nil
            return pause
        }
    }

    fileprivate func leave(_ sample: AdmissionBound.Sample?) {
        change { $0.leave(sample, at: .now) }
    }

    fileprivate func beginReading(_ id: UInt64) {
        state.withLock { $0.policy.beginReading(id, at: .now) }
    }

    fileprivate func endReading(_ id: UInt64) -> Bool {
        state.withLock { $0.policy.endReading(id) }
    }

    fileprivate func leaveReading(_ id: UInt64) {
        change { $0.leaveReading(id, at: .now) }
    }

    /// Changes the policy, and resumes the requests whose wait ends.
    private func change(_ change: (inout AdmissionPolicy) -> [AdmissionPolicy.Turn]) {
        let effects = state.withLock { state in
            var effects = Effects()
            for turn in change(&state.policy) {
                guard let waiter = state.continuations.removeValue(forKey: turn.id) else { continue }
                effects.resumed.append((waiter, turn.isAdmitted ? turn.id : nil))
            }
            if state.policy.bound.value != state.shownBound {
                state.shownBound = state.policy.bound.value
                effects.newBound = state.shownBound
            }
            return effects
        }
        for (continuation, id) in effects.resumed {
            waitingMeter.decrement()
            continuation.resume(returning: id)
        }
        if let bound = effects.newBound { boundMeter.set(bound) }
    }
}

extension AdmissionQueue {
    private enum Name {
        static let waiting = "paceline_admission_waiting"
        static let bound = "paceline_admission_bound"
        static let refusals = "paceline_admission_refused_total"
    }

    static let help = [
        Name.waiting: "Requests that wait to run.",
        Name.bound: "The number of requests that may run at once.",
        Name.refusals: "Requests refused because they waited too long to run.",
    ]
}

extension SocialError {
    /// - Parameter retryAfter: in seconds.
    fileprivate static func overloaded(retryAfter: Int) -> SocialError {
        SocialError(
            .busy, "The server has too many requests at the moment. Try again in a few seconds.",
            retryAfter: retryAfter)
    }
}

/// The permission of one request to run.
///
/// While the request waits for its body, another can take its place: otherwise a few slow senders would keep out all
/// others.
final class AdmissionTicket: Sendable {
    private enum Stage {
        case running, reading, returning, ended
    }

    private struct State {
        var stage = Stage.running
        var id: UInt64
        /// When the request began to run, or continued.
        var start = ContinuousClock.now
        /// The time that it ran before.
        var runTime = Duration.zero
    }

    private let queue: AdmissionQueue
    private let state: Mutex<State>

    fileprivate init(_ id: UInt64, in queue: AdmissionQueue) {
        self.queue = queue
        state = Mutex(State(id: id))
    }

    /// Begins the wait for the body.
    func beginReading() {
        let id: UInt64? = state.withLock { state in
            guard state.stage == .running else { return nil }
            state.stage = .reading
            state.runTime += ContinuousClock.now - state.start
            return state.id
        }
        if let id { queue.beginReading(id) }
    }

    /// Ends the wait for the body. If it took long, waits for another turn.
    /// - Throws: ``SocialError/Code/busy``, or `CancellationError` if the request has ended meanwhile.
    func endReading() async throws {
        let id: UInt64? = state.withLock { state in
            guard state.stage == .reading else { return nil }
            state.stage = .returning
            return state.id
        }
        guard let id else { throw CancellationError() }
        guard !queue.endReading(id) else { return try run(as: id) }
        do {
            try run(as: try await queue.waitForTurn())
        } catch let error as SocialError {
            state.withLock { $0.stage = .ended }
            throw error
        }
    }

    private func run(as id: UInt64) throws {
        let isEnded = state.withLock { state in
            guard state.stage == .returning else { return true }
            state.stage = .running
            state.id = id
            state.start = .now
            return false
        }
        guard isEnded else { return }
        queue.leave(nil)
        throw CancellationError()
    }

    /// Ends the request.
    func end(operation: String?) {
        let (stage, id, runTime) = state.withLock { state in
            let stage = state.stage
            state.stage = .ended
            return (stage, state.id, state.runTime + (ContinuousClock.now - state.start))
        }
        switch stage {
        case .running: queue.leave(operation.map { AdmissionBound.Sample(operation: $0, duration: runTime) })
        case .reading: queue.leaveReading(id)
        // Ends as soon as it has its turn.
        case .returning, .ended: break
        }
    }
}
