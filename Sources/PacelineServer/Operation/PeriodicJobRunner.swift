import Logging
import Metrics
import PacelineEngine
import ServiceLifecycle

/// Runs a job periodically while the server runs: a ``PeriodicJob`` of the engine, or one of the server's own.
public struct PeriodicJobRunner<Time: Clock<Duration>>: Service {
    private let name: String
    private let clock: Time
    private let pause: Duration
    private let logger: Logger
    private let wakeSignals: (@Sendable () -> AsyncStream<Void>)?
    private let work: @Sendable () async throws -> Duration?

    /// - Parameters:
    ///   - name: the job's name in the log.
    ///   - clock: measures the pauses. The current time comes from the engine's environment.
    ///   - pause: the time between two runs.
    ///   - wakeSignals: creates a stream whose first element ends the pause early.
    ///   - work: the job. It may return a pause shorter than `pause`.
    init(
        _ name: String, clock: Time, pause: Duration, logger: Logger,
        wakeSignals: (@Sendable () -> AsyncStream<Void>)? = nil,
        work: @escaping @Sendable () async throws -> Duration?
    ) {
        self.name = name
        self.clock = clock
        self.pause = pause
        self.logger = logger
        self.wakeSignals = wakeSignals
        self.work = work
    }

    /// Creates a runner for a job of the engine.
    /// - Parameters:
    ///   - clock: measures the pauses. The current time comes from the engine's environment.
    ///   - metrics: receives the job's measurements.
    public init(
        _ job: PeriodicJob, on engine: Engine, clock: Time, logger: Logger, metrics: any MetricsFactory
    ) {
        let meters = job.measurements.keys.map { (label: $0, meter: Meter(label: $0, factory: metrics)) }
        let changes: @Sendable () -> AsyncStream<Void> = { engine.changes() }
        let work: @Sendable () async throws -> Duration? = {
            let outcome = try await job.run(on: engine)
            for (label, meter) in meters {
                if let value = outcome.values[label] { meter.set(value) }
            }
            for note in outcome.notes { logger.log(note) }
            return outcome.runAgainAfter.map { .seconds($0) }
        }
        self.init(
            job.name, clock: clock, pause: job.pause, logger: logger,
            wakeSignals: job.isPrompt ? changes : nil, work: work)
    }

    /// Runs the job until the server shuts down. Unfinished work is done after the next start.
    public func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    // Subscribe before the run, so that changes made during it trigger the next one.
                    let wakeSignal = wakeSignals?()
                    let next = try await workOnce() ?? pause
                    try await wait(for: wakeSignal, atMost: min(next, pause))
                }
            }
        } catch is CancellationError {
            return
        }
    }

    /// Runs the job once. Errors are logged and not thrown, since a database outage must not end the server.
    private func workOnce() async throws(CancellationError) -> Duration? {
        do {
            return try await work()
        } catch let error as CancellationError {
            throw error
        } catch {
            logger.warning(
                "Periodic job failed, retrying", metadata: ["job": "\(name)", "error": "\(error)"])
            return nil
        }
    }

    private func wait(for wakeSignal: AsyncStream<Void>?, atMost pause: Duration) async throws {
        guard let wakeSignal else { return try await clock.sleep(for: pause) }
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            tasks.addTask {
                try await clock.sleep(for: pause)
                return true
            }
            tasks.addTask {
                for await _ in wakeSignal { return true }
                // A stream that ends without an element must not end the pause.
                return false
            }
            while let isOver = try await tasks.next(), !isOver {}
            tasks.cancelAll()
        }
    }
}

extension Logger {
    fileprivate func log(_ note: PeriodicJob.Note) {
        log(
            level: note.isError ? .error : .info, "\(note.text)",
            metadata: note.details.mapValues { .string($0) })
    }
}

extension PeriodicJobRunner {
    /// Sends a heartbeat on every idle stream and closes stalled ones; one timer serves all streams.
    static func keepingAlive(
        _ streams: LiveStreams, of engine: Engine, clock: Time, pause: Duration = .seconds(15), logger: Logger
    ) -> PeriodicJobRunner {
        PeriodicJobRunner("stream heartbeat", clock: clock, pause: pause, logger: logger) {
            streams.endStalled()
            try await engine.live.heartbeat()
            return nil
        }
    }
}

extension PeriodicJobRunner: CustomStringConvertible {
    /// The service's name in the log of its service group.
    public var description: String { name }
}
