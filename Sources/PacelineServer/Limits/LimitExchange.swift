import Logging
import PacelineEngine
import ServiceLifecycle

/// Tells the other servers of the same database what callers have used of their limits, and learns it from them. Requests
/// never wait for it.
struct LimitExchange: Service {
    /// How long others may know nothing of what is used here.
    static let interval = Duration.milliseconds(500)

    let engine: Engine
    let limits: [any SharedLimit]
    let logger: Logger

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                var last: Int64?
                while true {
                    try await Task.sleep(for: Self.interval)
                    last = try await exchange(since: last)
                }
            }
        } catch is CancellationError {
            return
        }
    }

    /// - Returns: when it was, on the database's clock; what it was before when the database is away.
    private func exchange(since last: Int64?) async throws -> Int64? {
        let sent = limits.flatMap { $0.takePendingUses() }
        do {
            let found = try await engine.exchange(sent, since: last)
            for limit in limits { limit.merge(found.uses, at: .uptime) }
            return found.at
        } catch let error as CancellationError {
            throw error
        } catch {
            // Each server counts for itself until the database is back.
            logger.debug("Rate limits were not exchanged: \(error)")
            for limit in limits { limit.restore(sent) }
            return last
        }
    }
}
