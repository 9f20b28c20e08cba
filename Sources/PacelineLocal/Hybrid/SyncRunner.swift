import Foundation
import Paceline
import PacelineDatabase
import PacelineReplica

/// Keeps a store in sync with its server: performs the actions of a ``SyncMachine`` with a real clock and a real
/// network.
actor SyncRunner {
    let store: ReplicaStore
    let server: ReplicaServer
    let clock: ServerClock
    let doorbell: Doorbell
    /// Whether it syncs by itself: after each change, when the live stream reports one, and each minute without it.
    let isAutomatic: Bool
    private let start = ContinuousClock.now
    private var random = SystemRandomNumberGenerator()
    private(set) var machine = SyncMachine()
    /// The work from one pause of the machine to the next.
    private(set) var running: Task<Void, Never>?
    private var timer: Task<Void, Never>?
    /// Looks for commands that other processes have added.
    var polling: Task<Void, Never>?
    private(set) var isClosed = false
    private(set) var isSuspended = false
    /// The calls that sync while the app is in the background. Nothing else runs meanwhile.
    private(set) var backgroundCalls: Set<UUID> = []
    /// Why the last request failed; nil if it succeeded.
    private(set) var failure: SyncFailure?
    private(set) var offlineSince: Date?
    private(set) var syncedAt: Date?
    /// Whether another process syncs the store.
    private(set) var isFollowing = false
    private(set) var sent = 0
    private(set) var received = 0
    /// The server's answers to commands that callers wait for, by position.
    var answers: [Int64: CommandResult?] = [:]
    var listeners: [UUID: AsyncStream<SyncStatus>.Continuation] = [:]
    /// The items that the live stream reported since the last load, of those that it watches.
    var changedItems: Set<FeedItem.ID> = []
    /// The number of pulls that have begun.
    var pulls = 0
    /// Callers that wait for a pull with a higher number.
    var pullWaiters: [(after: Int, waiter: CheckedContinuation<Bool, Never>)] = []
    /// The app's live streams.
    var streams: [UUID: Task<Void, Never>] = [:]

    init(store: ReplicaStore, server: ReplicaServer, isAutomatic: Bool) {
        self.store = store
        self.server = server
        self.isAutomatic = isAutomatic
        clock = server.clock
        doorbell = Doorbell(server: server)
    }

    var now: Int64 { (ContinuousClock.now - start).wholeMilliseconds }
    var isStopped: Bool { isClosed || isSuspended }

    /// Starts to sync by itself.
    func begin() async {
        guard isAutomatic, !isStopped else { return }
        wake(.refresh)
        startPolling()
        await doorbell.listen { [weak self] signal in await self?.hear(signal) }
    }

    /// Syncs soon, since a command was queued or the server has changed something.
    func noteChange() async {
        if isAutomatic { wake(.changed) }
        await publishStatus()
    }

    /// Stops all work, which `resume()` starts again. Nothing is read from or written to the store afterwards.
    func suspend() async {
        (isSuspended, backgroundCalls) = (true, [])
        await stopWork()
    }

    func resume() async {
        (isSuspended, backgroundCalls) = (false, [])
        await begin()
        await publishStatus()
    }

    /// Lets a call sync although the session is suspended. It must call ``endBackgroundCall(_:)``.
    /// - Returns: nil if the session is active: the call needs nothing.
    func beginBackgroundCall() -> UUID? {
        guard !isClosed, isSuspended || !backgroundCalls.isEmpty else { return nil }
        isSuspended = false
        let id = UUID()
        backgroundCalls.insert(id)
        return id
    }

    /// - Returns: whether to suspend the session again: not while another call syncs, or if the app has resumed or
    ///   suspended it meanwhile.
    func endBackgroundCall(_ id: UUID) -> Bool {
        backgroundCalls.remove(id) != nil && backgroundCalls.isEmpty
    }

    /// Stops all work. The store can be closed afterwards.
    func close() async {
        (isClosed, backgroundCalls) = (true, [])
        await stopWork()
        for listener in listeners.values { listener.finish() }
        listeners = [:]
    }

    private func stopWork() async {
        timer?.cancel()
        polling?.cancel()
        running?.cancel()
        for stream in streams.values { stream.cancel() }
        await doorbell.stop()
        await polling?.value
        await running?.value
        (polling, running) = (nil, nil)
        endPullWaits(false)
        for stream in streams.values { await stream.value }
    }

    /// Syncs now, and waits until there is nothing more to do or an attempt has failed.
    func syncNow(_ reason: SyncMachine.Wake) async {
        wake(reason)
        if reason == .refresh { await doorbell.retry() }
        await running?.value
    }

    func wake(_ reason: SyncMachine.Wake) {
        guard !isStopped, let action = machine.wake(reason, now: now) else { return }
        if case .wait(let time) = action { return startTimer(until: time) }
        timer?.cancel()
        running = Task { await self.work(from: action) }
    }

    private func startTimer(until time: Int64?) {
        timer?.cancel()
        guard isAutomatic, !isStopped, let time else { return }
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
        await publishStatus()
        while !isStopped {
            if case .wait(let time) = action {
                running = nil
                await noteEnd()
                startTimer(until: time)
                return
            }
            do {
                let event = try await perform(action)
                guard !isStopped else { break }
                action = machine.handle(event, now: now, using: &random)
            } catch {
                guard !isStopped else { break }
                // The store cannot be written, such as when the disk is full or the person signed out.
                let next = now + SyncMachine.interval
                machine.interrupt(until: next)
                running = nil
                failure = .stopped(
                    error as? SocialError ?? (error as? DatabaseError).map { SocialError(ofStore: $0) }
                        ?? .storeUnavailable)
                endPullWaits(false)
                await publishStatus()
                startTimer(until: next)
                return
            }
        }
        machine.interrupt()
        running = nil
    }
}

