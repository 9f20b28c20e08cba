import Foundation
import Paceline

/// Decides what a device does next to sync with its server.
///
/// A pure state machine: given an event and the time, it returns the next action, and then expects the event that ends
/// that action. So a simulation can try failures in any order. There is one request at a time.
package struct SyncMachine: Sendable {
    private(set) var phase = Phase.waiting(until: 0)
    private(set) var backoff = Backoff()
    /// Whether to sync again after the running action, since something happened meanwhile.
    private var isWanted = false
    /// Whether the live stream reported a change since the last pull began.
    private var isRung = false
    /// When the last pull began, in milliseconds.
    private var lastPull: Int64?
    /// Whether the live stream is open.
    private var isListening = false
    /// The number of expired tokens and reused device ids since the last success.
    private var recoveries = 0
    /// Why syncing cannot go on, such as an old server; nil after a success, and while there is no network.
    package private(set) var stoppedBy: SocialError?

    enum Phase: Sendable, Equatable {
        /// Until this time; nil until ``SyncMachine/wake(_:now:)``.
        case waiting(until: Int64?)
        case preparing
        case sending(PreparedSync)
        case applying(commands: Int, answered: Int)
        case recovering
        case choosingLoad
        case loading(Load, TruthVersion)
        case storing
        case cleaning
        /// Until the person signs in again.
        case signedOut
    }

    /// The next thing to do. Each case lists the event that ends it.
    package enum Action: Sendable, Equatable {
        /// ``ReplicaStore/prepareSync(at:limit:)``, then ``Event/prepared(_:)``.
        case prepare
        /// Send to the server, then ``Event/answered(_:)`` or ``Event/failed(_:)``.
        case send(PreparedSync)
        /// ``ReplicaStore/apply(_:to:now:)``, then ``Event/applied(_:)``.
        case apply(LenientSyncAnswer, PreparedSync)
        /// ``ReplicaStore/expireToken(of:)``, then ``Event/done``.
        case expireToken(PreparedSync)
        /// ``ReplicaStore/renewDevice(after:to:)``, then ``Event/done``.
        case renewDevice(PreparedSync)
        /// ``ReplicaStore/dropTruth()``, then ``Event/done``.
        case dropTruth
        /// ``ReplicaStore/nextLoad(now:)``, then ``Event/nextLoad(_:_:)`` or ``Event/done``.
        case chooseLoad
        /// Ask the server, then ``Event/loaded(_:)`` or ``Event/failed(_:)``.
        case load(Load)
        /// ``ReplicaStore/apply(_:for:requestedAt:now:)``, then ``Event/done``.
        case store(Loaded, Load, TruthVersion)
        /// ``ReplicaStore/removeExpired(now:)``, then ``Event/done``.
        case removeExpired
        /// Call ``SyncMachine/wake(_:now:)`` with ``Wake/timer`` at this time, in milliseconds; nil for never.
        case wait(until: Int64?)
    }

    package enum Event: Sendable {
        case prepared(PreparedSync?)
        case answered(LenientSyncAnswer)
        case failed(SyncFailure)
        case applied(SyncOutcome)
        case nextLoad(Load, TruthVersion)
        case loaded(Loaded)
        case done
    }

    /// A reason to sync now.
    package enum Wake: Sendable {
        /// The time of ``Action/wait(until:)`` has come.
        case timer
        /// A command was queued.
        case changed
        /// The live stream reported a change: it is pulled at most once a second.
        case rung
        /// The live stream is open. What happened before is pulled.
        case streamOpened
        /// The live stream has ended.
        case streamClosed
        /// The network is back, the app came to the foreground, or the person asked to refresh. Ends a pause after
        /// failures.
        case refresh
        /// The person signed in again.
        case signedIn
    }

    package init() {}

    /// How often to pull without a live stream, in milliseconds.
    package static let interval: Int64 = 60_000
    /// How often to pull with a live stream, in milliseconds.
    package static let listeningInterval: Int64 = 300_000
    /// The shortest time between two pulls for events of the live stream, in milliseconds.
    package static let pullInterval: Int64 = 1_000
    /// How long to wait while another process syncs, in milliseconds.
    static let leaseInterval: Int64 = 10_000

    /// Whether it does not sync for an event: it waits after a failure, or for the person to sign in again.
    /// - Parameter now: the time of a monotonic clock, in milliseconds.
    package func isBlocked(at now: Int64) -> Bool {
        phase == .signedOut || backoff.failures > 0 || now < backoff.notBefore
    }

    /// Gives up the running action, such as before the app is suspended. Another wake begins anew.
    /// - Parameter time: when to sync again without another reason, in milliseconds; nil for never.
    package mutating func interrupt(until time: Int64? = nil) {
        (phase, isWanted, isRung) = (.waiting(until: time), false, false)
    }
}

extension SyncMachine {
    /// Handles a reason to sync.
    /// - Parameter now: the time of a monotonic clock, in milliseconds.
    /// - Returns: the next action; nil while one runs. It syncs again afterwards.
    package mutating func wake(_ wake: Wake, now: Int64) -> Action? {
        if wake == .streamOpened { isListening = true }
        if wake == .streamClosed { isListening = false }
        switch (phase, wake) {
        case (.signedOut, .signedIn):
            backoff.reset()
            (recoveries, stoppedBy) = (0, nil)
            return prepare(now)
        case (.signedOut, _): return nil
        case (.waiting(let until), _):
            if wake == .refresh || wake == .signedIn { backoff.reset() }
            // A queued command does not end a pause after failures early.
            let isDue = until.map { $0 <= now } ?? false
            guard now >= backoff.notBefore, backoff.failures == 0 || isDue else {
                return wait(until: max(until ?? backoff.notBefore, backoff.notBefore))
            }
            return isDue ? prepare(now) : wakeEarly(wake, until, now)
        default:
            switch wake {
            case .timer, .streamClosed: break
            case .rung, .streamOpened: isRung = true
            case .changed, .refresh, .signedIn: isWanted = true
            }
            if wake == .refresh { backoff.reset() }
            return nil
        }
    }

