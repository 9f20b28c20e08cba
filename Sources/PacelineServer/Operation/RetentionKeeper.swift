import Logging
import PacelineEngine
import ServiceLifecycle

/// Removes what is kept for a while only, for as long as the server runs.
///
/// Several servers of one community may do so side by side: nothing is removed twice.
public struct RetentionKeeper<Time: Clock<Duration>>: Service {
    private let engine: Engine
    private let clock: Time
    private let pause: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - clock: what the pauses are measured by; what time it is, the engine's environment says.
    ///   - pause: how long to wait before looking again.
    public init(engine: Engine, clock: Time, pause: Duration = .seconds(300), logger: Logger) {
        self.engine = engine
        self.clock = clock
        self.pause = pause
        self.logger = logger
    }

    /// Looks again and again, until the server stops.
    public func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    try await look()
                    try await clock.sleep(for: pause)
                }
            }
        } catch is CancellationError {
            // The server stops: what has not been removed will be when it runs again.
        }
    }

    /// A database that is away for a while must not end the server; the next look makes up for this one.
    private func look() async throws(CancellationError) {
        do {
            for removed in try await engine.trim() {
                logger.info(
                    "Removed what was over", metadata: ["what": "\(removed.name)", "rows": "\(removed.rows)"])
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            logger.warning("Old data could not be removed; trying again.", metadata: ["error": "\(error)"])
        }
    }
}