extension SyncRunner {
    private func perform(_ action: SyncMachine.Action) async throws -> SyncMachine.Event {
        switch action {
        case .send(let sync):
            pulls += 1
            do {
                let answer = try await server.sync(sync.request)
                failure = nil
                return .answered(answer)
            } catch {
                return failed(error)
            }
        case .load(let load):
            do {
                return .loaded(try await server.load(load))
            } catch {
                if error == .busy(retryAfter: nil) { store.noteFailure(of: load) }
                return failed(error)
            }
        case .apply(let answer, _):
            try await keepAnswers(answer)
            let event = try await store.perform(action, at: clock.time)
            if case .applied(let applied)? = event { noteApplied(answer, applied) }
            return event ?? .done
        case .chooseLoad:
            try await noteChangedItems()
            return try await store.perform(action, at: clock.time) ?? .done
        default:
            let event = try await store.perform(action, at: clock.time) ?? .done
            if case .prepared(let sync) = event {
                isFollowing = sync == nil
                // The other process listens itself.
                if isFollowing {
                    (failure, offlineSince) = (nil, nil)
                    pulls += 1
                    endPullWaits(true)
                }
            }
            return event
        }
    }

    /// Suspending ends the running request, which is not a failure.
    private func failed(_ error: SyncFailure) -> SyncMachine.Event {
        if !isStopped { failure = error }
        return .failed(error)
    }

    private func noteApplied(_ answer: LenientSyncAnswer, _ applied: SyncOutcome) {
        if applied.isBusy { failure = .busy(retryAfter: applied.retryAfter) }
        guard !applied.isOutdated else { return }
        sent += answer.results.count { $0.isFinal }
        received += answer.changes.count
    }

    /// Keeps the answers that callers wait for, since applying removes them.
    private func keepAnswers(_ answer: LenientSyncAnswer) async throws {
        guard !answers.isEmpty else { return }
        for command in try await store.outbox().commands {
            guard case .numbered(let number) = command.state, answers.keys.contains(command.position),
                let result = answer.results.first(where: { $0.number == number })
            else { continue }
            answers[command.position] = result
        }
    }

    /// Notes how the work ended, and publishes the status.
    private func noteEnd() async {
        guard !isFollowing else { return await publishStatus() }
        switch failure {
        case .noAnswer?, .busy?: offlineSince = offlineSince ?? clock.device
        default:
            if offlineSince != nil { await doorbell.retry() }
            offlineSince = nil
        }
        if failure == nil { syncedAt = clock.device }
        endPullWaits(failure == nil)
        do {
            try await store.noteSync(
                syncedAt: syncedAt?.milliseconds, offlineSince: offlineSince?.milliseconds)
        } catch {
            // Other processes show what was noted before.
        }
        await publishStatus()
    }
}