    /// - Parameter until: when it would have synced without the wake; nil for never.
    private mutating func wakeEarly(_ wake: Wake, _ until: Int64?, _ now: Int64) -> Action {
        switch wake {
        case .timer: return wait(until: until)
        case .streamClosed: return wait(until: min(until ?? .max, now + Self.interval))
        case .rung, .streamOpened:
            let next = nextPull(now)
            return next <= now ? prepare(now) : wait(until: min(until ?? next, next))
        case .changed, .refresh, .signedIn: return prepare(now)
        }
    }

    /// When to pull for an event of the live stream.
    private func nextPull(_ now: Int64) -> Int64 { max(now, (lastPull ?? .min / 2) + Self.pullInterval) }

    /// Handles the event that ends the last action.
    /// - Parameters:
    ///   - now: the time of a monotonic clock, in milliseconds.
    ///   - random: the source of the lengths of pauses.
    package mutating func handle(
        _ event: Event, now: Int64, using random: inout some RandomNumberGenerator
    ) -> Action {
        switch (phase, event) {
        case (.preparing, .prepared(let sync?)):
            phase = .sending(sync)
            return .send(sync)
        case (.preparing, .prepared(nil)):
            stoppedBy = nil
            return wait(until: now + Self.leaseInterval)
        case (.sending(let sync), .answered(let answer)):
            phase = .applying(
                commands: sync.request.commands.count, answered: answer.results.count { $0.isFinal })
            return .apply(answer, sync)
        case (.applying(let commands, let answered), .applied(let applied)):
            return continueAfter(applied, isStuck: commands > 0 && answered == 0, now, &random)
        case (.sending(let sync), .failed(let failure)):
            return recover(from: failure, sync, now, &random)
        case (.loading, .failed(let failure)): return recover(from: failure, nil, now, &random)
        case (.choosingLoad, .nextLoad(let load, let version)):
            phase = .loading(load, version)
            return .load(load)
        case (.choosingLoad, .done):
            phase = .cleaning
            return .removeExpired
        case (.loading(let load, let version), .loaded(let loaded)):
            phase = .storing
            backoff.reset()
            return .store(loaded, load, version)
        // New commands go before the remaining loads.
        case (.storing, .done): return isWanted ? prepare(now) : chooseLoad()
        case (.cleaning, .done):
            if isWanted { return prepare(now) }
            if isRung { return wait(until: nextPull(now)) }
            return wait(until: now + (isListening ? Self.listeningInterval : Self.interval))
        case (.recovering, .done):
            guard recoveries > 1 else { return prepare(now) }
            return pause(retryAfter: nil, now, &random)
        case (.signedOut, _): return .wait(until: nil)
        default: return prepare(now)
        }
    }
}

extension SyncMachine {
    private mutating func prepare(_ now: Int64) -> Action {
        (isWanted, isRung, lastPull) = (false, false, now)
        phase = .preparing
        return .prepare
    }

    private mutating func chooseLoad() -> Action {
        phase = .choosingLoad
        return .chooseLoad
    }

    private mutating func wait(until time: Int64?) -> Action {
        phase = .waiting(until: time)
        return .wait(until: time)
    }

    private mutating func continueAfter(
        _ applied: SyncOutcome, isStuck: Bool, _ now: Int64, _ random: inout some RandomNumberGenerator
    ) -> Action {
        (recoveries, stoppedBy) = (0, nil)
        guard !applied.isOutdated else { return prepare(now) }
        // A command may have to wait for a day. Changes must not.
        guard !applied.isBusy, !isStuck else {
            let pause = applied.retryAfter.map { min($0, Int(Backoff.longestPause / 1_000)) }
            return self.pause(retryAfter: pause, now, &random)
        }
        backoff.reset()
        return applied.hasMore || applied.hasCommands || isWanted ? prepare(now) : chooseLoad()
    }

    /// - Parameter sync: the one that failed; nil for a load.
    private mutating func recover(
        from failure: SyncFailure, _ sync: PreparedSync?, _ now: Int64,
        _ random: inout some RandomNumberGenerator
    ) -> Action {
        switch (failure, sync) {
        case (.unauthenticated, _):
            phase = .signedOut
            return .dropTruth
        case (.changesExpired, let sync?):
            (phase, recoveries) = (.recovering, recoveries + 1)
            return .expireToken(sync)
        case (.deviceReused, let sync?):
            (phase, recoveries) = (.recovering, recoveries + 1)
            return .renewDevice(sync)
        case (.stopped(let error), _):
            stoppedBy = error
            return pause(retryAfter: nil, now, &random)
        case (.busy(let retryAfter), _): return pause(retryAfter: retryAfter, now, &random)
        case (.noAnswer, _), (.changesExpired, nil), (.deviceReused, nil):
            return pause(retryAfter: nil, now, &random)
        }
    }

    private mutating func pause(
        retryAfter: Int?, _ now: Int64, _ random: inout some RandomNumberGenerator
    ) -> Action {
        wait(until: backoff.fail(retryAfter: retryAfter, now: now, using: &random))
    }
}
