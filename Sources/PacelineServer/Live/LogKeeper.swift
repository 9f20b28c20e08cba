import Logging
import PacelineEngine
import ServiceLifecycle

/// Does what follows from the log, as soon as something has happened, for as long as the server runs.
///
/// Several servers of one community may do so side by side: everything is done once.
public struct LogKeeper<Time: Clock<Duration>>: Service {
    private let engine: Engine
    private let clock: Time
    private let pause: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - clock: what the pauses are measured by.
    ///   - pause: how long to wait before looking without having been told of anything: what is told can be lost while
    ///     a database is away.
    public init(engine: Engine, clock: Time, pause: Duration = .seconds(30), logger: Logger) {
        self.engine = engine
        self.clock = clock
        self.pause = pause
        self.logger = logger
    }

    /// Follows the log until the server stops.
    public func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await follow() }
        } catch is CancellationError {
            // The server stops: what has not been done will be when it runs again.
        }
    }

    private func follow() async throws {
        // Whoever is at work already looks once more, however often they are told.
        let (calls, caller) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { for await _ in engine.changes() { caller.yield() } }
            tasks.addTask {
                while true {
                    caller.yield()
                    try await clock.sleep(for: pause)
                }
            }
            for await _ in calls { try await followOnce() }
            try Task.checkCancellation()
        }
    }

    /// A database that is away for a while must not end the server; the next look makes up for this one.
    private func followOnce() async throws(CancellationError) {
        do {
            try await engine.followLog()
        } catch let error as CancellationError {
            throw error
        } catch {
            logger.warning("The log could not be followed; trying again.", metadata: ["error": "\(error)"])
        }
    }
}
