import Foundation
import Paceline
import PacelineReplica

/// Keeps a store in step with its server: does what a ``SyncMachine`` asks, with a real clock and a real network.
actor SyncRunner {
    let store: ReplicaStore
    private let server: ReplicaServer
    let clock: ServerClock
    /// Whether it syncs by itself: after each change, and each minute.
    private let isAutomatic: Bool
    private let start = ContinuousClock.now
    private var random = SystemRandomNumberGenerator()
    private(set) var machine = SyncMachine()
    /// The work from one pause of the machine to the next.
    private(set) var running: Task<Void, Never>?
    private var timer: Task<Void, Never>?
    private(set) var isClosed = false
    /// Why the last request failed; nil if it did not.
    private(set) var failure: SyncFailure?
    private(set) var offlineSince: Date?
    private(set) var syncedAt: Date?
    private(set) var sent = 0
    private(set) var received = 0
    /// The answers to commands that are waited for, by position.
    var answers: [Int64: CommandResult?] = [:]
    var listeners: [UUID: AsyncStream<SyncStatus>.Continuation] = [:]

    init(store: ReplicaStore, server: ReplicaServer, isAutomatic: Bool) {
        self.store = store
        self.server = server
        self.isAutomatic = isAutomatic
        clock = server.clock
    }

    private var now: Int64 { (ContinuousClock.now - start).wholeMilliseconds }

    /// Begins to sync by itself.
    func begin() {
        if isAutomatic { wake(.changed) }
    }

    /// Notes that a command was queued.
    func noteQueued() async {
        if isAutomatic { wake(.changed) }
        await tellStatus()
    }

    /// Ends the work. The store can be closed then.
    func close() async {
        isClosed = true
        timer?.cancel()
        running?.cancel()
        await running?.value
        for listener in listeners.values { listener.finish() }
        listeners = [:]
    }

    /// Syncs, and waits until there is nothing more to do or an attempt has failed.
    func pass(_ reason: SyncMachine.Wake) async {
        wake(reason)
        await running?.value
    }

    private func wake(_ reason: SyncMachine.Wake) {
        guard !isClosed, let action = machine.wake(reason, now: now) else { return }
        if case .wait(let time) = action { return startTimer(until: time) }
        timer?.cancel()
        running = Task { await self.work(from: action) }
    }

    private func startTimer(until time: Int64?) {
        timer?.cancel()
        guard isAutomatic, !isClosed, let time else { return }
        let pause = Duration.milliseconds(max(0, time - now))
        timer = Task {
            do {
                try await Task.sleep(for: pause)
                self.wake(.timer)
            } catch {
                // Another reason to sync came first.
            }
        }
    }

    private func work(from first: SyncMachine.Action) async {
        var action = first
        await tellStatus()
        while !isClosed {
            if case .wait(let time) = action {
                running = nil
                await noteEnd()
                startTimer(until: time)
                return
            }
            let event: SyncMachine.Event
            do {
                event = try await perform(action)
            } catch {
                // The store cannot be written, such as when the disk is full or the person signed out.
                machine = SyncMachine()
                running = nil
                failure = .stopped(error as? SocialError ?? .storeUnavailable)
                await tellStatus()
                startTimer(until: now + SyncMachine.interval)
                return
            }
            action = machine.handle(event, now: now, using: &random)
        }
        running = nil
    }
}

extension SyncRunner {
    private func perform(_ action: SyncMachine.Action) async throws -> SyncMachine.Event {
        switch action {
        case .send(let sync):
            do {
                let answer = try await server.sync(sync.request)
                failure = nil
                return .answered(answer)
            } catch {
                failure = error
                return .failed(error)
            }
        case .load(let load):
            do {
                return .loaded(try await server.load(load))
            } catch {
                failure = error
                return .failed(error)
            }
        case .apply(let answer, _):
            try await keepAnswers(answer)
            let event = try await store.perform(action, at: clock.time)
            if case .applied(let applied)? = event, applied.isBusy {
                failure = .busy(retryAfter: applied.retryAfter)
            }
            if case .applied(let applied)? = event, !applied.isOutdated {
                sent += answer.results.count { $0.isFinal }
                received += answer.changes.count
            }
            return event ?? .done
        default: return try await store.perform(action, at: clock.time) ?? .done
        }
    }

    /// Keeps the answers that are waited for: applying drops them.
    private func keepAnswers(_ answer: LenientSyncAnswer) async throws {
        guard !answers.isEmpty else { return }
        for command in try await store.outbox().commands {
            guard case .numbered(let number) = command.state, answers.keys.contains(command.position),
                let result = answer.results.first(where: { $0.number == number })
            else { continue }
            answers[command.position] = result
        }
    }

    /// Notes how the work ended, and tells it.
    private func noteEnd() async {
        switch failure {
        case .noAnswer?, .busy?: offlineSince = offlineSince ?? clock.device
        default: offlineSince = nil
        }
        if failure == nil { syncedAt = clock.device }
        await tellStatus()
    }
}

extension SocialError {
    static let storeUnavailable = SocialError(.unavailable, "The device's storage cannot be used now.")
}
