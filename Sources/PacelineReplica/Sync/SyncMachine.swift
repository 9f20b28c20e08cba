import Foundation
import Paceline

/// Decides what a device does next to sync with its server.
///
/// A pure state machine: given an event and the time, it returns the next action, and then expects the event that ends
/// that action. So a simulation can try failures in any order. There is one request at a time.
package struct SyncMachine: Sendable {
    private(set) var phase = Phase.waiting(until: 0)
    /// The number of failures since the last success.
    private(set) var failures = 0
    /// The earliest time of the next request, by `Retry-After`, in milliseconds.
    private(set) var notBefore: Int64 = 0
    /// Whether to sync again after the running action, since a command was queued or a change reported meanwhile.
    private var isWanted = false
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
        /// A command was queued, or the live stream reported a change.
        case changed
        /// The network is back, the app came to the foreground, or the person asked to refresh. Ends a pause after
        /// failures.
        case refresh
        /// The person signed in again.
        case signedIn
    }

    package init() {}

    /// How often to pull when nothing happens, in milliseconds.
    package static let interval: Int64 = 60_000
    /// How long to wait while another process syncs, in milliseconds.
    static let leaseInterval: Int64 = 10_000
    /// The longest pause after failures, in milliseconds.
    static let longestPause: Int64 = 300_000
}

extension SyncMachine {
    /// Handles a reason to sync.
    /// - Parameter now: the time of a monotonic clock, in milliseconds.
    /// - Returns: the next action; nil while one runs. It syncs again afterwards.
    package mutating func wake(_ wake: Wake, now: Int64) -> Action? {
        switch (phase, wake) {
        case (.signedOut, .signedIn):
            (failures, recoveries, stoppedBy) = (0, 0, nil)
            return prepare()
        case (.signedOut, _): return nil
        case (.waiting(let until), _):
            if wake == .refresh || wake == .signedIn { failures = 0 }
            // A queued command does not end a pause after failures early.
            let isDue = until.map { $0 <= now } ?? false
            guard now >= notBefore, failures == 0 || isDue else {
                return wait(until: max(until ?? notBefore, notBefore))
            }
            guard isDue || wake != .timer else { return wait(until: until) }
            return prepare()
        default:
            if wake != .timer { isWanted = true }
            if wake == .refresh { failures = 0 }
            return nil
        }
    }

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
        case (.preparing, .prepared(nil)): return wait(until: now + Self.leaseInterval)
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
            failures = 0
            return .store(loaded, load, version)
        // New commands go before the remaining loads.
        case (.storing, .done): return isWanted ? prepare() : chooseLoad()
        case (.cleaning, .done): return isWanted ? prepare() : wait(until: now + Self.interval)
        case (.recovering, .done):
            guard recoveries > 1 else { return prepare() }
            return pause(retryAfter: nil, now, &random)
        case (.signedOut, _): return .wait(until: nil)
        default: return prepare()
        }
    }
}

extension SyncMachine {
    private mutating func prepare() -> Action {
        isWanted = false
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
        guard !applied.isOutdated else { return prepare() }
        guard !applied.isBusy, !isStuck else { return pause(retryAfter: applied.retryAfter, now, &random) }
        failures = 0
        return applied.hasMore || applied.hasCommands || isWanted ? prepare() : chooseLoad()
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

    /// Waits for a random time, whose maximum doubles with each failure, so that devices do not return together after
    /// an outage.
    private mutating func pause(
        retryAfter: Int?, _ now: Int64, _ random: inout some RandomNumberGenerator
    ) -> Action {
        failures += 1
        let longest = min(1_000 << Int64(min(failures, 20)), Self.longestPause)
        if let retryAfter { notBefore = max(notBefore, now + Int64(retryAfter) * 1_000) }
        return wait(until: max(now + Int64.random(in: 0...longest, using: &random), notBefore))
    }
}
