import Logging
import Metrics
import PacelineEngine

extension Chore {
    /// Does what follows from the log, as soon as something has happened.
    /// - Parameters:
    ///   - pause: how long to wait before looking without having been told of anything: what is told can be lost while a
    ///     database is away.
    ///   - metrics: where ``LogMetrics`` go.
    public static func followingLog(
        of engine: Engine, clock: Time, pause: Duration = .seconds(30), logger: Logger,
        metrics: any MetricsFactory
    ) -> Chore {
        let gauge = Meter(label: LogMetrics.parkedEvents, factory: metrics)
        return Chore("following the log", clock: clock, pause: pause, logger: logger) {
            engine.changes()
        } work: {
            let progress = try await engine.followLog()
            gauge.set(progress.parkedCount)
            for event in progress.parked {
                logger.error(
                    "An event of the log was parked",
                    metadata: [
                        "follower": "\(event.follower)", "position": "\(event.position)",
                        "error": "\(event.error)",
                    ])
            }
            return progress.retryAfter.map { .seconds($0) }
        }
    }
}

/// What is measured of what is made from the log.
enum LogMetrics {
    static let parkedEvents = "paceline_parked_events"
    static let help = [
        parkedEvents: "Events of the log that could not be processed; see paceline log."
    ]
}
