import Logging
import Metrics
import PacelineEngine
import ServiceLifecycle

/// Runs something again and again for as long as a server runs: a ``PeriodicJob`` of the engine, or what only the
/// server can do.
public struct PeriodicJobRunner<Time: Clock<Duration>>: Service {
    private let name: String
    private let clock: Time
    private let pause: Duration
    private let logger: Logger
    private let wakeSignals: (@Sendable () -> AsyncStream<Void>)?
    private let work: @Sendable () async throws -> Duration?

    /// - Parameters:
    ///   - name: what the log calls it when it fails.
    ///   - clock: what the pauses are measured by; what time it is, the engine's environment says.
    ///   - pause: how long to wait before doing it again.
    ///   - prompts: makes a stream whose first element ends the pause early.
    ///   - work: what is done; it may say how long to wait where that is shorter than the pause.
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

    /// - Parameter metrics: where the job's measurements go.
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

    /// Works, waits, and works again, until the server stops. What is not done then will be when it runs again.
    public func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    // Made before the work, so that what happens during it is worked on next.
                    let wakeSignal = wakeSignals?()
                    let next = try await workOnce() ?? pause
                    try await wait(for: wakeSignal, atMost: min(next, pause))
                }
            }
        } catch is CancellationError {
            return
        }
    }

    /// A database that is away for a while must not end the server; the next time makes up for this one.
    private func workOnce() async throws(CancellationError) -> Duration? {
        do {
            return try await work()
        } catch let error as CancellationError {
            throw error
        } catch {
            logger.warning(
                "A chore failed; trying again.", metadata: ["chore": "\(name)", "error": "\(error)"])
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
                // A stream that has ended prompts nobody: the pause goes on.
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
    /// Lets every stream say now and then that it is alive, and ends those that are not read: one clock for all of them.
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
    /// What a group of services calls it in its log.
    public var description: String { name }
}
