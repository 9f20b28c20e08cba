import Logging
import PacelineEngine
import ServiceLifecycle

/// Exchanges rate-limit usage with the other servers of the same database, in the background.
struct LimitExchange: Service {
    /// The most that usage on other servers lags behind.
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

    /// - Returns: the time of the exchange on the database's clock; `last` if the database was unavailable.
    private func exchange(since last: Int64?) async throws -> Int64? {
        let sent = limits.flatMap { $0.takePendingUses() }
        do {
            let found = try await engine.exchange(sent, since: last)
            for limit in limits { limit.merge(found.uses, at: .uptime) }
            return found.at
        } catch let error as CancellationError {
            throw error
        } catch {
            // Each server enforces its own counts until the database is available again.
            logger.debug("Rate-limit usage was not exchanged: \(error)")
            for limit in limits { limit.restore(sent) }
            return last
        }
    }
}
