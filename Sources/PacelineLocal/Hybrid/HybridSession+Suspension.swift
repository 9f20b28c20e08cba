import Foundation
import Paceline
import PacelineReplica

// The app's life.
extension HybridSession {
    /// Stops all work and takes no more locks on the file, until ``resume()``. Call it when the app enters the
    /// background: iOS ends an app that is suspended while it holds a lock on a file shared with extensions
    /// (`0xDEAD10CC`).
    ///
    /// Reads and writes that have begun finish first. Later ones throw ``SocialError/Code/unavailable`` instead of
    /// waiting: they would hold up a task in the background until the system ends it. Live streams of the app are
    /// interrupted, and continue after ``resume()``. Queued changes stay on the device; another process of the app can
    /// sync at once.
    ///
    /// ```swift
    /// if isActive { try await ana.resume() } else { try await ana.suspend() }
    /// ```
    ///
    /// ``sync(until:)``, ``receivePush(until:)`` and ``cancelMerge(of:)`` can be called while the session is suspended.
    /// They open the file until they return.
    public func suspend() async throws {
        try await transitions.runToEnd { [self] in await stopWork() }
    }

    /// Suspends the work and the store.
    func stopWork() async {
        await runner.suspend()
        await releaseLease()
        await store.suspend()
    }

    /// Lets another process sync at once. The store need not be writable.
    func releaseLease() async {
        do {
            try await store.releaseLease()
        } catch {
            // The lease expires, or was released when the session was suspended.
        }
    }

    /// Continues after ``suspend()``, and syncs at once. It does nothing if the session is not suspended.
    public func resume() async throws {
        try await transitions.runToEnd { [self] in
            let isInBackground = await !runner.backgroundCalls.isEmpty
            guard await runner.isSuspended || isInBackground else { return }
            store.resume()
            await runner.resume()
        }
    }

    /// Syncs after a silent push (`content-available`), within the limits of ``sync(until:)``, also while the session is
    /// suspended. A push is a hint that there is something new; its payload is not needed.
    ///
    /// Only two pushes within an hour cause a sync, also across launches of the app, so that a server that sends more
    /// does not drain the battery. The report of any other has `sent` and `received` 0.
    ///
    /// ```swift
    /// let report = try await ana.receivePush(until: .now + .seconds(25))
    /// show(report.received > 0 ? "New data" : "No data")
    /// ```
    /// - Parameter deadline: when to return at the latest. The system gives an app about 30 seconds.
    /// - Throws: the errors of ``sync(until:)``.
    public func receivePush(until deadline: ContinuousClock.Instant? = nil) async throws -> SyncReport {
        try await translatingStoreErrors {
            try await inBackground {
                guard try await store.notePush(at: server.clock.device.milliseconds) else {
                    return SyncReport(status: try await runner.status(), sent: 0, received: 0)
                }
                return try await runner.sync(until: deadline)
            }
        }
    }

    /// Runs a call that may sync. Opens a suspended session for it, and suspends it again unless the app has resumed it
    /// meanwhile.
    func inBackground<Value>(_ call: () async throws -> Value) async throws -> Value {
        let id = try await transitions.runToEnd { [self] in
            let id = await runner.beginBackgroundCall()
            if id != nil { store.resume() }
            return id
        }
        guard let id else { return try await call() }
        do {
            let result = try await call()
            try await endBackgroundCall(id)
            return result
        } catch {
            try await endBackgroundCall(id)
            throw error
        }
    }

    private func endBackgroundCall(_ id: UUID) async throws {
        try await transitions.runToEnd { [self] in
            if await runner.endBackgroundCall(id) { await stopWork() }
        }
    }
}
